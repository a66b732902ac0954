// The clock of a thread in virtual time, for the files of this target.

#ifndef VIRTUAL_CLOCK_H
#define VIRTUAL_CLOCK_H

#include "virtual_time.h"

#include <stddef.h>

// An executable that links libdispatch statically has its own, strong definitions of some of the
// interposed functions. It then links and runs, in real time.
#define INTERPOSED __attribute__((weak, visibility("default")))

static const uint64_t second = 1000000000;

// The monotonic clock's reading when virtual time is 0. It must not be 0 itself, which CFRunLoop takes
// for "never" in a signal and for "poll" in a limit.
static const uint64_t monotonic_start = 1000000000000;

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
  // For how long the machine has slept: what the clock on the wall is ahead by.
  uint64_t slept;
  void (*failure)(virtual_time_failure reason);
  // The event descriptors that stand for timer descriptors.
  int alarms[alarm_count];
  int alarms_in_use;
  // Entries beyond this were never used.
  int agenda_end;
  struct entry agenda[agenda_size];
};

// The clock of the calling thread, or NULL in real time.
extern _Thread_local struct clock *clock_of_thread;

// Reports that the clock cannot go on, and does not return.
_Noreturn void clock_fail(struct clock *clock, virtual_time_failure reason);

// Adds an entry that is due at 0.
struct entry *clock_add(struct clock *clock, int kind, virtual_time_rank rank);

// The entry due first, or NULL.
struct entry *clock_first(struct clock *clock);

// Takes an entry out of the agenda and lets it happen.
void clock_happen(struct clock *clock, struct entry *entry);

// Lets everything due up to an instant happen, each at its own time, and ends at that instant.
void clock_advance(struct clock *clock, uint64_t end);

// Converts a reading of the monotonic clock.
uint64_t clock_from_monotonic(uint64_t reading);

#endif
