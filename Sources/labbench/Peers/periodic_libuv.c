// The workload 'periodic' of labbench on libuv, with a virtual clock: periodic_libuv N [FIRES]
//
// Needs libuv 1.x ('apt-get install libuv1-dev'). Takes the place of the calls by which libuv reads
// the clock and sleeps; a millisecond of its clock is a nanosecond of the workload:
//
//     cc -O3 -rdynamic periodic_libuv.c -luv -o periodic_libuv
//
// Prints the nanoseconds of processor time a fire, and the checksum, which is labbench's own for the
// same N and number of fires unless timers are due together when several have been set anew.

#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <uv.h>

static int64_t now;

int clock_gettime(clockid_t id, struct timespec *time) {
  (void)id;
  time->tv_sec = now / 1000;
  time->tv_nsec = now % 1000 * 1000000;
  return 0;
}

int epoll_wait(int file, struct epoll_event *events, int capacity, int timeout) {
  (void)file, (void)events, (void)capacity;
  if (timeout > 0) now += timeout;
  return 0;
}

int epoll_pwait(
  int file, struct epoll_event *events, int capacity, int timeout, const sigset_t *signals) {
  (void)signals;
  return epoll_wait(file, events, capacity, timeout);
}

typedef struct {
  uv_timer_t timer;
  int64_t number, period, expected, count, lateness_sum, lateness_max;
} Timer;

static uint64_t checksum;
static int64_t fires_left;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

static void fire(uv_timer_t *handle) {
  Timer *timer = (Timer *)handle;
  if (fires_left == 0) return;
  int64_t lateness = now - timer->expected;
  timer->expected = now + timer->period;
  timer->count += 1;
  timer->lateness_sum += lateness;
  if (lateness > timer->lateness_max) timer->lateness_max = lateness;
  checksum = checksum * 31 + (uint64_t)(now ^ timer->number);
  if (--fires_left == 0) uv_stop(handle->loop);
}

int main(int count, char **words) {
  int64_t size = count > 1 ? atoll(words[1]) : 1;
  int64_t fires = fires_left = count > 2 ? atoll(words[2]) : 1000000;
  uv_loop_t *loop = uv_default_loop();
  Timer *timers = calloc(size, sizeof *timers);
  for (int64_t i = 0; i < size; i++) {
    timers[i].number = i;
    timers[i].period = 1000000 + mix(2 * i) % 99000000;
    timers[i].expected = mix(2 * i + 1) % timers[i].period;
    uv_timer_init(loop, &timers[i].timer);
    uv_timer_start(&timers[i].timer, fire, timers[i].expected, timers[i].period);
  }
  clock_t start = clock();
  uv_run(loop, UV_RUN_DEFAULT);
  double elapsed = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%.1f ns, checksum %" PRIx64 "\n", elapsed / fires * 1e9, checksum);
}
