#ifndef __APPLE__
#define _GNU_SOURCE // for RTLD_NEXT
#endif

#include "task_hooks.h"

#include <dlfcn.h>

#include <pthread.h>
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
static const void *main_witness = NULL;
static bool is_complete = false;

/// The hooks that were set before.
static struct {
  enqueue_hook global;
  enqueue_hook main;
  delay_hook delay;
  deadline_hook deadline;
  main_hook get_main;
  is_main_hook is_main;
} before;

static SWIFT void enqueue_global(void *job, enqueue_original original) {
  if (taker != NULL) {
    taker->take_global(taker->owner, job);
  } else if (before.global != NULL) {
    before.global(job, original);
  } else {
    original(job);
  }
}

static SWIFT void enqueue_main(void *job, enqueue_original original) {
  if (taker != NULL) {
    taker->take_main(taker->owner, job);
  } else if (before.main != NULL) {
    before.main(job, original);
  } else {
    original(job);
  }
}

static SWIFT void enqueue_after_delay(
    unsigned long long delay, void *job, delay_original original) {
  if (taker != NULL) taker->sleeps(taker->owner);
  if (before.delay != NULL) {
    before.delay(delay, job, original);
  } else {
    original(delay, job);
  }
}

static SWIFT void enqueue_at_deadline(
    long long s, long long ns, long long tolerance_s, long long tolerance_ns, int clock, void *job,
    deadline_original original) {
  if (taker != NULL) taker->sleeps(taker->owner);
  if (before.deadline != NULL) {
    before.deadline(s, ns, tolerance_s, tolerance_ns, clock, job, original);
  } else {
    original(s, ns, tolerance_s, tolerance_ns, clock, job);
  }
}

static SWIFT task_executor get_main(main_original original) {
  if (taker != NULL) return taker->main(taker->owner);
  return before.get_main != NULL ? before.get_main(original) : original();
}

static SWIFT bool is_main(task_executor executor, is_main_original original) {
  if (executor.witness == main_witness) return true;
  return before.is_main != NULL ? before.is_main(executor, original) : original(executor);
}

static void install(void) {
  enqueue_hook *global = HOOK(enqueue_hook, swift_task_enqueueGlobal_hook);
  enqueue_hook *main = HOOK(enqueue_hook, swift_task_enqueueMainExecutor_hook);
  if (global == NULL || main == NULL) return;
  before.global = *global;
  *global = enqueue_global;
  before.main = *main;
  *main = enqueue_main;
  delay_hook *delay = HOOK(delay_hook, swift_task_enqueueGlobalWithDelay_hook);
  if (delay != NULL) {
    before.delay = *delay;
    *delay = enqueue_after_delay;
  }
  deadline_hook *deadline = HOOK(deadline_hook, swift_task_enqueueGlobalWithDeadline_hook);
  if (deadline != NULL) {
    before.deadline = *deadline;
    *deadline = enqueue_at_deadline;
  }
  // Since 6.2 the runtime asks for the main actor's executor; before, its jobs pass the hook above.
  main_hook *get = HOOK(main_hook, swift_task_getMainExecutor_hook);
  is_main_hook *is = HOOK(is_main_hook, swift_task_isMainExecutor_hook);
  if (get != NULL && is != NULL) {
    before.is_main = *is;
    *is = is_main;
    before.get_main = *get;
    *get = get_main;
  }
  is_complete = true;
}

bool task_hooks_install(task_executor main) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  if (main_witness == NULL) main_witness = main.witness;
  pthread_mutex_unlock(&lock);
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

extern __attribute__((weak)) char _dispatch_main_q;

/// Stands before the function of this name in libdispatch, which dynamic linking finds after it.
///
/// It is weak, so that it gives way where libdispatch is linked statically.
__attribute__((weak)) void dispatch_async(void *queue, void *block) {
  static _Atomic(void *) original = NULL;
  if (original == NULL) original = dlsym(RTLD_NEXT, "dispatch_async");
  if (taker != NULL && queue == &_dispatch_main_q) taker->dispatches(taker->owner);
  ((void (*)(void *, void *))original)(queue, block);
}
#endif

double task_hooks_next_timer(void) {
#ifndef __APPLE__
  if (&CFRunLoopGetNextTimerFireDate == NULL || &kCFRunLoopDefaultMode == NULL) return 0;
#endif
  return CFRunLoopGetNextTimerFireDate(CFRunLoopGetCurrent(), kCFRunLoopDefaultMode);
}
