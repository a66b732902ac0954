#include "host_ports.h"

#if defined(__linux__)

#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

int host_port_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void host_port_ring(int port) {
  // A port that has been rung so often that it is full has been rung all the same.
  (void)eventfd_write(port, 1);
}

int host_timer_set(int timer, uint64_t first, uint64_t interval) {
  const uint64_t second = 1000000000;
  struct itimerspec times = {
      .it_value = {.tv_sec = (time_t)(first / second), .tv_nsec = (long)(first % second)},
      .it_interval = {.tv_sec = (time_t)(interval / second), .tv_nsec = (long)(interval % second)},
  };
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &times, NULL);
}

int host_timer_make(uint64_t first, uint64_t interval) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (timer >= 0 && host_timer_set(timer, first, interval) != 0) {
    close(timer);
    return -1;
  }
  return timer;
}

uint64_t host_port_take(int port) {
  uint64_t count = 0;
  return read(port, &count, sizeof count) == sizeof count ? count : 0;
}

void host_port_close(int port) { close(port); }

#else

int host_port_make(void) { return -1; }
void host_port_ring(int port) { (void)port; }
int host_timer_make(uint64_t first, uint64_t interval) { return -1; }
int host_timer_set(int timer, uint64_t first, uint64_t interval) { return -1; }
uint64_t host_port_take(int port) { return 0; }
void host_port_close(int port) { (void)port; }

#endif
