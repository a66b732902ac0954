// Words that several threads read and change in one step, a lock, and numbers of threads.
//
// Swift has its own in the module Synchronization, on systems from iOS 18 and macOS 15 on; these
// work on older ones, too.

#ifndef LAB_ATOMICS_H
#define LAB_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

#define LAB_INLINE static inline __attribute__((always_inline))

/// Returns a word, and sees all that was written before it by who wrote it.
LAB_INLINE uint64_t lab_word_read(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Writes a word behind all that was written before.
LAB_INLINE void lab_word_write(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Adds to a word, beyond its end if need be, and returns the sum.
LAB_INLINE uint64_t lab_word_add(uint64_t *word, uint64_t step) {
  return __atomic_add_fetch(word, step, __ATOMIC_ACQ_REL);
}

/// Writes a word, and returns what it was before.
LAB_INLINE uint64_t lab_word_exchange(uint64_t *word, uint64_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

/// Writes a word if it is still 0, and returns whether it was.
LAB_INLINE bool lab_word_claim(uint64_t *word, uint64_t value) {
  uint64_t free = 0;
  return __atomic_compare_exchange_n(
      word, &free, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// A lock that one thread at a time holds, and that does not nest.
typedef struct lab_lock lab_lock;

/// Returns a lock; without memory for it the process ends, as at any allocation of Swift.
lab_lock *lab_lock_make(void);
void lab_lock_free(lab_lock *lock);
void lab_lock_take(lab_lock *lock);
void lab_lock_give(lab_lock *lock);

/// Returns the number of the calling thread: 1, 2, … in the order in which threads first asked.
uint32_t lab_thread_number(void);

#endif
