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

#include "periodic.h"

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
  State state;
} Timer;

static void sleep_virtually(struct ev_loop *loop, ev_tstamp timeout) {
  (void)loop;
  now += (int64_t)(timeout + 0.5);
}

static void fire(struct ev_loop *loop, ev_timer *watcher, int events) {
  (void)events;
  if (fire_once(&((Timer *)watcher)->state)) ev_break(loop, EVBREAK_ALL);
}

int main(int count, char **words) {
  int64_t size = count > 1 ? atoll(words[1]) : 1;
  int64_t fires = fires_left = count > 2 ? atoll(words[2]) : 1000000;
  struct ev_loop *loop = ev_loop_new(EVBACKEND_SELECT);
  loop->backend_poll = sleep_virtually;
  Timer *timers = calloc(size, sizeof *timers);
  for (int64_t i = 0; i < size; i++) {
    State state = timers[i].state = first_state(i);
    ev_timer_init(&timers[i].timer, fire, state.expected - 0.5, state.period);
    ev_timer_start(loop, &timers[i].timer);
  }
  clock_t start = clock();
  ev_run(loop, 0);
  print_result(start, fires);
}
