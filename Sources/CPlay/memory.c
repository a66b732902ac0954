// Memory and bytes, for where there is no C library: in a browser's tab, which has one thread.
//
// A block that is given back lies in a list for its size and is taken again for the next of that size:
// up to 512 bytes there is a list for every 16, above that four for each doubling. What no list has comes
// from the end of the memory, which the browser makes longer. Who needs more than there is ends.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { page = 65536, unit = 16, exact = 512, sizes = 128 };

/// What stands before every block.
struct head {
  /// The number of its list.
  uint32_t list;
  /// How far before this head the one lies that malloc made; 0 for that itself.
  uint32_t offset;
  uint64_t unused;
};

extern unsigned char __heap_base;
static void *lists[sizes];
static uintptr_t next, end;
static uint32_t used, most;

/// Returns the number of the list for a size, which is rounded up to that of its blocks.
static uint32_t list_of(size_t *size) {
  if (*size <= exact) {
    *size = *size ? (*size + unit - 1) & ~(size_t)(unit - 1) : unit;
    return (uint32_t)*size / unit;
  }
  // The size is more than 2^log, and a step is a quarter of that.
  uint32_t log = 31 - (uint32_t)__builtin_clz((uint32_t)*size - 1);
  size_t step = (size_t)1 << (log - 2);
  *size = (*size + step - 1) & ~(step - 1);
  return exact / unit + (log - 9) * 4 + (uint32_t)(*size / step) - 4;
}

static uint32_t size_of(uint32_t list) {
  if (list <= exact / unit) return list * unit;
  uint32_t place = list - exact / unit - 1;
  return (uint32_t)(5 + place % 4) << (place / 4 + 7);
}

/// Returns bytes at the end of the memory.
static void *fresh(size_t size) {
  if (!next) {
    next = ((uintptr_t)&__heap_base + unit - 1) & ~(uintptr_t)(unit - 1);
    end = __builtin_wasm_memory_size(0) * page;
  }
  if (size > end - next) {
    size_t pages = (size - (end - next) + page - 1) / page;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) abort();
    end += pages * page;
  }
  void *bytes = (void *)next;
  next += size;
  return bytes;
}

void *malloc(size_t size) {
  if (size > (size_t)1 << 30) abort();
  uint32_t list = list_of(&size);
  struct head *head = lists[list];
  if (head) {
    lists[list] = *(void **)(head + 1);
  } else {
    head = fresh(size + sizeof *head);
  }
  head->list = list;
  head->offset = 0;
  used += (uint32_t)size;
  if (used > most) most = used;
  return head + 1;
}

void free(void *block) {
  if (!block) return;
  struct head *head = (struct head *)block - 1;
  head = (struct head *)((char *)head - head->offset);
  used -= size_of(head->list);
  *(void **)(head + 1) = lists[head->list];
  lists[head->list] = head;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  char *bytes = malloc(alignment > unit ? size + alignment : size);
  uintptr_t place = ((uintptr_t)bytes + alignment - 1) & ~(uintptr_t)(alignment - 1);
  if (alignment > unit && place != (uintptr_t)bytes) {
    ((struct head *)place - 1)->offset = (uint32_t)(place - (uintptr_t)bytes);
    *block = (void *)place;
  } else {
    *block = bytes;
  }
  return 0;
}

void abort(void) { __builtin_trap(); }

// Between the variables of a function and what it returns to lies this word, which no function may change.
uintptr_t __stack_chk_guard = 0x5afe57ac;
void __stack_chk_fail(void) { abort(); }

/// How many bytes are in use, and how many were at most.
__attribute__((export_name("bytes_used"))) uint32_t bytes_used(void) { return used; }
__attribute__((export_name("bytes_most"))) uint32_t bytes_most(void) { return most; }

// Written by hand, since a compiler makes a call of these of a loop that does the same.

void *memmove(void *to, const void *from, size_t count) {
  __asm__ volatile("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0" ::"r"(to), "r"(from),
                   "r"(count)
                   : "memory");
  return to;
}

void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) {
  __asm__ volatile("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.fill 0" ::"r"(to), "r"(byte),
                   "r"(count)
                   : "memory");
  return to;
}

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *a = one, *b = other;
  for (size_t place = 0; place < count; place++) {
    if (a[place] != b[place]) return a[place] - b[place];
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}
