import LabExperiment
import LabKernel
import LabMetrics
import LabTrace
import LabWorkload

/// Runs that are measured while they are made: long ones in bounded memory, short ones in large numbers.
enum Streams {
  static let benchmarks = [
    hours(1), hours(4), short("short-run-unmeasured") { try $0.trace(of: $1).fingerprint },
    short("short-run") { try $0.result(of: $1).fingerprint },
  ]

  /// Hours at 120 Hz with every metric; the bytes are those of the stream, its numbers included.
  private static func hours(_ count: Int) -> Benchmark {
    Benchmark(name: "hours-in-parts", size: count, unit: "simulated second") { scale in
      let seconds = scale == .smoke ? 10 : 3600 * count
      let scenario = Hours.scenario(120, seconds)
      let before = Memory.bytesInUse
      let stream = RunStream(until: scenario.duration.wholeNanoseconds)
      var sample = try Sample.measure(seconds) {
        let stage = Stage(scenario, seed: 1, keeping: 1 << 15)
        let trace = try stage.run(handingOver: 1 << 15) { stream.consume($0) }
        stream.finish(trace.header)
        precondition(stream.violations.isEmpty, "an identity is broken")
        return trace.fingerprint
      }
      if let before, let after = Memory.bytesInUse {
        sample.bytesPerItem = Double(after - before) / Double(seconds)
      }
      return sample
    }
  }

  /// A run of 130 ms of a timer and a link beside a load.
  private static func short(
    _ name: String, _ perform: @escaping @Sendable (Runner, RunSpec) throws -> UInt64
  ) -> Benchmark {
    Benchmark(name: name, size: 0, unit: "run") { scale in
      let count = scale == .smoke ? 10 : 5_000
      var scenario = Hours.scenario(60, 1)
      scenario.duration = .milliseconds(130)
      let runner = Runner(jobs: 1)
      let runs = (0..<count).map { RunSpec(scenario, seed: UInt64($0)) }
      return try Sample.measure(count) {
        try runs.reduce(0) { $0 &* 31 &+ (try perform(runner, $1)) }
      }
    }
  }
}
