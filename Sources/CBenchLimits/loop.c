#include "bench_limits.h"

/// value + slope × (the open phase)
typedef struct {
  int64_t value, slope;
} instant;

/// Whether a ≤ b; narrows how far the phase can grow before it is otherwise.
static inline __attribute__((always_inline)) int not_after(instant a, instant b, int64_t *width) {
  int64_t distance = b.value - a.value;
  if (width && a.slope != b.slope) {
    int64_t slope = b.slope - a.slope;
    int64_t flips = 0;
    if (distance >= 0 && slope < 0) flips = distance / -slope + 1;
    if (distance < 0 && slope > 0) flips = (-distance + slope - 1) / slope;
    if (flips > 0 && flips < *width) *width = flips;
  }
  return distance >= 0;
}

static inline __attribute__((always_inline)) instant vsync(int64_t phase, size_t number) {
  return (instant){phase + (int64_t)(number * 1000000000 / 60), 1};
}

static inline __attribute__((always_inline)) limit_outcome play(
    const limit_program *program, int64_t phase, int64_t *width) {
  limit_outcome outcome = {0, 0, 0};
  instant now = {0, 0}, end = {program->end, 0}, date = {program->interval, 0};
  size_t next_vsync = 0, next_task = 0, vsyncs = 0;
  size_t link_refresh = 0, timer_refresh = 0, link_count = 0, timer_count = 0;
  // Of the first refreshes, which no frame can reach, none counts.
  size_t latch = 0, last_frame = 2;
  while (not_after(vsync(phase, vsyncs), end, width)) vsyncs++;
  for (;;) {
    // The first that was due is served; of two the timer, then the link.
    enum { timer, link, task } kind = link;
    instant due = vsync(phase, next_vsync);
    if (program->interval && not_after(date, due, width)) {
      kind = timer;
      due = date;
    }
    if (next_task < program->task_count) {
      instant arrival = {program->arrivals[next_task], 0};
      if (!not_after(due, arrival, width)) {
        kind = task;
        due = arrival;
      }
    }
    instant begin = not_after(due, now, width) ? now : due;
    if (!not_after(begin, end, width)) break;
    now = begin;
    if (kind == task) {
      now.value += program->length;
      next_task++;
      continue;
    }
    now.value += program->cost;
    size_t *refresh = kind == link ? &link_refresh : &timer_refresh;
    size_t *count = kind == link ? &link_count : &timer_count;
    while (not_after(vsync(phase, *refresh), begin, width)) {
      (*refresh)++;
      *count = 0;
    }
    // Before the first vsync, and in the refresh that the end of the run cuts, nothing counts.
    if (*refresh > 0 && *refresh < vsyncs && ++*count == 2) {
      *(kind == link ? &outcome.link_doubles : &outcome.timer_doubles) += 1;
    }
    if (kind == timer) {
      while (not_after(date, now, width)) date.value += program->interval;
      continue;
    }
    while (not_after(vsync(phase, next_vsync), begin, width)) next_vsync++;
    if (!not_after(now, end, width)) continue;
    // The frame is latched at the first vsync that is not before its commit, and seen at the next.
    while (!not_after(now, vsync(phase, latch), width)) latch++;
    size_t frame = latch + 1;
    if (frame + 1 >= vsyncs) continue;
    if (frame > last_frame) outcome.dropped += (int64_t)(frame - last_frame) - 1;
    last_frame = frame;
  }
  if (vsyncs > last_frame + 2) outcome.dropped += (int64_t)(vsyncs - last_frame) - 2;
  return outcome;
}

limit_outcome limit_loop(const limit_program *program, int64_t phase) {
  return play(program, phase, NULL);
}

int64_t limit_loop_worst(limit_program program, int64_t phases, size_t places, int64_t step,
                         size_t *zones) {
  int64_t worst = 0, arrivals[2];
  program.arrivals = arrivals;
  *zones = 0;
  for (program.task_count = 0; program.task_count <= 2; program.task_count++) {
    for (size_t first = 0; first < (program.task_count > 0 ? places : 1); first++) {
      for (size_t second = first; second < (program.task_count > 1 ? places : first + 1); second++) {
        arrivals[0] = (int64_t)first * step;
        arrivals[1] = (int64_t)second * step;
        int64_t width;
        for (int64_t phase = 0; phase < phases; phase += width) {
          width = INT64_MAX - phases;
          int64_t dropped = play(&program, phase, &width).dropped;
          if (dropped > worst) worst = dropped;
          *zones += 1;
        }
      }
    }
  }
  return worst;
}
