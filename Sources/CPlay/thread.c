// What several threads need, for where there is one; and where hashes begin, which no result depends on.

#include "lab_atomics.h"
#include <stdlib.h>

struct lab_lock {
  char unused;
};

lab_lock *lab_lock_make(void) { return malloc(sizeof(struct lab_lock)); }
void lab_lock_free(lab_lock *lock) { free(lock); }
void lab_lock_take(lab_lock *lock) { (void)lock; }
void lab_lock_give(lab_lock *lock) { (void)lock; }

uint32_t lab_thread_number(void) { return 1; }

void arc4random_buf(void *bytes, size_t count) {
  for (size_t place = 0; place < count; place++) ((uint8_t *)bytes)[place] = (uint8_t)(37 * place + 11);
}
