// The workload 'periodic' of labbench, but for the timers that each peer has its own: its periods, the
// state of a timer, what a fire does, and what is printed in the end.

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The virtual time in nanoseconds.
static int64_t now;
static uint64_t checksum;
static int64_t fires_left;

typedef struct {
  int64_t number, period, expected, count, lateness_sum, lateness_max;
} State;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

static State first_state(int64_t number) {
  State state = {.number = number, .period = 1000000 + mix(2 * number) % 99000000};
  state.expected = mix(2 * number + 1) % state.period;
  return state;
}

// Returns whether the timer's fire was the last one.
static int fire_once(State *state) {
  if (fires_left == 0) return 0;
  int64_t lateness = now - state->expected;
  state->expected = now + state->period;
  state->count += 1;
  state->lateness_sum += lateness;
  if (lateness > state->lateness_max) state->lateness_max = lateness;
  checksum = checksum * 31 + (uint64_t)(now ^ state->number);
  return --fires_left == 0;
}

static void print_result(clock_t start, int64_t fires) {
  double elapsed = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%.1f ns, checksum %" PRIx64 "\n", elapsed / fires * 1e9, checksum);
}
