#include "bench_limits.h"

#ifdef __GLIBC__

#include <malloc.h>
#include <stdatomic.h>

// A definition in the executable takes the place of the C library's in all shared libraries too.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static _Atomic int64_t allocations;

static void count(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

int64_t limit_allocations(void) {
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}

int64_t limit_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

#else

int64_t limit_allocations(void) { return -1; }
int64_t limit_bytes_in_use(void) { return -1; }

#endif
