// What the lab includes of a C library, where there is none.

#ifndef PLAY_STDLIB_H
#define PLAY_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void free(void *block);
int posix_memalign(void **block, size_t alignment, size_t size);
void abort(void) __attribute__((noreturn));

#endif
