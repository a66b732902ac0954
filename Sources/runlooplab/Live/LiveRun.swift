import LabDisplay
import LabExperiment
import LabHost
import LabKernel
import LabMetrics
import LabReport
import LabTrace
import LabWorkload

/// One run on this host, beside the simulation of its plan.
struct LiveRun {
  let spec: RunSpec
  let source: HostSource
  let live: Measured
  /// The simulation of the plan, with the run loop of this host.
  let plan: Measured
  private let account: HostAccount?

  /// What share of the run the host may take from it, in percent, before it decides nothing.
  private static let limit = 2.0
  /// How near a vsync is that leaves a refresh open, in nanoseconds: about what a wake-up takes.
  private static let edge: Int64 = 500_000
  /// How long runs settle in before they are measured, in seconds.
  private static let warmUp = 1.0

  /// Performs a run.
  init(_ spec: RunSpec, _ source: HostSource, isRealtime: Bool) throws {
    (self.spec, self.source) = (spec, source)
    let stage = HostStage(
      spec.scenario, seed: spec.seed, source: source, isRealtime: isRealtime)
    live = try Measured(spec, try stage.run())
    account = stage.account
    plan = try Self.simulated(spec.scenario.onThisHost, spec)
  }

  /// The simulation of what was really carried out.
  func replay() throws -> Measured {
    try Self.simulated(spec.scenario.onThisHost.replaying(live.trace), spec)
  }

  private static func simulated(_ scenario: Scenario, _ spec: RunSpec) throws -> Measured {
    let run = RunSpec(scenario, seed: spec.seed, arm: spec.arm)
    return try Measured(spec, Runner(jobs: 1).trace(of: run))
  }

  /// A trace and what it comes to.
  struct Measured {
    let trace: Trace
    let measurement: RunMeasurement
    let result: RunResult

    /// Measures a trace; the first second of long runs is left out.
    init(_ spec: RunSpec, _ trace: Trace) throws {
      var trace = trace
      if spec.duration >= .seconds(4 * warmUp) {
        trace.header.warmUp = Int(Duration.seconds(warmUp) / spec.scenario.panel.rate.period)
      }
      self.trace = trace
      measurement = RunMeasurement(trace)
      result = try RunResult(spec, fingerprint: trace.fingerprint, measurement)
    }

    /// The callouts of a driver that are measured, and the vsyncs.
    func callouts(of driver: String) -> (rows: [LoopAgreement.Callout], vsyncs: [Int64]) {
      (
        measurement.firingRows(of: driver).filter(\.isMeasured).map {
          ($0.due.nanoseconds, $0.began.nanoseconds)
        }, measurement.refreshRows(of: driver).map(\.vsync.nanoseconds)
      )
    }
  }

  /// How far a simulation agrees with the run on when a driver was called, and in which refresh.
  func agreement(of driver: String, with simulation: Measured) -> LoopAgreement? {
    let source = spec.scenario.drivers.first { $0.name == driver }?.source.interval ?? .zero
    let interval = source > .zero ? source : spec.scenario.panel.rate.period
    let (real, simulated) = (live.callouts(of: driver), simulation.callouts(of: driver))
    return LoopAgreement(
      real.rows, simulated.rows, every: interval.wholeNanoseconds, edge: Self.edge,
      vsyncs: (real.vsyncs, simulated.vsyncs))
  }

  /// What share of the run its thread waited for a processor, and another machine had it, in percent.
  var waitPercent: Double? { account?.runQueueWait.map { 100 * ($0 / spec.duration) } }
  var stolenPercent: Double? { account?.stolen.map { 100 * ($0 / spec.duration) } }

  /// Whether the host took so much of the run that it decides nothing.
  var isDisturbed: Bool {
    (waitPercent ?? 0) > Self.limit || (stolenPercent ?? 0) > Self.limit
  }
}
