// Small blocks of memory that a thread gives back and takes again.
//
// The tables of a short run need some seventy of them. The C library returns so many at once to its
// slower lists, which then take a quarter of such a run; a list for each size takes next to nothing.
// Whatever is larger or aligned otherwise is left to the C library.

#ifndef BLOCKS_H
#define BLOCKS_H

#include <stddef.h>
#include <stdlib.h>

/// Up to so many bytes a block may have.
enum { largest_block = 512 };
/// Sizes are rounded up to multiples of this, which is also how blocks are aligned.
enum { block_unit = 16 };

/// The blocks that a thread has given back.
struct spare_blocks {
  /// The first block of each size; its first word says where the next one is.
  void *first[largest_block / block_unit + 1];
  /// How many bytes more may be kept; 0 until the thread is known to return them when it ends.
  size_t room;
};

extern _Thread_local struct spare_blocks spare_blocks;

/// Gives a block back to the C library, or keeps it if the thread has room once it is known.
void give_block_slowly(void *block, size_t place);

/// Returns how many bytes the thread keeps: at most 64 kB.
size_t spare_bytes(void);

/// Returns a block of uninitialised memory; `bytes` must not be more than `largest_block`.
static inline __attribute__((always_inline)) void *take_block(size_t bytes) {
  size_t place = (bytes + block_unit - 1) / block_unit;
  void *block = spare_blocks.first[place];
  if (__builtin_expect(!block, 0)) return malloc(place * block_unit);
  spare_blocks.first[place] = *(void **)block;
  spare_blocks.room += place * block_unit;
  return block;
}

/// Gives back a block of so many bytes, which may be taken again by the same thread.
static inline __attribute__((always_inline)) void give_block(void *block, size_t bytes) {
  size_t place = (bytes + block_unit - 1) / block_unit;
  if (__builtin_expect(spare_blocks.room < place * block_unit, 0)) {
    give_block_slowly(block, place);
    return;
  }
  spare_blocks.room -= place * block_unit;
  *(void **)block = spare_blocks.first[place];
  spare_blocks.first[place] = block;
}

#endif
