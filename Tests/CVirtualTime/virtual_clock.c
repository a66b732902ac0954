#if defined(__linux__)

#define _GNU_SOURCE
#include "virtual_clock.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

_Thread_local struct clock *clock_of_thread;

_Noreturn void clock_fail(struct clock *clock, virtual_time_failure reason) {
  clock->failure(reason);
  abort();
}

struct entry *clock_add(struct clock *clock, int kind, virtual_time_rank rank) {
  int index = 0;
  while (index < clock->agenda_end && clock->agenda[index].kind != FREE) { index += 1; }
  if (index == agenda_size) { clock_fail(clock, VIRTUAL_TIME_AGENDA_FULL); }
  if (index == clock->agenda_end) { clock->agenda_end += 1; }
  struct entry *entry = &clock->agenda[index];
  *entry = (struct entry){.kind = kind, .rank = rank, .arrival = ++clock->arrivals, .alarm = -1};
  return entry;
}

static bool precedes(const struct entry *a, const struct entry *b) {
  if (a->due != b->due) { return a->due < b->due; }
  if (a->rank != b->rank) { return a->rank < b->rank; }
  return a->arrival < b->arrival;
}

struct entry *clock_first(struct clock *clock) {
  struct entry *first = NULL;
  for (int index = 0; index < clock->agenda_end; index += 1) {
    struct entry *entry = &clock->agenda[index];
    if (entry->kind == FREE || entry->is_waiting_for_time) { continue; }
    if (first == NULL || precedes(entry, first)) { first = entry; }
  }
  return first;
}

static void ring(struct clock *clock, int alarm) {
  uint64_t one = 1;
  if (write(alarm, &one, sizeof one) != sizeof one) { clock_fail(clock, VIRTUAL_TIME_UNSUPPORTED); }
}

void clock_happen(struct clock *clock, struct entry *entry) {
  struct entry copy = *entry;
  entry->kind = FREE;
  switch (copy.kind) {
  case FREE: break;
  case ALARM: ring(clock, copy.alarm); break;
  case LIMIT:
    copy.handler->invoke(copy.handler);
    _Block_release(copy.handler);
    break;
  case CALL: copy.function(copy.context); break;
  }
}

void clock_advance(struct clock *clock, uint64_t end) {
  struct entry *entry;
  while ((entry = clock_first(clock)) != NULL && entry->due <= end) {
    if (entry->due > clock->now) { clock->now = entry->due; }
    clock_happen(clock, entry);
  }
  if (end > clock->now) { clock->now = end; }
}

uint64_t clock_from_monotonic(uint64_t reading) {
  return reading > monotonic_start ? reading - monotonic_start : 0;
}

// MARK: For the executable

bool virtual_time_enter(void (*failure)(virtual_time_failure reason)) {
  if (clock_of_thread != NULL) { return false; }
  clock_of_thread = calloc(1, sizeof *clock_of_thread);
  if (clock_of_thread == NULL) { return false; }
  clock_of_thread->failure = failure;
  return true;
}

uint64_t virtual_time_now(void) {
  return clock_of_thread == NULL ? 0 : clock_of_thread->now;
}

void virtual_time_spend(uint64_t nanoseconds) {
  struct clock *clock = clock_of_thread;
  if (clock != NULL) { clock_advance(clock, clock->now + nanoseconds); }
}

void virtual_time_sleep_machine(uint64_t nanoseconds) {
  if (clock_of_thread != NULL) { clock_of_thread->slept += nanoseconds; }
}

void virtual_time_at(
  uint64_t instant, virtual_time_rank rank, void (*function)(void *context), void *context) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) { return; }
  struct entry *entry = clock_add(clock, CALL, rank);
  entry->due = instant;
  entry->function = function;
  entry->context = context;
}

pid_t virtual_time_fork(void) { return fork(); }

int virtual_time_make_port(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void virtual_time_ring(int port) {
  // A port that has been rung often enough to be full is rung all the same.
  (void)eventfd_write(port, 1);
}

#endif
