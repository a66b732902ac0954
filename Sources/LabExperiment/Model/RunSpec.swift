import LabDisplay
import LabKernel
package import LabMetrics
import LabProof
package import LabTrace
package import LabWorkload

/// One run, with every value settled.
package struct RunSpec: Hashable, Sendable {
  /// A sweep and the value that it has in this run.
  package typealias Choice = RunLabel.Choice

  /// By what the run is told from others.
  package let label: RunLabel
  /// What happens in it.
  package let scenario: Scenario
  /// What happened in it on a host; `nil` for a run that is simulated.
  package var recording: HostRun?

  init(_ label: RunLabel, _ scenario: consuming Scenario, recording: HostRun? = nil) {
    self.label = label
    self.scenario = scenario
    self.recording = recording
  }

  /// Creates a run that belongs to no script.
  package init(_ scenario: Scenario, seed: UInt64 = 1, arm: String = "arm") {
    self.init(RunLabel(index: 0, point: [], replication: 0, seed: seed, arm: arm), scenario)
  }
}

extension RunSpec {
  /// The position in the plan, from 0.
  package var index: Int { label.index }
  /// The value of every sweep.
  package var point: [Choice] { label.point }
  /// Which replication of its sweep point and arm the run is, from 0.
  package var replication: Int { label.replication }
  /// The seed; the same for every arm and every sweep point of a replication.
  package var seed: UInt64 { label.seed }
  /// The name of the arm.
  package var arm: String { label.arm }

  /// What the run is called, as `run 3, link, page = plotly`; with a driver as `run 3, link.ball,
  /// …`.
  package func words(driver: String? = nil) -> String {
    "run \(label.index), \(label.arm)" + (driver.map { ".\($0)" } ?? "")
      + label.place.map { ", \($0.name) = \($0.value)" }.joined()
  }

  /// How long the run lasts.
  package var duration: Duration { scenario.duration }

  /// How many first dates of a timer lie in one refresh, in whole nanoseconds.
  package var phases: Int64 { scenario.panel.rate.phases }

  /// Whether the trace of the run would take more than fifty megabytes, with what is measured of
  /// it, about.
  package var isTooLongToDraw: Bool {
    let refreshes = scenario.duration / scenario.panel.rate.period
    return refreshes * Double(1 + 5 * scenario.drivers.count) > 0x1p19
  }
}

/// By what a run is told from the others of its plan.
package struct RunLabel: Hashable, Sendable {
  /// A sweep and the value that it has in a run.
  package struct Choice: Hashable, Sendable {
    /// The name of the sweep.
    package let name: String
    /// The value as it is written in the script.
    package let value: String
  }

  /// The position in the plan, from 0.
  package let index: Int
  /// The value of every sweep.
  package let point: [Choice]
  /// Which replication of its sweep point and arm the run is, from 0.
  package let replication: Int
  /// The seed; the same for every arm and every sweep point of a replication.
  package let seed: UInt64
  /// The name of the arm.
  package let arm: String
  /// The file of its replication, where a load names several recordings; `nil` elsewhere.
  package internal(set) var recordedFile: String?

  /// What tells the run from others of its arm but for its draws: the value of every sweep, and its
  /// recording.
  package var place: [Choice] {
    point + [recordedFile.map { Choice(name: "recording", value: $0) }].compactMap { $0 }
  }

  /// Returns the value at a position of ``place``, without making it.
  package func value(at position: Int) -> String {
    position < point.count ? point[position].value : recordedFile ?? ""
  }
}

/// What a run came to, without its trace.
package struct RunResult: Sendable {
  /// The run.
  package let run: RunSpec
  /// The hash of everything that happened; see `Trace.fingerprint`.
  package let fingerprint: UInt64
  /// What was measured of each of its drivers.
  package let drivers: [DriverMetrics]
  /// What was measured of the tasks of each of its loads; empty unless they are asked for.
  package let loads: [TaskMetrics]

  /// Measures a run by its trace.
  ///
  /// - Throws: ``ExperimentFailure/contradiction(_:)`` if the numbers contradict each other.
  package init(_ run: RunSpec, _ trace: Trace) throws(ExperimentFailure) {
    try self.init(run, fingerprint: trace.fingerprint, RunMeasurement(trace))
  }

  /// Digests a measurement, whose identities are checked every time.
  ///
  /// - Throws: ``ExperimentFailure/contradiction(_:)`` if the numbers contradict each other.
  package init(
    _ run: RunSpec, fingerprint: UInt64, _ measurement: RunMeasurement
  ) throws(ExperimentFailure) {
    if let first = measurement.verifyConservation().first {
      throw .contradiction(ConservationError(run: run, violation: first))
    }
    (self.run, self.fingerprint) = (run, fingerprint)
    (drivers, loads) = (measurement.drivers, measurement.loads)
  }

  /// Returns the value of a metric of a driver, or of the tasks of a load; `nil` if it is undefined
  /// or the run has neither of that name.
  package func value(of metric: String, driver name: String) -> MetricValue? {
    guard let metric = MetricDictionary.metric(named: metric) else { return nil }
    if metric.isOfTasks { return loads.first { $0.name == name }.flatMap(metric.value(of:)) }
    return drivers.first { $0.name == name }.flatMap(metric.value)
  }
}

/// What happened in a run on the run loop of a host, which cannot be performed again.
///
/// Two are equal if they are the same object.
package final class HostRun: Hashable, Sendable {
  package let trace: Trace
  /// Whether the scenario of the run is a replay of it, in which changes can be tried.
  package let hasReplay: Bool

  package init(_ trace: Trace, hasReplay: Bool = false) {
    (self.trace, self.hasReplay) = (trace, hasReplay)
  }

  package static func == (lhs: HostRun, rhs: HostRun) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension RunSpec {
  /// How many refreshes of a run on a host are not measured: those of the first second, if the run
  /// is long enough to do without it.
  package var hostWarmUp: Int? {
    duration >= .seconds(4) ? Int(.seconds(1) / scenario.panel.rate.period) : nil
  }
}
