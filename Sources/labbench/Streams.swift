import LabExperiment
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload

/// Runs that are measured while they are made: long ones in bounded memory, short ones in large
/// numbers.
enum Streams {
  static let benchmarks =
    [hours(1), hours(4), hours(24)]
    + [
      short("short-run-unmeasured", 0) { run, _ in try Runner(jobs: 1).trace(of: run).fingerprint },
      short("short-run", 5) { try measure($0, $1, asking: 5) },
      short("short-run", MetricDictionary.all.count) {
        try measure($0, $1, asking: MetricDictionary.all.count)
      },
    ]

  /// Hours at 120 Hz with every metric; the bytes are those of what is measured.
  private static func hours(_ count: Int) -> Benchmark {
    Benchmark(name: "hours-in-parts", size: count, unit: "simulated second") { scale in
      let seconds = scale == .smoke ? 10 : 3600 * count
      let before = Memory.bytesInUse
      var measured: Measured?
      var sample = try Sample.measure(seconds) {
        let hours = try measureHours(seconds: seconds)
        measured = hours
        return hours.fingerprint
      }
      if let before, let after = Memory.bytesInUse {
        sample.bytesPerItem = Double(after - before) / Double(seconds)
      }
      withExtendedLifetime(measured) {}
      return sample
    }
  }

  /// A run that was measured, all of whose numbers have been asked for.
  struct Measured {
    let fingerprint: UInt64
    let run: RunMeasurement
  }

  /// Measures a timer and a link at 120 Hz while the run is made.
  static func measureHours(seconds: Int) throws -> Measured {
    let scenario = Hours.scenario(120, seconds)
    let walk = RunWalk(
      until: scenario.duration.wholeNanoseconds, expecting: scenario.expectedRecords)
    let stage = Stage(scenario, seed: 1, keeping: 1 << 15)
    let trace = try stage.run(handingOver: 1 << 15) { walk.consume($0) }
    let run = RunMeasurement(walk, trace.header)
    precondition(run.verifyConservation().isEmpty, "an identity is broken")
    for driver in run.drivers {
      for reading in readings { _ = reading.value(driver) }
    }
    return Measured(fingerprint: trace.fingerprint, run: run)
  }

  /// Makes a run and asks for the first so many metrics of each driver.
  private static func measure(
    _ run: RunSpec, _ memory: RecordMemory, asking count: Int
  ) throws -> UInt64 {
    let result = try Runner(jobs: 1).result(of: run, in: memory)
    var defined: UInt64 = 0
    for driver in result.drivers {
      for metric in readings.prefix(count) where metric.value(driver) != nil { defined += 1 }
    }
    precondition(defined > 0, "no metric is defined")
    return result.fingerprint
  }

  /// How a metric is read; a bare function in an array would copy all that it is given.
  private struct Reading {
    let value: @Sendable (DriverMetrics) -> MetricValue?
  }

  private static let readings = MetricDictionary.all.map { Reading(value: $0.value) }

  /// A run of 130 ms of a timer and a link beside a load; the limit is a bare loop with as many
  /// events.
  private static func short(
    _ name: String, _ size: Int,
    _ perform: @escaping @Sendable (RunSpec, RecordMemory) throws -> UInt64
  ) -> Benchmark {
    Benchmark(
      name: name, size: size, unit: "run", limitName: "the events of the loop alone",
      limitChecks: false
    ) { scale in
      let count = runs(scale)
      let runs = shortRuns(count)
      let memory = RecordMemory()
      let before = Memory.allocations
      var sample = try Sample.measure(count) {
        try runs.reduce(0) { $0 &* 31 &+ (try perform($1, memory)) }
      }
      if let before, let after = Memory.allocations {
        sample.allocations = (after - before) / count
      }
      return sample
    } performLimit: { scale in
      let count = runs(scale)
      return Sample.measure(count) { bareLoop(runs: count) }
    }
  }

  private static func shortRuns(_ count: Int) -> [RunSpec] {
    var scenario = Hours.scenario(60, 1)
    scenario.duration = .milliseconds(130)
    return (0..<count).map { RunSpec(scenario, seed: UInt64($0)) }
  }

  /// Makes so many runs of 130 ms, and asks each for so many metrics; for its trace alone if none.
  static func performShortRuns(_ count: Int, asking metrics: Int) throws {
    let memory = RecordMemory()
    for run in shortRuns(count) {
      if metrics == 0 {
        _ = try Runner(jobs: 1).trace(of: run).fingerprint
      } else {
        _ = try measure(run, memory, asking: metrics)
      }
    }
  }

  private static func runs(_ scale: Benchmark.Scale) -> Int { scale == .smoke ? 10 : 5_000 }

  /// Two timers at 60 Hz and a task every 50 ms, in one loop without a trace, 130 ms at a time.
  private static func bareLoop(runs: Int) -> UInt64 {
    let world = World(eventsPerRun: .max)
    let loop = SimulatedRunLoop(in: world)
    var calls: UInt64 = 0
    for phase in [4, 0] {
      let timer = loop.makeTimer(
        "timer", at: .milliseconds(phase), every: .nanoseconds(16_666_667)
      ) { loop, _ in
        calls += 1
        loop.world.spend(.milliseconds(1))
      }
      loop.add(timer, to: .default)
    }
    let task = loop.makeTimer("task", at: .milliseconds(25), every: .milliseconds(50)) {
      loop, _ in loop.world.spend(.milliseconds(15))
    }
    loop.add(task, to: .default)
    for _ in 0..<runs { loop.run(.default, for: .milliseconds(130)) }
    return calls
  }
}
