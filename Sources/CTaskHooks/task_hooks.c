#include "task_hooks.h"

#ifdef __APPLE__
#include <dlfcn.h>
#endif
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

// The hooks are variables that libswift_Concurrency exports. Their types are those of the header
// include/swift/Runtime/ConcurrencyHooks.def in the compiler's repository: each hook gets what the
// function that it stands in for gets, and that function last.
#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*enqueue_original)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue_original);
typedef SWIFT void (*delay_original)(unsigned long long delay, void *job);
typedef SWIFT void (*delay_hook)(unsigned long long delay, void *job, delay_original);
typedef SWIFT void (*deadline_original)(
    long long s, long long ns, long long tolerance_s, long long tolerance_ns, int clock, void *job);
typedef SWIFT void (*deadline_hook)(
    long long s, long long ns, long long tolerance_s, long long tolerance_ns, int clock, void *job,
    deadline_original);
typedef SWIFT task_executor (*main_original)(void);
typedef SWIFT task_executor (*main_hook)(main_original);
typedef SWIFT bool (*is_main_original)(task_executor);
typedef SWIFT bool (*is_main_hook)(task_executor, is_main_original);

// A runtime may lack some of them. On Apple's platforms a symbol that the SDK lacks does not link,
// weak or not, so it is looked up by its name; elsewhere the runtime may be linked statically,
// without names.
#ifdef __APPLE__
#define HOOK(type, name) ((type *)dlsym(RTLD_DEFAULT, #name))
#else
#define HOOK(type, name) (&name)
#define DECLARE(type, name) extern __attribute__((weak)) type name
DECLARE(enqueue_hook, swift_task_enqueueGlobal_hook);
DECLARE(enqueue_hook, swift_task_enqueueMainExecutor_hook);
DECLARE(delay_hook, swift_task_enqueueGlobalWithDelay_hook);
DECLARE(deadline_hook, swift_task_enqueueGlobalWithDeadline_hook);
DECLARE(main_hook, swift_task_getMainExecutor_hook);
DECLARE(is_main_hook, swift_task_isMainExecutor_hook);
#endif

static _Thread_local const task_taker *taker = NULL;
static _Atomic(const void *) main_witness = NULL;
static bool is_complete = false;

/// The hooks that were set before; written before a hook that reads them is in its place.
static struct {
  enqueue_hook global;
  enqueue_hook main;
  delay_hook delay;
  deadline_hook deadline;
  main_hook get_main;
  is_main_hook is_main;
} before;

/// The hook that was set before. The runtime reads its variables plainly: the fence lets a thread
/// that found a hook of this file find what was written before it.
#define BEFORE(name) (atomic_thread_fence(memory_order_acquire), before.name)

static SWIFT void enqueue_global(void *job, enqueue_original original) {
  if (taker != NULL) {
    taker->take_global(taker->owner, job);
  } else if (BEFORE(global) != NULL) {
    BEFORE(global)(job, original);
  } else {
    original(job);
  }
}

static SWIFT void enqueue_main(void *job, enqueue_original original) {
  if (taker != NULL) {
    taker->take_main(taker->owner, job);
  } else if (BEFORE(main) != NULL) {
    BEFORE(main)(job, original);
  } else {
    original(job);
  }
}

static SWIFT void enqueue_after_delay(
    unsigned long long delay, void *job, delay_original original) {
  if (taker != NULL) taker->sleeps(taker->owner);
  if (BEFORE(delay) != NULL) {
    BEFORE(delay)(delay, job, original);
  } else {
    original(delay, job);
  }
}

static SWIFT void enqueue_at_deadline(
    long long s, long long ns, long long tolerance_s, long long tolerance_ns, int clock, void *job,
    deadline_original original) {
  if (taker != NULL) taker->sleeps(taker->owner);
  if (BEFORE(deadline) != NULL) {
    BEFORE(deadline)(s, ns, tolerance_s, tolerance_ns, clock, job, original);
  } else {
    original(s, ns, tolerance_s, tolerance_ns, clock, job);
  }
}

static SWIFT task_executor get_main(main_original original) {
  if (taker != NULL) return taker->main(taker->owner);
  return BEFORE(get_main) != NULL ? BEFORE(get_main)(original) : original();
}

static SWIFT bool is_main(task_executor executor, is_main_original original) {
  if (executor.witness == atomic_load_explicit(&main_witness, memory_order_acquire)) return true;
  return BEFORE(is_main) != NULL ? BEFORE(is_main)(executor, original) : original(executor);
}

/// Puts a hook in its place and keeps the one before; other threads enqueue jobs meanwhile.
#define REPLACE(place, hook, old) \
  do { \
    (old) = __atomic_load_n((place), __ATOMIC_ACQUIRE); \
    __atomic_store_n((place), (hook), __ATOMIC_RELEASE); \
  } while (0)

static void install(void) {
  enqueue_hook *global = HOOK(enqueue_hook, swift_task_enqueueGlobal_hook);
  enqueue_hook *main = HOOK(enqueue_hook, swift_task_enqueueMainExecutor_hook);
  if (global == NULL || main == NULL) return;
  REPLACE(global, enqueue_global, before.global);
  REPLACE(main, enqueue_main, before.main);
  delay_hook *delay = HOOK(delay_hook, swift_task_enqueueGlobalWithDelay_hook);
  if (delay != NULL) REPLACE(delay, enqueue_after_delay, before.delay);
  deadline_hook *deadline = HOOK(deadline_hook, swift_task_enqueueGlobalWithDeadline_hook);
  if (deadline != NULL) REPLACE(deadline, enqueue_at_deadline, before.deadline);
  // Since 6.2 the runtime asks for the main actor's executor; before, its jobs pass the hook above.
  main_hook *get = HOOK(main_hook, swift_task_getMainExecutor_hook);
  is_main_hook *is = HOOK(is_main_hook, swift_task_isMainExecutor_hook);
  if (get != NULL && is != NULL) {
    REPLACE(is, is_main, before.is_main);
    REPLACE(get, get_main, before.get_main);
  }
  is_complete = true;
}

bool task_hooks_install(task_executor main) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const void *none = NULL;
  atomic_compare_exchange_strong_explicit(
      &main_witness, &none, main.witness, memory_order_acq_rel, memory_order_acquire);
  pthread_once(&once, install);
  return is_complete;
}

const task_taker *task_hooks_exchange(const task_taker *next) {
  const task_taker *last = taker;
  taker = next;
  return last;
}

const task_taker *task_hooks_taker(void) { return taker; }

#ifdef __APPLE__
#include <CoreFoundation/CoreFoundation.h>
#else
// Foundation brings its own CoreFoundation, without headers.
typedef const void *CFTypeRef;
extern __attribute__((weak)) CFTypeRef CFRunLoopGetCurrent(void);
extern __attribute__((weak)) double CFRunLoopGetNextTimerFireDate(CFTypeRef loop, CFTypeRef mode);
extern __attribute__((weak)) const CFTypeRef kCFRunLoopDefaultMode;
#endif

double task_hooks_next_timer(void) {
#ifndef __APPLE__
  if (&CFRunLoopGetNextTimerFireDate == NULL || &kCFRunLoopDefaultMode == NULL) return 0;
#endif
  return CFRunLoopGetNextTimerFireDate(CFRunLoopGetCurrent(), kCFRunLoopDefaultMode);
}
