"""The workload 'periodic' of labbench on SimPy: python3 periodic_simpy.py N [FIRES]

Needs SimPy ('pip install simpy'). Prints the nanoseconds of processor time a fire, and the checksum,
which is labbench's own for the same N and number of fires.
"""

import sys
import time

import simpy

MASK = (1 << 64) - 1


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Enough(Exception):
    pass


class Timers:
    def __init__(self, env, fires):
        self.env, self.left, self.checksum = env, fires, 0

    def timer(self, number, first, period):
        count = lateness_sum = lateness_max = 0
        expected = first
        yield self.env.timeout(first)
        while True:
            now = self.env.now
            lateness = now - expected
            expected = now + period
            count += 1
            lateness_sum += lateness
            lateness_max = max(lateness_max, lateness)
            self.checksum = (self.checksum * 31 + (now ^ number)) & MASK
            self.left -= 1
            if self.left == 0:
                raise Enough
            yield self.env.timeout(period)


def main():
    size = int(sys.argv[1])
    fires = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    env = simpy.Environment()
    timers = Timers(env, fires)
    for number in range(size):
        period = 1_000_000 + mix(2 * number) % 99_000_000
        env.process(timers.timer(number, mix(2 * number + 1) % period, period))
    env.run(until=1)  # Starts the processes; none is due in the first nanosecond but by chance.
    start = time.process_time()
    try:
        env.run()
    except Enough:
        pass
    seconds = time.process_time() - start
    print(f"{size} timers: {seconds / fires * 1e9:.0f} ns a fire, checksum {timers.checksum:x}")


main()
