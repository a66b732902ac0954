// Instructions of the processor for which Swift has no words.

#ifndef INSTRUCTIONS_H
#define INSTRUCTIONS_H

#include "blocks.h"
#include <stdint.h>

/// Asks the processor to bring the line at an address into its cache, to be written to, and does not wait.
static inline __attribute__((always_inline)) void prefetch_line(const void *address) {
  __builtin_prefetch(address, 1, 3);
}

/// Rotates a word to the left; written with shifts, the rotation of a product is not recognised.
static inline __attribute__((always_inline)) uint64_t rotate_left(uint64_t word, uint64_t count) {
  return __builtin_rotateleft64(word, count);
}

/// Returns the square root, correctly rounded; Swift's own may call the mathematics library for it.
static inline __attribute__((always_inline)) double square_root(double number) {
  return __builtin_elementwise_sqrt(number);
}

#endif
