#ifndef PREFETCH_H
#define PREFETCH_H

/// Asks the processor to bring the line of the cache at an address, without waiting for it.
static inline __attribute__((always_inline)) void prefetch_line(const void *address) {
  __builtin_prefetch(address, 1, 3);
}

#endif
