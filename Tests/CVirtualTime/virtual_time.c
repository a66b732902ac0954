#if defined(__linux__)

#define _GNU_SOURCE
#include "virtual_time.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// An executable that links libdispatch statically has its own, strong definitions of some of the
// functions below. It then links and runs, in real time.
#define INTERPOSED __attribute__((weak, visibility("default")))

static const uint64_t second = 1000000000;

// 2001-01-01 in seconds since 1970: CFAbsoluteTime is 0 when virtual time is.
static const int64_t epoch = 978307200;

// The monotonic clock's reading when virtual time is 0. It must not be 0 itself, which CFRunLoop takes
// for "never" in a signal and for "poll" in a limit.
static const uint64_t monotonic_start = 1000000000000;

// MARK: The agenda

// Something that will happen: the alarm of a mode, the limit of a run, or a call from outside.
struct entry {
  enum { FREE, ALARM, LIMIT, CALL } kind;
  // Set for a limit whose handler is known before its time.
  bool is_waiting_for_time;
  virtual_time_rank rank;
  uint64_t due, arrival;
  int alarm;
  void *source;
  struct block *handler;
  void (*function)(void *context);
  void *context;
};

// The head of a block, as the runtime lays it out.
struct block {
  void *isa;
  int flags, reserved;
  void (*invoke)(struct block *self);
};

extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

enum { agenda_size = 4096, alarm_count = 256 };

struct clock {
  uint64_t now, arrivals;
  void (*failure)(virtual_time_failure reason);
  // The event descriptors that stand for timer descriptors.
  int alarms[alarm_count];
  int alarms_in_use;
  // Entries beyond this were never used.
  int agenda_end;
  struct entry agenda[agenda_size];
};

static _Thread_local struct clock *clock_of_thread;

static _Noreturn void fail(struct clock *clock, virtual_time_failure reason) {
  clock->failure(reason);
  abort();
}

static struct entry *add_entry(struct clock *clock, int kind, virtual_time_rank rank) {
  int index = 0;
  while (index < clock->agenda_end && clock->agenda[index].kind != FREE) { index += 1; }
  if (index == agenda_size) { fail(clock, VIRTUAL_TIME_AGENDA_FULL); }
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

static struct entry *first_entry(struct clock *clock) {
  struct entry *first = NULL;
  for (int index = 0; index < clock->agenda_end; index += 1) {
    struct entry *entry = &clock->agenda[index];
    if (entry->kind == FREE || entry->is_waiting_for_time) { continue; }
    if (first == NULL || precedes(entry, first)) { first = entry; }
  }
  return first;
}

static struct entry *limit_of(struct clock *clock, void *source) {
  for (int index = 0; index < clock->agenda_end; index += 1) {
    struct entry *entry = &clock->agenda[index];
    if (entry->kind == LIMIT && entry->source == source) { return entry; }
  }
  return NULL;
}

static void ring(struct clock *clock, int alarm) {
  uint64_t one = 1;
  if (write(alarm, &one, sizeof one) != sizeof one) { fail(clock, VIRTUAL_TIME_UNSUPPORTED); }
}

static void happen(struct clock *clock, struct entry *entry) {
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

// Lets everything due up to an instant happen, each at its own time, and ends at that instant.
static void advance(struct clock *clock, uint64_t end) {
  struct entry *entry;
  while ((entry = first_entry(clock)) != NULL && entry->due <= end) {
    if (entry->due > clock->now) { clock->now = entry->due; }
    happen(clock, entry);
  }
  if (end > clock->now) { clock->now = end; }
}

// Converts a reading of the monotonic clock.
static uint64_t from_monotonic(uint64_t reading) {
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

void virtual_time_leave(void) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) { return; }
  for (int index = 0; index < clock->agenda_end; index += 1) {
    if (clock->agenda[index].kind == LIMIT) { _Block_release(clock->agenda[index].handler); }
  }
  free(clock);
  clock_of_thread = NULL;
}

uint64_t virtual_time_now(void) {
  return clock_of_thread == NULL ? 0 : clock_of_thread->now;
}

void virtual_time_spend(uint64_t nanoseconds) {
  struct clock *clock = clock_of_thread;
  if (clock != NULL) { advance(clock, clock->now + nanoseconds); }
}

void virtual_time_at(
  uint64_t instant, virtual_time_rank rank, void (*function)(void *context), void *context) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) { return; }
  struct entry *entry = add_entry(clock, CALL, rank);
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

// MARK: Clocks

INTERPOSED int clock_gettime(clockid_t id, struct timespec *time) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) { return (int)syscall(SYS_clock_gettime, id, time); }
  bool is_wall = id == CLOCK_REALTIME;
  uint64_t reading = clock->now + (is_wall ? 0 : monotonic_start);
  time->tv_sec = (time_t)(reading / second) + (is_wall ? epoch : 0);
  time->tv_nsec = (long)(reading % second);
  return 0;
}

