import LabDisplay
import LabKernel
import LabProof
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
