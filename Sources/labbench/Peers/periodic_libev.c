// The workload 'periodic' of labbench on libev, with a virtual clock: periodic_libev N [FIRES]
//
// Needs the source of libev 4.33 in ./libev-4.33, whose longest sleep of a minute and whose check
// for jumps of the clock are lifted, since a second of its clock is a nanosecond of the workload, so that
// all its instants are exact:
//
//     sed -i 's/59.743/1e18/; s/1500001.07/1e18/; s/MIN_TIMEJUMP  1./MIN_TIMEJUMP  1e18/' libev-4.33/ev.c
//     cc -O3 -w -Ilibev-4.33 periodic_libev.c -lm -o periodic_libev
//
// Prints the nanoseconds of processor time a fire, and the checksum, which is labbench's own for the
// same N and number of fires unless timers are due together: libev does not keep their order.

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t now;

// Half a unit late, for libev fires what was due before now.
static int virtual_clock(clockid_t id, struct timespec *time) {
  (void)id;
  time->tv_sec = now;
  time->tv_nsec = 500000000;
  return 0;
}

#define EV_STANDALONE 1
#define EV_USE_MONOTONIC 1
#define EV_USE_REALTIME 1
#define EV_USE_CLOCK_SYSCALL 0
#define EV_USE_SELECT 1
#define EV_USE_POLL 0
#define EV_USE_EPOLL 0
#define EV_USE_TIMERFD 0
#define EV_USE_LINUXAIO 0
#define EV_USE_IOURING 0
#define EV_PERIODIC_ENABLE 0
#define clock_gettime virtual_clock
#include "ev.c"
#undef clock_gettime

typedef struct {
  ev_timer timer;
  int64_t number, period, expected, count, lateness_sum, lateness_max;
} Timer;

static uint64_t checksum;
static int64_t fires_left;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

static void sleep_virtually(struct ev_loop *loop, ev_tstamp timeout) {
  (void)loop;
  now += (int64_t)(timeout + 0.5);
}

static void fire(struct ev_loop *loop, ev_timer *watcher, int events) {
  (void)events;
  Timer *timer = (Timer *)watcher;
  if (fires_left == 0) return;
  int64_t lateness = now - timer->expected;
  timer->expected = now + timer->period;
  timer->count += 1;
  timer->lateness_sum += lateness;
  if (lateness > timer->lateness_max) timer->lateness_max = lateness;
  checksum = checksum * 31 + (uint64_t)(now ^ timer->number);
  if (--fires_left == 0) ev_break(loop, EVBREAK_ALL);
}

int main(int count, char **words) {
  int64_t size = count > 1 ? atoll(words[1]) : 1;
  int64_t fires = fires_left = count > 2 ? atoll(words[2]) : 1000000;
  struct ev_loop *loop = ev_loop_new(EVBACKEND_SELECT);
  loop->backend_poll = sleep_virtually;
  Timer *timers = calloc(size, sizeof *timers);
  for (int64_t i = 0; i < size; i++) {
    timers[i].number = i;
    timers[i].period = 1000000 + mix(2 * i) % 99000000;
    timers[i].expected = mix(2 * i + 1) % timers[i].period;
    ev_timer_init(&timers[i].timer, fire, timers[i].expected - 0.5, timers[i].period);
    ev_timer_start(loop, &timers[i].timer);
  }
  clock_t start = clock();
  ev_run(loop, 0);
  double elapsed = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%.1f ns, checksum %" PRIx64 "\n", elapsed / fires * 1e9, checksum);
}
