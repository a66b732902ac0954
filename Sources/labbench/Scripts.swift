import LabExperiment
import LabTrace

/// Scripts: reading them, expanding their plans, performing sweeps.
enum Scripts {
  static let benchmarks = [
    parsing, planning, sweep("sweep", jobs: 1), sweep("sweep", jobs: 2),
    sweep("short-sweep", of: "100 ms", jobs: 1), sweep("short-sweep", of: "100 ms", jobs: 2),
  ]

  private static func script(runs: Int, of length: String = "1 s") -> [UInt8] {
    let values = (1...100).map { "\($0) ms" }.joined(separator: ", ")
    return Array(
      """
      title     A sweep
      question  How long does it take?
      display   60 Hz
      run       \(length)
      repeat    \(max(1, runs / 100))
      sweep     task = \(values)
      load      work poisson 20 per s takes {task} as main-queue
      arm both
        timer ball every 1/60 s phase 0.5 in default takes 1 ms
        link  star in common takes 1 ms
      expect both.star.double_fires == 0

      """.utf8)
  }

  private static func experiment(runs: Int, of length: String = "1 s") throws -> Experiment {
    let bytes = script(runs: runs, of: length)
    return try Experiment(path: "sweep.lab") { _ in bytes }
  }

  /// The limit splits the bytes into words.
  private static let parsing = Benchmark(
    name: "script-parsing", size: 0, unit: "byte", limitName: "splitting into words",
    limitChecks: false
  ) { scale in
    let rounds = scale == .smoke ? 2 : 200
    return try Sample.measure(rounds * script(runs: 100).count) {
      try (0..<rounds).reduce(0) { sum, _ in sum + UInt64(try experiment(runs: 100).arms.count) }
    }
  } performLimit: { scale in
    let rounds = scale == .smoke ? 2 : 200
    let bytes = script(runs: 100)
    return Sample.measure(rounds * bytes.count) {
      (0..<rounds).reduce(0) { sum, _ in
        sum + UInt64(bytes.split { $0 == UInt8(ascii: " ") || $0 == 10 }.count)
      }
    }
  }

  private static let planning = Benchmark(name: "plan", size: 10_000, unit: "run") { scale in
    let runs = runs(scale)
    let plan = try experiment(runs: runs).plan()
    return Sample.measure(runs) { plan.reduce(0) { $0 &* 31 &+ $1.seed } }
  }

  /// Plans so many runs, a multiple of 100, and returns how many.
  static func plan(_ count: Int) throws -> Int {
    let plan = try experiment(runs: count).plan()
    precondition(plan.reduce(0) { $0 &* 31 &+ $1.seed } != 0, "no run has a seed")
    return plan.count
  }

  /// Explains the same 10 s at 60 Hz so many times, phases included.
  static func explain(_ count: Int) throws -> Int {
    let script = """
      display 60 Hz
      run 10 s
      load page poisson 9 per s takes uniform 0..12 ms as main-queue
      arm both
        timer ball every 1/60 s phase 0.5 in default takes 3 ms
        link  star in common takes 1 ms
        timer clock every 1 s in common takes 0.2 ms target none
      """
    let run = try Experiment(path: "why.lab") { _ in Array(script.utf8) }.plan()[0]
    for _ in 0..<count {
      let why = try Explanation(
        of: run, for: Plan.Trouble(run: 0), samplingPhases: true, jobs: 1, budget: 5000)
      precondition(why.why != nil, "nothing is explained")
    }
    return count
  }

  /// Runs of one length, by the clock on the wall; with several jobs the limit is a single one.
  private static func sweep(_ name: String, of length: String = "1 s", jobs: Int) -> Benchmark {
    var benchmark = Benchmark(name: name, size: jobs, unit: "run") {
      try perform($0, length, jobs: jobs)
    }
    if jobs > 1 {
      benchmark.limitName = "one job"
      benchmark.performLimit = { try perform($0, length, jobs: 1) }
    }
    return benchmark
  }

  private static func perform(
    _ scale: Benchmark.Scale, _ length: String, jobs: Int
  ) throws -> Sample {
    let plan = try experiment(runs: runs(scale), of: length).plan()
    var checksum: UInt64 = 0
    let clock = ContinuousClock()
    let before = Memory.allocations
    let time = try clock.measure {
      try Runner(jobs: jobs).measure(plan, at: Array(plan.indices), keeping: { $0 }) { result in
        checksum = checksum &* 31 &+ (try result.get().fingerprint)
      }
    }
    var sample = Sample(count: plan.count, seconds: time / .seconds(1), checksum: checksum)
    if let before, let after = Memory.allocations {
      sample.allocations = (after - before) / plan.count
    }
    return sample
  }

  private static func runs(_ scale: Benchmark.Scale) -> Int { scale == .smoke ? 100 : 10_000 }
}
