import CBenchLimits
import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload

/// Long runs of a timer and a display link beside a load, with everything measured.
///
/// The limit fires a bare heap as often as the run has vsyncs, callbacks and tasks.
enum Hours {
  static let benchmarks = [
    benchmark("stutter-hour", rate: 60, measures: true),
    benchmark("stutter-hour-unmeasured", rate: 60, measures: false),
    benchmark("hour-at-120-hz", rate: 120, measures: true),
    benchmark("hour-at-120-hz-unmeasured", rate: 120, measures: false),
    measuring("stutter-hour-measuring", rate: 60),
    measuring("hour-at-120-hz-measuring", rate: 120),
  ]

  private static func benchmark(_ name: String, rate: Int64, measures: Bool) -> Benchmark {
    Benchmark(
      name: name, size: Int(rate), unit: "simulated second",
      limitName: "C 4-ary heap, as many events", limitChecks: false
    ) { scale in
      let stage = Stage(scenario(rate, seconds(scale)), seed: 1)
      return try Sample.measure(seconds(scale)) {
        let trace = try stage.run()
        guard measures else { return trace.fingerprint }
        let measurement = RunMeasurement(trace)
        precondition(measurement.verifyConservation().isEmpty, "an identity is broken")
        return trace.fingerprint ^ UInt64(measurement.refreshes)
      }
    } performLimit: { scale in
      let periods = [Int64](repeating: 1_000_000_000 / rate, count: 3) + [50_000_000]
      let heap = unsafe limit_heap_make(4, periods, periods)
      defer { unsafe limit_heap_free(heap) }
      let fires = UInt64(seconds(scale)) * UInt64(3 * rate + 20)
      return Sample.measure(seconds(scale)) { unsafe limit_heap_run(heap, fires) }
    }
  }

  /// Measures a run that is over: what the numbers alone cost.
  private static func measuring(_ name: String, rate: Int64) -> Benchmark {
    Benchmark(name: name, size: Int(rate), unit: "simulated second") { scale in
      let trace = try Stage(scenario(rate, seconds(scale)), seed: 1).run()
      return Sample.measure(seconds(scale)) {
        let measurement = RunMeasurement(trace)
        precondition(measurement.verifyConservation().isEmpty, "an identity is broken")
        return trace.fingerprint ^ UInt64(measurement.refreshes)
      }
    }
  }

  /// Simulates and measures so many seconds at 120 Hz.
  static func measure(_ seconds: Int) throws -> Int {
    RunMeasurement(try Stage(scenario(120, seconds), seed: 1).run()).refreshes
  }

  private static func seconds(_ scale: Benchmark.Scale) -> Int { scale == .smoke ? 10 : 3600 }

  /// A timer and a link at the rate of the display, and 20 tasks a second of 1 to 30 ms.
  static func scenario(_ rate: Int64, _ seconds: Int) -> Scenario {
    Scenario(
      panel: Panel(rate: .hertz(rate)), duration: .seconds(seconds),
      loads: [
        Load(
          name: "work",
          tasks: .drawn(
            .poisson(perSecond: 20), takes: .uniform(.milliseconds(1) ... .milliseconds(30))),
          delivery: .mainQueue, modes: [.default, .tracking])
      ],
      drivers: [
        Driver(
          name: "timer",
          source: .timer(
            interval: .nanoseconds(1_000_000_000 / rate), firstFire: .milliseconds(4),
            tolerance: .zero),
          modes: [.default], cost: .constant(.milliseconds(1))),
        Driver(
          name: "link", source: .link(pace: .every(1)), modes: [.default, .tracking],
          cost: .constant(.milliseconds(1))),
      ])
  }
}
