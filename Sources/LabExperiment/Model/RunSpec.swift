import LabDisplay
import LabKernel
public import LabWorkload

/// One run, with every value settled.
public struct RunSpec: Hashable, Sendable {
  /// A sweep and the value that it has in this run.
  public struct Choice: Hashable, Sendable {
    /// The name of the sweep.
    public let name: String
    /// The value as it is written in the script.
    public let value: String
  }

  /// The position in the plan, from 0.
  public let index: Int
  /// The value of every sweep.
  public let point: [Choice]
  /// Which replication of its sweep point and arm this is, from 0.
  public let replication: Int
  /// The seed; the same for every arm and every sweep point of a replication.
  public let seed: UInt64
  /// The name of the arm.
  public let arm: String
  /// What happens in it.
  public let scenario: Scenario

  init(
    index: Int, point: [Choice], replication: Int, seed: UInt64, arm: String, scenario: Scenario
  ) {
    self.index = index
    self.point = point
    self.replication = replication
    self.seed = seed
    self.arm = arm
    self.scenario = scenario
  }

  /// Creates a run that belongs to no script.
  public init(_ scenario: Scenario, seed: UInt64 = 1, arm: String = "arm") {
    self.init(index: 0, point: [], replication: 0, seed: seed, arm: arm, scenario: scenario)
  }
}

extension RunSpec {
  /// What the run is called, as `run 3, link, page = plotly`; with a driver as `run 3, link.ball, …`.
  public func words(driver: String? = nil) -> String {
    "run \(index), \(arm)" + (driver.map { ".\($0)" } ?? "")
      + point.map { ", \($0.name) = \($0.value)" }.joined()
  }

  /// How long the run lasts.
  public var duration: Duration { scenario.duration }

  /// Whether the trace of the run would take more than fifty megabytes, with what is measured of it, about.
  package var isTooLongToDraw: Bool {
    let refreshes = scenario.duration / scenario.panel.rate.period
    return refreshes * Double(1 + 5 * scenario.drivers.count) > 0x1p19
  }

  /// By what the run is told from others.
  public var label: Plan.Label {
    Plan.Label(index: index, point: point, replication: replication, seed: seed, arm: arm)
  }
}
