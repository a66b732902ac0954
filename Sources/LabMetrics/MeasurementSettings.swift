public import LabMotion

/// What a trace does not say about the display, and what counts as a frame.
public struct MeasurementSettings: Hashable, Sendable {
  /// How many refreshes lie between the latch of a picture and its light: 0, 1 or 2.
  public var pipelineDepth: Int

  /// How long before a vsync a commit must be complete to be latched by it; not negative.
  public var guardTime: Duration

  /// The refreshes from one wanted frame to the next, by name of the driver; at least 1.
  ///
  /// A driver that is not named has a target of its own: a display link its divider, a timer
  /// every refresh.
  public var targetCadence: [String: Int]

  /// How many refreshes at the start are not measured; `nil` stands for max(3, depth + 1).
  ///
  /// The first refreshes show nothing because no picture can have reached the glass yet.
  public var warmUp: Int?

  /// Where what a driver moves should be at every time of its motion, by name of the driver.
  public var trajectories: [String: Trajectory]

  /// Creates settings.
  public init(
    pipelineDepth: Int = 1, guardTime: Duration = .zero, targetCadence: [String: Int] = [:],
    warmUp: Int? = nil, trajectories: [String: Trajectory] = [:]
  ) {
    self.pipelineDepth = pipelineDepth
    self.guardTime = guardTime
    self.targetCadence = targetCadence
    self.warmUp = warmUp
    self.trajectories = trajectories
  }

  /// The refreshes that are left out, with the default put in.
  var warmUpRefreshes: Int { warmUp ?? max(3, pipelineDepth + 1) }

  func check() {
    precondition(pipelineDepth >= 0, "a pipeline depth of \(pipelineDepth) is negative")
    precondition(guardTime >= .zero, "a guard time of \(guardTime) is negative")
    precondition(warmUpRefreshes >= 0, "a warm-up of \(warmUpRefreshes) refreshes is negative")
    for (driver, cadence) in targetCadence {
      precondition(cadence >= 1, "the target cadence of ‘\(driver)’, \(cadence), is below 1")
    }
  }
}
