import CBenchLimits
import LabKernel
import LabLoop
import LabTrace

/// The workload *periodic*: timers with periods spread over 1 to 100 ms, in steady state at once.
///
///     period(i) = 1 ms + mix(2i) mod 99 ms,  first(i) = mix(2i + 1) mod period(i)
///
/// Each callback updates five words of its timer's state and a checksum of who fired when. All
/// implementations come to the same checksum.
enum Periodic {
  /// How often timers fire in all.
  static func fires(_ scale: Benchmark.Scale) -> Int {
    scale == .smoke ? 4_000 : 1_000_000
  }

  static let sizes = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

  static func benchmarks(_ scale: Benchmark.Scale) -> [Benchmark] {
    let sizes = sizes.prefix(scale == .smoke ? 4 : 7)
    return sizes.map(queue) + sizes.map { loop($0, records: false) }
      + sizes.prefix(4).map { loop($0, records: true) }
  }

  /// Fires timers of a loop so many times.
  static func fire(_ fires: Int, timers size: Int, records: Bool = false) {
    PeriodicTimers(size).makeLoop(fires: fires, records: records).run(.default)
  }

  private static func queue(_ size: Int) -> Benchmark {
    benchmark("queue-periodic", size) { scale in
      let timers = PeriodicTimers(size)
      let (_, bytes) = Memory.measure(items: size) { timers.scheduleAll() }
      var sample = Sample.measure(fires(scale)) { timers.fire(fires(scale)) }
      sample.bytesPerItem = bytes
      sample.allocations = timers.allocations
      return sample
    }
  }

  private static func loop(_ size: Int, records: Bool) -> Benchmark {
    benchmark(records ? "loop-periodic-traced" : "loop-periodic", size) { scale in
      let timers = PeriodicTimers(size)
      let fires = fires(scale)
      let (loop, bytes) = Memory.measure(items: size) {
        timers.makeLoop(fires: fires, records: records)
      }
      var sample = Sample.measure(fires) {
        loop.run(.default)
        return timers.checksum
      }
      sample.bytesPerItem = records ? nil : bytes
      sample.allocations = timers.allocations
      return sample
    }
  }

  private static func benchmark(
    _ name: String, _ size: Int, _ perform: @escaping @Sendable (Benchmark.Scale) throws -> Sample
  ) -> Benchmark {
    Benchmark(
      name: name, size: size, unit: "fire", limitName: "C 4-ary heap", isFrugal: true,
      perform: perform
    ) { scale in
      let timers = PeriodicTimers(size)
      let heap = unsafe limit_heap_make(size, timers.first, timers.period)
      defer { unsafe limit_heap_free(heap) }
      let fires = fires(scale)
      return Sample.measure(fires) { unsafe limit_heap_run(heap, UInt64(fires)) }
    }
  }
}

/// The timers of the workload *periodic*, their state, and the sum over what they did.
private final class PeriodicTimers {
  /// The state of one timer: five words of eight bytes.
  struct State {
    let period: Int64
    var expected: Int64
    var count: Int64 = 0
    var latenessSum: Int64 = 0
    var latenessMax: Int64 = 0
  }

  /// Who fired when, and what it cost.
  private struct Course: ~Copyable {
    var states = UniqueArray<State>()
    var queue = EventQueue()
    var checksum: UInt64 = 0
    var fires = 0
    var steadyAt = 0
    var endsAt = 0
    var allocationsBefore: Int?
    var allocationsAfter: Int?

    /// Updates the state of a timer that fires, unchecked as in C, and returns when it is due
    /// again.
    @inline(always)
    mutating func fire(_ timer: Int, at now: Int64) -> Int64 {
      let lateness = now &- states[timer].expected
      let next = now &+ states[timer].period
      states[timer].expected = next
      states[timer].count &+= 1
      states[timer].latenessSum &+= lateness
      states[timer].latenessMax = max(lateness, states[timer].latenessMax)
      checksum = checksum &* 31 &+ UInt64(bitPattern: now ^ Int64(timer))
      return next
    }

    /// Fires timers off the bare queue.
    mutating func fireOffQueue(_ fires: Int) {
      var rank = UInt64(states.count)
      for _ in 0..<fires {
        guard let next = queue.first else { break }
        let due = fire(next.id, at: next.key.due)
        queue.schedule(next.id, key: EventQueue.Key(due: due, rank: rank))
        rank &+= 1
      }
    }
  }

  let first: [Int64]
  let period: [Int64]
  @safe @exclusivity(unchecked) private var course = Course()

  init(_ size: Int) {
    let period = (0..<size).map { Int64(1_000_000 + mixBits(UInt64(2 * $0)) % 99_000_000) }
    self.period = period
    first = (0..<size).map { Int64(mixBits(UInt64(2 * $0 + 1)) % UInt64(period[$0])) }
    for timer in 0..<size {
      course.states.append(State(period: period[timer], expected: first[timer]))
    }
  }

  var checksum: UInt64 { course.checksum }

  var allocations: Int? {
    guard let before = course.allocationsBefore, let after = course.allocationsAfter
    else { return nil }
    return after - before
  }

  func scheduleAll() {
    for timer in first.indices.reversed() {
      course.queue.schedule(
        timer, key: EventQueue.Key(due: first[timer], rank: UInt64(timer)))
    }
  }

  /// Fires timers off the bare queue.
  func fire(_ fires: Int) -> UInt64 {
    course.allocationsBefore = Memory.allocations
    course.fireOffQueue(fires)
    course.allocationsAfter = Memory.allocations
    return checksum
  }

  /// Makes a loop that fires the timers so many times and then stops.
  func makeLoop(fires: Int, records: Bool) -> SimulatedRunLoop {
    let world = World()
    let recorder =
      records ? TraceRecorder(world, into: Trace(expectedCount: 2 * fires + 4 * first.count)) : nil
    let loop = SimulatedRunLoop(in: world, recorder: recorder)
    course.steadyAt = fires / 10
    course.endsAt = fires
    // One closure serves all timers, so that nothing but the loop is measured.
    let callout: SimulatedRunLoop.Action = { [self] loop, occasion in
      callOut(occasion.number, in: loop)
    }
    for timer in first.indices {
      let made = loop.makeTimer(
        "timer", at: Instant(nanoseconds: first[timer]), every: .nanoseconds(period[timer]),
        perform: callout)
      loop.add(made, to: .default)
    }
    return loop
  }

  private func callOut(_ timer: Int, in loop: SimulatedRunLoop) {
    // Timers due together with the last one are not part of the work any more.
    guard course.fires < course.endsAt else { return }
    _ = course.fire(timer, at: loop.world.now.nanoseconds)
    course.fires += 1
    if course.fires == course.steadyAt {
      course.allocationsBefore = Memory.allocations
    } else if course.fires == course.endsAt {
      course.allocationsAfter = Memory.allocations
      loop.stop()
    }
  }
}
