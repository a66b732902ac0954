#if defined(__linux__)

#define _GNU_SOURCE
#include "virtual_clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// 2001-01-01 in seconds since 1970: CFAbsoluteTime is 0 when virtual time is.
static const int64_t epoch = 978307200;

// MARK: Clocks

INTERPOSED int clock_gettime(clockid_t id, struct timespec *time) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) { return (int)syscall(SYS_clock_gettime, id, time); }
  bool is_wall = id == CLOCK_REALTIME;
  bool goes_on = is_wall || id == CLOCK_BOOTTIME;
  uint64_t reading =
    clock->now + (is_wall ? 0 : monotonic_start) + (goes_on ? clock->slept : 0);
  time->tv_sec = (time_t)(reading / second) + (is_wall ? epoch : 0);
  time->tv_nsec = (long)(reading % second);
  return 0;
}

INTERPOSED int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct clock *clock = clock_of_thread;
  if (clock == NULL) { return (int)syscall(SYS_gettimeofday, time, zone); }
  uint64_t reading = clock->now + clock->slept;
  time->tv_sec = (time_t)(reading / second) + epoch;
  time->tv_usec = (suseconds_t)(reading % second / 1000);
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
  if (clock->alarms_in_use == alarm_count) { clock_fail(clock, VIRTUAL_TIME_AGENDA_FULL); }
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
  if (repeats || old != NULL) { clock_fail(clock, VIRTUAL_TIME_UNSUPPORTED); }
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
  due = (flags & TFD_TIMER_ABSTIME) != 0 ? clock_from_monotonic(due) : due + clock->now;
  struct entry *entry = clock_add(clock, ALARM, VIRTUAL_TIME_ALARM);
  entry->alarm = descriptor;
  entry->due = due;
  if (due <= clock->now) { clock_happen(clock, entry); }
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
    clock_fail(clock, VIRTUAL_TIME_UNSUPPORTED);
  }
  for (;;) {
    struct timespec none = {0};
    int ready = (int)syscall(SYS_ppoll, polled, count, &none, mask, _NSIG / 8);
    if (ready != 0 || !may_sleep) { return ready; }
    struct entry *entry = clock_first(clock);
    if (entry == NULL) { clock_fail(clock, VIRTUAL_TIME_ASLEEP_FOREVER); }
    clock_advance(clock, entry->due > clock->now ? entry->due : clock->now);
  }
}

#endif
