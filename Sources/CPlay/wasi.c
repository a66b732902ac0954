// The lab as a program that reads standard input and writes standard output, to be compared with the command
// by an interpreter of wasm. The input is files, each behind a line with its size and its path, then a line
// 'csv PATH', or 'run PATH' or 'why PATH'.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct part {
  uint8_t *bytes;
  uint32_t count;
};

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
WASI(fd_read) extern int32_t fd_read(int32_t file, struct part *parts, int32_t count, uint32_t *done);
WASI(fd_write) extern int32_t fd_write(int32_t file, struct part *parts, int32_t count, uint32_t *done);

extern void put_file(uint8_t *path, int32_t path_count, uint8_t *bytes, int32_t count);
extern uint8_t *csv(uint8_t *path, int32_t count, int32_t is_whole);
extern uint8_t *run(uint8_t *path, int32_t count, int32_t draws);
extern uint8_t *why(uint8_t *path, int32_t count, int32_t run);
extern int32_t reply_count(void);

enum { most_input = 1 << 26 };

__attribute__((export_name("_start"))) void _start(void) {
  uint8_t *input = malloc(most_input);
  uint32_t count = 0, got = 1;
  while (got && count < most_input) {
    struct part room = {input + count, most_input - count};
    if (fd_read(0, &room, 1, &got)) abort();
    count += got;
  }
  uint32_t place = 0;
  while (place < count) {
    uint32_t begin = place, size = 0;
    while (place < count && input[place] != ' ') place++;
    uint8_t *path = input + ++place;
    while (place < count && input[place] != '\n') place++;
    int32_t length = (int32_t)(input + place++ - path);
    if (input[begin] >= '0' && input[begin] <= '9') {
      for (uint32_t digit = begin; input[digit] != ' '; digit++) size = 10 * size + input[digit] - '0';
      if (size > count - place) abort();
      put_file(path, length, input + place, (int32_t)size);
      place += size;
      continue;
    }
    uint8_t *reply = input[begin] == 'c'   ? csv(path, length, 1)
                     : input[begin] == 'r' ? run(path, length, 1)
                                           : why(path, length, -1);
    for (uint32_t left = (uint32_t)reply_count(), done = 0; left; left -= done, reply += done) {
      struct part part = {reply, left};
      if (fd_write(1, &part, 1, &done) || !done) abort();
    }
  }
}