INTERPOSED int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) { return (int)syscall(SYS_gettimeofday, time, zone); }
  time->tv_sec = (time_t)(clock->now / second) + epoch;
  time->tv_usec = (suseconds_t)(clock->now % second / 1000);
  return 0;
}

// MARK: Alarms

static bool is_alarm(const struct clock *clock, int descriptor) {
  for (int index = 0; index < clock->alarms_in_use; index += 1) {
    if (clock->alarms[index] == descriptor) { return true; }
  }
  return false;
}

INTERPOSED int timerfd_create(clockid_t id, int flags) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) { return (int)syscall(SYS_timerfd_create, id, flags); }
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) { return descriptor; }
  if (is_alarm(clock, descriptor)) { return descriptor; }
  if (clock->alarms_in_use == alarm_count) { fail(clock, VIRTUAL_TIME_AGENDA_FULL); }
  clock->alarms[clock->alarms_in_use++] = descriptor;
  return descriptor;
}

INTERPOSED int timerfd_settime(
  int descriptor, int flags, const struct itimerspec *new, struct itimerspec *old) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL || !is_alarm(clock, descriptor)) {
    return (int)syscall(SYS_timerfd_settime, descriptor, flags, new, old);
  }
  bool repeats = new->it_interval.tv_sec != 0 || new->it_interval.tv_nsec != 0;
  if (repeats || old != NULL) { fail(clock, VIRTUAL_TIME_UNSUPPORTED); }
  for (int index = 0; index < clock->agenda_end; index += 1) {
    struct entry *entry = &clock->agenda[index];
    if (entry->kind == ALARM && entry->alarm == descriptor) { entry->kind = FREE; }
  }
  // Setting a timer takes back an expiry that has not been read. The descriptor does not block, so
  // that there may be none.
  uint64_t count;
  if (read(descriptor, &count, sizeof count) < 0 && errno != EAGAIN) { return -1; }
  uint64_t due = (uint64_t)new->it_value.tv_sec * second + (uint64_t)new->it_value.tv_nsec;
  if (due == 0) { return 0; }
  due = (flags & TFD_TIMER_ABSTIME) != 0 ? from_monotonic(due) : due + clock->now;
  struct entry *entry = add_entry(clock, ALARM, VIRTUAL_TIME_ALARM);
  entry->alarm = descriptor;
  entry->due = due;
  if (due <= clock->now) { happen(clock, entry); }
  return 0;
}

// MARK: Sleep

INTERPOSED int ppoll(
  struct pollfd *polled, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) {
    return (int)syscall(SYS_ppoll, polled, count, timeout, mask, _NSIG / 8);
  }
  bool may_sleep = timeout == NULL;
  if (!may_sleep && (timeout->tv_sec != 0 || timeout->tv_nsec != 0)) {
    fail(clock, VIRTUAL_TIME_UNSUPPORTED);
  }
  for (;;) {
    struct timespec none = {0};
    int ready = (int)syscall(SYS_ppoll, polled, count, &none, mask, _NSIG / 8);
    if (ready != 0 || !may_sleep) { return ready; }
    struct entry *entry = first_entry(clock);
    if (entry == NULL) { fail(clock, VIRTUAL_TIME_ASLEEP_FOREVER); }
    advance(clock, entry->due > clock->now ? entry->due : clock->now);
  }
}

// MARK: Limits of runs

// A run's limit is a timer of libdispatch. The real one is armed for never; its handler is called
// here, on the thread in virtual time.

typedef void (*set_handler_function)(void *source, struct block *handler);
typedef void (*set_timer_function)(void *source, uint64_t start, uint64_t interval, uint64_t leeway);
typedef void (*cancel_function)(void *source);

static set_handler_function set_handler;
static set_timer_function set_timer;
static cancel_function cancel;

__attribute__((constructor)) static void find_dispatch(void) {
  set_handler = (set_handler_function)dlsym(RTLD_NEXT, "dispatch_source_set_event_handler");
  set_timer = (set_timer_function)dlsym(RTLD_NEXT, "dispatch_source_set_timer");
  cancel = (cancel_function)dlsym(RTLD_NEXT, "dispatch_source_cancel");
}

INTERPOSED void dispatch_source_set_event_handler(void *source, struct block *handler) {
  struct clock *clock = clock_of_thread;
  if (clock != NULL && handler != NULL) {
    struct entry *entry = add_entry(clock, LIMIT, VIRTUAL_TIME_LIMIT);
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
  entry->due = from_monotonic(start);
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
