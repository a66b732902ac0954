// The square root as one instruction: Swift's own may call the mathematics library for it.

#ifndef SQUARE_ROOT_H
#define SQUARE_ROOT_H

/// Returns the square root, correctly rounded.
static inline __attribute__((always_inline)) double square_root(double number) {
  return __builtin_elementwise_sqrt(number);
}

#endif
