// Descriptors that a port-based source of CFRunLoop, or poll, can wait for, which Swift cannot make
// itself.

#ifndef HOST_PORTS_H
#define HOST_PORTS_H

#include <stdint.h>

// Makes a port; negative if the system has none left, or is not Linux.
int host_port_make(void);

// Rings a port, from any thread; rings that were not served yet are one.
void host_port_ring(int port);

// Makes a timer that fires at an instant of the monotonic clock, and then after each interval, in
// nanoseconds; 0 for once. Negative as above.
int host_timer_make(uint64_t first, uint64_t interval);

// Sets a timer anew, so that it does not tell of what it has done; 0 if that is possible.
int host_timer_set(int timer, uint64_t first, uint64_t interval);

// How often a port was rung, or a timer fired, since this was asked last; 0 for not at all.
uint64_t host_port_take(int port);

void host_port_close(int port);

#endif
