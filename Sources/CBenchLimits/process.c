// For wait4.
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "bench_limits.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t most_bytes(const struct rusage *usage) {
#ifdef __APPLE__
  return usage->ru_maxrss;
#else
  return (int64_t)usage->ru_maxrss * 1024;
#endif
}

limit_process limit_run(const char *path, const char *words) {
  limit_process result = {-1, -1, -1};
  char *arguments[17] = {(char *)path};
  char *copy = strdup(words), *rest = copy;
  if (!copy) return result;
  for (int count = 1; rest && count < 16; count += 1) arguments[count] = strsep(&rest, "\n");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  struct rusage own, usage;
  getrusage(RUSAGE_SELF, &own);
  pid_t process;
  int64_t began = now();
  if (posix_spawn(&process, path, &actions, NULL, arguments, environ) == 0) {
    int status;
    if (wait4(process, &status, 0, &usage) == process) {
      result.nanoseconds = now() - began;
      result.status = status;
      // Until it executes the program, the new process has the memory of this one.
      if (most_bytes(&usage) > most_bytes(&own)) result.bytes = most_bytes(&usage);
    }
  }
  posix_spawn_file_actions_destroy(&actions);
  free(copy);
  return result;
}
