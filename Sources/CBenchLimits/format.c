#include "bench_limits.h"

#include <inttypes.h>
#include <stdio.h>

size_t limit_format(char *buffer, size_t capacity, size_t rows) {
  size_t length = 0;
  for (size_t row = 0; row < rows; row++) {
    // A step that is odd and no multiple of 5 ends in 0 every tenth time; the others need no trimming.
    int64_t time = (int64_t)(row + row / 9 + 1) * 16666667;
    int written = snprintf(
        buffer + length, capacity - length, "ball,%zu,%" PRId64 ".%06" PRId64 ",%zu,%d\n", row,
        time / 1000000, time % 1000000, row % 7, row % 2 == 0);
    if (written < 0 || length + (size_t)written >= capacity) break;
    length += (size_t)written;
  }
  return length;
}
