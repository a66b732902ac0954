public import LabKernel
public import LabMotion
public import LabTrace

/// What a trace does not say about the display, and what counts as a frame.
public struct MeasurementSettings: Hashable, Sendable {
  /// How many refreshes lie between the latch of a frame and its display: 0, 1 or 2.
  public var pipelineDepth: Int

  /// How long before a vsync a commit must be complete to be latched by it; not negative.
  public var guardTime: Duration

  /// What becomes of frames that are committed faster than they are shown.
  public var presentMode = PresentMode.mailbox

  /// How often new content is wanted, by name of the driver.
  ///
  /// A driver that is not named has a target of its own: a display link its divider, a timer
  /// every refresh; on a panel of adaptive rate none.
  public var targetCadence: [String: TargetCadence]

  /// How many refreshes at the start are not measured; `nil` stands for max(3, depth + 1).
  ///
  /// The first refreshes show nothing because no frame can have reached the display yet.
  public var warmUp: Int?

  /// Where what a driver moves should be at every time of its motion, by name of the driver.
  public var trajectories: [String: Trajectory]

  /// Creates settings.
  public init(
    pipelineDepth: Int = 1, guardTime: Duration = .zero,
    targetCadence: [String: TargetCadence] = [:],
    warmUp: Int? = nil, presentMode: PresentMode = .mailbox,
    trajectories: [String: Trajectory] = [:]
  ) {
    self.pipelineDepth = pipelineDepth
    self.guardTime = guardTime
    self.targetCadence = targetCadence
    self.warmUp = warmUp
    self.trajectories = trajectories
    self.presentMode = presentMode
  }

  /// The refreshes that are left out, with the default put in.
  var warmUpRefreshes: Int { warmUp ?? max(3, pipelineDepth + 1) }

  func check() {
    precondition(pipelineDepth >= 0, "a pipeline depth of \(pipelineDepth) is negative")
    precondition(guardTime >= .zero, "a guard time of \(guardTime) is negative")
    precondition(warmUpRefreshes >= 0, "a warm-up of \(warmUpRefreshes) refreshes is negative")
    if case .fifo(let capacity) = presentMode {
      precondition(capacity >= 1, "a queue for \(capacity) frames holds none")
    }
    for (driver, target) in targetCadence {
      guard case .refreshes(let cadence) = target else { continue }
      precondition(cadence >= 1, "the target cadence of ‘\(driver)’, \(cadence), is below 1")
    }
  }
}
