#include "lab_atomics.h"

#include <stdlib.h>

#if defined(__APPLE__)

#include <os/lock.h>

// A thread that waits for it lends its priority to the one that holds it.
struct lab_lock {
  os_unfair_lock lock;
};

static void begin(lab_lock *lock) { lock->lock = OS_UNFAIR_LOCK_INIT; }
static void end(lab_lock *lock) { (void)lock; }
void lab_lock_take(lab_lock *lock) { os_unfair_lock_lock(&lock->lock); }
void lab_lock_give(lab_lock *lock) { os_unfair_lock_unlock(&lock->lock); }

#else

#include <pthread.h>

struct lab_lock {
  pthread_mutex_t lock;
};

static void begin(lab_lock *lock) { pthread_mutex_init(&lock->lock, NULL); }
static void end(lab_lock *lock) { pthread_mutex_destroy(&lock->lock); }
void lab_lock_take(lab_lock *lock) { pthread_mutex_lock(&lock->lock); }
void lab_lock_give(lab_lock *lock) { pthread_mutex_unlock(&lock->lock); }

#endif

lab_lock *lab_lock_make(void) {
  lab_lock *lock = malloc(sizeof *lock);
  if (!lock) abort();
  begin(lock);
  return lock;
}

void lab_lock_free(lab_lock *lock) {
  end(lock);
  free(lock);
}

uint32_t lab_thread_number(void) {
  static uint64_t count;
  static _Thread_local uint32_t number;
  if (number == 0) number = (uint32_t)lab_word_add(&count, 1);
  return number;
}
