#if defined(__linux__)

#define _GNU_SOURCE
#include "virtual_clock.h"

#include <dlfcn.h>

// A run's limit is a timer of libdispatch. The real one is armed for never; its handler is called
// here, on the thread in virtual time.

typedef void (*set_handler_function)(void *source, struct block *handler);
typedef void (*set_timer_function)(void *source, uint64_t start, uint64_t interval, uint64_t leeway);
typedef void (*cancel_function)(void *source);

static set_handler_function set_handler;
static set_timer_function set_timer;
static cancel_function cancel;

static struct entry *limit_of(struct clock *clock, void *source) {
  for (int index = 0; index < clock->agenda_end; index += 1) {
    struct entry *entry = &clock->agenda[index];
    if (entry->kind == LIMIT && entry->source == source) { return entry; }
  }
  return NULL;
}

__attribute__((constructor)) static void find_dispatch(void) {
  set_handler = (set_handler_function)dlsym(RTLD_NEXT, "dispatch_source_set_event_handler");
  set_timer = (set_timer_function)dlsym(RTLD_NEXT, "dispatch_source_set_timer");
  cancel = (cancel_function)dlsym(RTLD_NEXT, "dispatch_source_cancel");
}

INTERPOSED void dispatch_source_set_event_handler(void *source, struct block *handler) {
  struct clock *clock = clock_of_thread;
  if (clock != NULL && handler != NULL) {
    struct entry *entry = clock_add(clock, LIMIT, VIRTUAL_TIME_LIMIT);
    entry->is_waiting_for_time = true;
    entry->source = source;
    entry->handler = _Block_copy(handler);
  }
  set_handler(source, handler);
}

INTERPOSED void dispatch_source_set_timer(
  void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  struct clock *clock = clock_of_thread;
  struct entry *entry = clock == NULL ? NULL : limit_of(clock, source);
  if (entry == NULL) {
    set_timer(source, start, interval, leeway);
    return;
  }
  entry->due = clock_from_monotonic(start);
  entry->is_waiting_for_time = false;
  set_timer(source, UINT64_MAX, UINT64_MAX, 0);
}

INTERPOSED void dispatch_source_cancel(void *source) {
  struct clock *clock = clock_of_thread;
  struct entry *entry = clock == NULL ? NULL : limit_of(clock, source);
  if (entry != NULL) {
    entry->kind = FREE;
    _Block_release(entry->handler);
  }
  cancel(source);
}

#endif
