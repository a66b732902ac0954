import LabAnswer
import LabDisplay
package import LabExperiment
package import LabHost
import LabKernel
import LabLanguage
import LabMetrics
import LabText
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

/// The callback that broke a run off, with what happened around it.
package struct LiveBreak {
  private let run: LiveRun
  private let point: HostStage.BreakPoint

  /// How many records are shown before the callback, and behind its beginning.
  private static let records = (before: 14, after: 8)
  /// How many refreshes are shown at most.
  private static let refreshes = 8

  /// Creates what is said of a run; `nil` if nothing broke it off.
  init?(_ run: LiveRun) {
    guard let point = run.breakPoint else { return nil }
    (self.run, self.point) = (run, point)
  }

  /// Reads a condition such as `lateness > 5 ms`.
  package static func bound(_ text: String) throws -> Duration {
    let words = text.split(separator: ">", maxSplits: 1).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    guard words.count == 2, words[0] == "lateness" else {
      throw UsageError(
        "'--break-at \(text)' is not of the form 'lateness > TIME'. Write"
          + " --break-at 'lateness > 5 ms'.")
    }
    return try ScriptLanguage.duration(words[1], from: "--break-at")
  }

  /// What happened around it, for readers and for programs.
  var paragraphs: [[Answer.Part]] {
    let late = LiveHost.milliseconds(point.lateness)
    let heading =
      "\(run.spec.words()), by \(run.source.rawValue): broken off at"
      + " \(LiveHost.milliseconds(Instant.start.duration(to: point.began))) ms. '\(point.driver)'"
      + " began \(late) ms late. \(account)"
    return [
      [.sentences([Answer.Sentence(heading, as: "break")])],
      ring.map { [.table($0)] } ?? [], figure.map { [.figure($0)] } ?? [], [.key],
    ]
  }

  /// What the host took since the callback before.
  private var account: String {
    guard let since = point.since else { return "It was the first callback." }
    func microseconds(_ time: Duration?) -> String {
      time.map { "\($0.wholeNanoseconds / 1_000) us" } ?? "an unknown time"
    }
    return
      "Since the end of the callback before,"
      + " \(LiveHost.milliseconds(since.duration(to: point.began))) ms ago, the thread waited"
      + " \(microseconds(point.account?.runQueueWait)) on the run queue,"
      + " \(microseconds(point.account?.stolen)) stolen."
  }

  /// The records about the callback.
  private var ring: Table? {
    let trace = run.live.trace
    let records = trace.records.filter { $0.kind != .activity }
    let place = records.firstIndex { record in
      guard record.time == point.began, case .calloutBegan = record.event else { return false }
      return trace.names[Int(record.subject)] == point.driver
    }
    guard let place else { return nil }
    let first = max(0, place - Self.records.before)
    return Table(
      "records",
      [
        .words("mark", [""]), .number("at_ms", ["ms"], .fixed(3)), .words("event"),
        .words("of"), .words("detail", [""]),
      ],
      (first..<min(records.count, place + Self.records.after)).map { index in
        let row = trace.row(of: records[index])
        return [
          index == place ? .text(">") : .blank,
          .time(Instant.start.duration(to: records[index].time)), .text(row.what),
          row.who.map { .text($0) } ?? .blank, .text(row.detail),
        ]
      })
  }

  private var figure: Figure? {
    let measurement = run.live.measurement
    let period = run.spec.scenario.panel.rate.period
    let end = Instant.start.duration(to: point.began) + period * 2
    let begin = max(.zero, end - min(point.lateness + period * 4, period * Self.refreshes))
    return Figure(
      of: run.live.trace, measurement, measurement.refreshes(from: .at(begin), for: end - begin))
  }
}
