#include "bench_limits.h"

#include <stdlib.h>

typedef struct {
  int64_t due;
  uint64_t sequence;
  size_t timer;
} entry;

struct limit_heap {
  size_t count;
  uint64_t sequence;
  entry *entries;
  limit_timer *timers;
};

static int precedes(const entry *a, const entry *b) {
  return a->due != b->due ? a->due < b->due : a->sequence < b->sequence;
}

/// Lets an entry sink from a place until none of its four children precedes it.
static void sink(limit_heap *heap, size_t place, entry moved) {
  entry *entries = heap->entries;
  size_t count = heap->count;
  for (;;) {
    size_t child = 4 * place + 1;
    if (child >= count) break;
    size_t end = child + 4 < count ? child + 4 : count;
    size_t least = child;
    for (size_t other = child + 1; other < end; other++) {
      if (precedes(&entries[other], &entries[least])) least = other;
    }
    if (!precedes(&entries[least], &moved)) break;
    entries[place] = entries[least];
    place = least;
  }
  entries[place] = moved;
}

limit_heap *limit_heap_make(size_t n, const int64_t *first, const int64_t *period) {
  limit_heap *heap = malloc(sizeof *heap);
  heap->count = n;
  heap->sequence = n;
  heap->entries = malloc(n * sizeof *heap->entries);
  heap->timers = calloc(n, sizeof *heap->timers);
  for (size_t i = 0; i < n; i++) {
    heap->entries[i] = (entry){first[i], i, i};
    heap->timers[i] = (limit_timer){.period = period[i], .expected = first[i]};
  }
  for (size_t place = n; place-- > 0;) sink(heap, place, heap->entries[place]);
  return heap;
}

uint64_t limit_heap_run(limit_heap *heap, uint64_t fires) {
  uint64_t checksum = 0;
  for (uint64_t fire = 0; fire < fires; fire++) {
    entry top = heap->entries[0];
    limit_timer *timer = &heap->timers[top.timer];
    int64_t lateness = top.due - timer->expected;
    timer->expected = top.due + timer->period;
    timer->count++;
    timer->lateness_sum += lateness;
    if (lateness > timer->lateness_max) timer->lateness_max = lateness;
    checksum = checksum * 31 + ((uint64_t)top.due ^ top.timer);
    sink(heap, 0, (entry){timer->expected, heap->sequence++, top.timer});
  }
  return checksum;
}

void limit_heap_free(limit_heap *heap) {
  free(heap->entries);
  free(heap->timers);
  free(heap);
}
