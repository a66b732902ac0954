// What the benchmarks are held against: the same work in C, as bare as it can be.

#ifndef BENCH_LIMITS_H
#define BENCH_LIMITS_H

#include <stddef.h>
#include <stdint.h>

/// The state of one periodic timer: five words of eight bytes.
typedef struct {
  int64_t period;
  int64_t expected;
  int64_t count;
  int64_t lateness_sum;
  int64_t lateness_max;
} limit_timer;

/// A 4-ary heap of (due, sequence, timer), with nothing around it.
typedef struct limit_heap limit_heap;

/// Makes a heap of n timers that are due first at `first[i]` and then after every `period[i]`.
limit_heap *limit_heap_make(size_t n, const int64_t *first, const int64_t *period);

/// Fires timers in the order of the heap and returns the checksum of who fired when.
uint64_t limit_heap_run(limit_heap *heap, uint64_t fires);

void limit_heap_free(limit_heap *heap);

/// Formats rows of four whole numbers with commas, as `snprintf` does; returns the bytes written.
size_t limit_format(char *buffer, size_t capacity, size_t rows);

/// Lets the five crates of the listings fall for steps of 1/120 s; returns how many stay in their box.
uint64_t limit_crates(size_t steps);

/// A run loop of one mode at 60 Hz: a link, a timer, and tasks that come through a port, served in
/// the order in which they are due.
typedef struct {
  /// When the run ends, how long a callback takes, and how long a task.
  int64_t end, cost, length;
  /// The interval and the first date of the timer; 0 for none.
  int64_t interval;
  /// When the tasks arrive, in ascending order.
  const int64_t *arrivals;
  size_t task_count;
} limit_program;

/// The refreshes in which the link and the timer fired twice, and those without a new frame.
typedef struct {
  int64_t link_doubles, timer_doubles, dropped;
} limit_outcome;

/// Plays a program whose first vsync is at a phase.
limit_outcome limit_loop(const limit_program *program, int64_t phase);

/// Returns the most refreshes that up to two tasks on a grid of places can take, over all phases: each
/// arrangement phase by phase, with as many runs as there are zones.
int64_t limit_loop_worst(limit_program program, int64_t phases, size_t places, int64_t step,
                         size_t *zones);

/// What became of a process.
typedef struct {
  /// From before its start to the news of its end, by the clock on the wall; -1 if it did not start.
  int64_t nanoseconds;
  /// The most memory that it had; -1 where nobody can tell, which is where this process has more.
  int64_t bytes;
  /// How it ended, as `wait` says.
  int status;
} limit_process;

/// Runs a program to its end with at most 15 words, a line feed between them; what it prints is lost.
limit_process limit_run(const char *path, const char *words);

/// The calls to `malloc`, `calloc` and `realloc` of the whole process so far; -1 where they are not
/// counted, which is everywhere but on Linux.
int64_t limit_allocations(void);

/// The bytes that the process has allocated and not freed; -1 where nobody can tell.
int64_t limit_bytes_in_use(void);

#endif
