#include "blocks.h"
#include <pthread.h>
#include <stdbool.h>

_Thread_local struct spare_blocks spare_blocks;

/// How many bytes a thread keeps at most.
enum { kept_bytes = 1 << 16 };

static _Thread_local bool is_known;
static pthread_key_t ending;
static bool has_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Returns what an ending thread has kept.
static void return_blocks(void *unused) {
  (void)unused;
  spare_blocks.room = 0;
  for (size_t place = 0; place <= largest_block / block_unit; place++) {
    while (spare_blocks.first[place]) {
      void *block = spare_blocks.first[place];
      spare_blocks.first[place] = *(void **)block;
      free(block);
    }
  }
}

static void make_key(void) { has_key = pthread_key_create(&ending, return_blocks) == 0; }

size_t spare_bytes(void) { return is_known && has_key ? kept_bytes - spare_blocks.room : 0; }

void give_block_slowly(void *block, size_t place) {
  if (!is_known) {
    is_known = true;
    pthread_once(&once, make_key);
    // Only a thread with a value for the key is told that it ends.
    if (has_key && pthread_setspecific(ending, &spare_blocks) == 0) {
      spare_blocks.room = kept_bytes;
      give_block(block, place * block_unit);
      return;
    }
  }
  free(block);
}
