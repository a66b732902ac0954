// Where the concurrency runtime asks, thread by thread, who takes a job.

#ifndef TASK_HOOKS_H
#define TASK_HOOKS_H

#include <stdbool.h>

/// A serial executor as the runtime passes it: the object, and its witness table.
typedef struct {
  const void *object;
  const void *witness;
} task_executor;

/// Takes the jobs that code on a thread enqueues without naming an executor of its own.
typedef struct {
  /// Passed to the functions.
  void *owner;
  /// Returns the executor to use instead of the main actor's.
  task_executor (*main)(void *owner);
  /// Takes a job for the main actor; of runtimes before 6.2, which do not ask for its executor.
  void (*take_main)(void *owner, void *job);
  /// Takes a job for the pool of threads.
  void (*take_global)(void *owner, void *job);
  /// Learns that a job waits for a real clock.
  void (*sleeps)(void *owner);
} task_taker;

/// Sets the hooks of the concurrency runtime; later calls change nothing.
///
/// On a thread without a taker everything is as before, and a hook that was set before is called.
///
/// - Parameter main: Any executor that a taker returns as the main actor's; they are of one class.
/// - Returns: Whether the runtime has the hooks.
bool task_hooks_install(task_executor main);

/// Sets the taker of the calling thread's jobs, or NULL; returns the one before.
const task_taker *task_hooks_exchange(const task_taker *taker);

/// The taker of the calling thread's jobs, or NULL.
const task_taker *task_hooks_taker(void);

/// When the first timer on the run loop of the calling thread fires in the default mode, in seconds
/// since 2001; 0 without one.
double task_hooks_next_timer(void);

#endif
