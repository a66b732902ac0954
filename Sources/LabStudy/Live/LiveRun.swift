import LabAnswer
import LabDisplay
package import LabExperiment
package import LabHost
import LabKernel
import LabMetrics
package import LabTrace
import LabWorkload

/// One run on this host, beside the simulation of its plan, and of what was really carried out.
package struct LiveRun {
  package let spec: RunSpec
  package let source: HostSource
  package let live: Measured
  /// The simulation of the plan, with the laws of this host.
  package let plan: Measured
  /// The simulation of what was really carried out.
  package let replay: Measured
  /// The callback that ended the run; `nil` if none was too late.
  let breakPoint: HostStage.BreakPoint?
  let host: LiveHost

  /// How near a vsync is that leaves a refresh open, in nanoseconds: about what a wake-up takes.
  private static let edge: Int64 = 500_000

  /// Performs a run, as far as to a callback that is later than a bound.
  ///
  /// Returns `nil` if the run was to end before.
  init?(
    _ spec: RunSpec, _ source: HostSource, isRealtime: Bool, breakingBeyond bound: Duration?,
    _ watch: Watch
  ) throws {
    (self.spec, self.source) = (spec, source)
    let stage = HostStage(
      spec.scenario, seed: spec.seed, detail: .everything, source: source, isRealtime: isRealtime,
      breakingBeyond: bound)
    stage.isToEnd = watch.isEnded
    let trace = try stage.run()
    breakPoint = stage.breakPoint
    if stage.isBrokenOff, breakPoint == nil { return nil }
    live = try Measured(spec, trace)
    host = LiveHost(spec, live.trace, stage.account)
    let scenario = spec.scenario.onThisHost(by: source)
    plan = try Self.simulated(scenario, spec)
    replay = try Self.simulated(scenario.replaying(live.trace), spec)
  }

  private static func simulated(_ scenario: Scenario, _ spec: RunSpec) throws -> Measured {
    let run = RunSpec(scenario, seed: spec.seed, arm: spec.arm)
    var runner = Runner(jobs: 1, detail: .everything)
    // What happened here is there already, and is not lost for what would have happened.
    runner.keptEvents *= 8
    return try Measured(spec, runner.trace(of: run))
  }

  /// A trace and what it comes to.
  package struct Measured {
    package let trace: Trace
    let measurement: RunMeasurement
    let result: RunResult

    /// Measures a trace; the first second of long runs is left out.
    init(_ spec: RunSpec, _ trace: Trace) throws {
      var trace = trace
      trace.header.warmUp = spec.hostWarmUp ?? trace.header.warmUp
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

  /// How far a simulation agrees with the run on a driver; `nil` if one of them has no callback.
  func agreement(of driver: String, with simulation: Measured) -> LiveAgreement? {
    let source = spec.scenario.drivers.first { $0.name == driver }?.source.interval ?? .zero
    let interval = source > .zero ? source : spec.scenario.panel.rate.period
    let (real, simulated) = (live.callouts(of: driver), simulation.callouts(of: driver))
    return LoopAgreement(
      real.rows, simulated.rows, every: interval.wholeNanoseconds, edge: Self.edge,
      vsyncs: (real.vsyncs, simulated.vsyncs)
    ).map {
      LiveAgreement(
        $0, lateness: real.rows.map { $0.began - $0.due },
        simulated: simulated.rows.map { $0.began - $0.due })
    }
  }

  /// What the simulations say together.
  var conclusion: LiveConclusion {
    let drivers = live.result.drivers.map(\.name)
    func isRight(_ simulation: Measured, from share: Double) -> Bool {
      drivers.allSatisfy { agreement(of: $0, with: simulation)?.isRight(from: share) ?? false }
    }
    let enough =
      host.isDisturbed ? LiveAgreement.enoughIfDisturbed : LiveAgreement.enough
    return LiveConclusion(
      plan: isRight(plan, from: LiveAgreement.enough), replay: isRight(replay, from: enough),
      isDisturbed: host.isDisturbed)
  }
}

/// What a run and its two simulations say together.
package enum LiveConclusion: String {
  case right = "The plan was carried out, and the model is right."
  case notCarriedOut = "The model is right, the plan was not carried out"
  case unknown = "The machine was busy elsewhere: this run says nothing about the model."
  case wrong = "The model does not explain this run."

  /// - Parameters:
  ///   - plan: Whether the simulation of the plan agrees with the run.
  ///   - replay: Whether that of what was carried out does.
  ///   - isDisturbed: Whether the host took much of the run.
  init(plan: Bool, replay: Bool, isDisturbed: Bool) {
    self =
      plan ? .right : replay ? .notCarriedOut : isDisturbed ? .unknown : .wrong
  }

  /// What some runs say, and how many of them the model explains.
  package static func words(of runs: [LiveRun]) -> (words: String, chip: String) {
    let found = runs.map(\.conclusion)
    let kinds = [Self.right, .notCarriedOut, .unknown, .wrong].compactMap { kind -> String? in
      let count = found.count { $0 == kind }
      guard count > 0 else { return nil }
      let words = kind.rawValue.hasSuffix(".") ? kind.rawValue : kind.rawValue + "."
      return count == found.count ? words : "In \(count) of \(found.count) runs: \(words)"
    }
    let explained = found.count { $0 == .right || $0 == .notCarriedOut }
    return (
      kinds.joined(separator: " "), "the model explains \(explained) of \(found.count) runs"
    )
  }
}
