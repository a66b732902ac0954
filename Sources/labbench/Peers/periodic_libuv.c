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
#include <signal.h>
#include <sys/epoll.h>
#include <uv.h>

#include "periodic.h"

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
  State state;
} Timer;

static void fire(uv_timer_t *handle) {
  if (fire_once(&((Timer *)handle)->state)) uv_stop(handle->loop);
}

int main(int count, char **words) {
  int64_t size = count > 1 ? atoll(words[1]) : 1;
  int64_t fires = fires_left = count > 2 ? atoll(words[2]) : 1000000;
  uv_loop_t *loop = uv_default_loop();
  Timer *timers = calloc(size, sizeof *timers);
  for (int64_t i = 0; i < size; i++) {
    State state = timers[i].state = first_state(i);
    uv_timer_init(loop, &timers[i].timer);
    uv_timer_start(&timers[i].timer, fire, state.expected, state.period);
  }
  clock_t start = clock();
  uv_run(loop, UV_RUN_DEFAULT);
  print_result(start, fires);
}
