// Virtual time for the real CFRunLoop.
//
// A thread that calls virtual_time_enter() gets a clock of its own. From then on the system calls
// with which libFoundation reads clocks, arms timers and sleeps are answered from that clock: the
// thread never waits, its clock jumps to whatever is due next. All other threads, and this one
// before it enters, see the real calls.
//
// The functions take precedence over those of the C library and of libdispatch because an
// executable's own symbols do. That needs the shared libraries of Foundation and Dispatch, and
// Linux; elsewhere this target is empty.

#ifndef VIRTUAL_TIME_H
#define VIRTUAL_TIME_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Why the clock cannot go on.
typedef enum virtual_time_failure {
  // The thread sleeps and nothing is due, ever.
  VIRTUAL_TIME_ASLEEP_FOREVER,
  // More things are due at once than the agenda holds.
  VIRTUAL_TIME_AGENDA_FULL,
  // The thread used a call in a way that the clock does not imitate, or a real call failed.
  VIRTUAL_TIME_UNSUPPORTED,
} virtual_time_failure;

// What goes first among the things due at one instant; equals go in order of arrival.
typedef enum virtual_time_rank {
  VIRTUAL_TIME_EARLY,
  VIRTUAL_TIME_ALARM,
  VIRTUAL_TIME_LIMIT,
  VIRTUAL_TIME_EVENT,
} virtual_time_rank;

// Puts the calling thread into virtual time for the rest of its life, at 0, with an empty agenda.
//
// The thread's run loop must be created after this, because its alarms are. The failure handler is
// called when the clock cannot go on and must not return. Returns false when memory is short or the
// thread is in virtual time already.
bool virtual_time_enter(void (*failure)(virtual_time_failure reason));

// The nanoseconds since the thread entered virtual time.
//
// CFAbsoluteTimeGetCurrent counts from the same moment, so that its doubles are exact near it.
uint64_t virtual_time_now(void);

// Keeps the calling thread busy; what falls due meanwhile happens at its own instant.
void virtual_time_spend(uint64_t nanoseconds);

// Lets the machine sleep: the clock on the wall goes on meanwhile, and the monotonic one stands.
void virtual_time_sleep_machine(uint64_t nanoseconds);

// Calls a function when the clock reaches an instant, as if another thread had called it.
void virtual_time_at(
  uint64_t instant, virtual_time_rank rank, void (*function)(void *context), void *context);

// Forks the process; Swift does not offer fork itself.
//
// A process that has used neither Dispatch nor a run loop may fork, and the child has both afresh.
pid_t virtual_time_fork(void);

// Makes a descriptor that a port-based source can wait for; rings it. Both are real at all times.
int virtual_time_make_port(void);
void virtual_time_ring(int port);

#endif
