public import LabKernel
public import LabMotion

extension Trace {
  /// What a trace says beyond its events: how the display shows frames, and what was intended.
  ///
  /// With it, a trace can be measured without anything else.
  public struct Header: Hashable, Sendable {
    /// How many refreshes lie between the latch of a frame and its display; not negative.
    public var depth: Int
    /// How long before a vsync a commit must be complete to be latched by it; not negative.
    public var guardTime: Duration
    /// What becomes of frames that are committed faster than they are shown.
    public var presentMode: PresentMode
    /// How many refreshes at the start are not measured; `nil` stands for max(3, depth + 1).
    ///
    /// The first refreshes show nothing new because no frame can have reached the display yet.
    public var warmUp: Int?
    /// How often new content is wanted, by name of the driver.
    ///
    /// A driver that is not named has a target of its own: a display link its divider, a timer
    /// every refresh; on a panel of adaptive rate none.
    public var targets: [String: TargetCadence]
    /// Where what a driver moves should be at every time of its motion, by name of the driver.
    public var trajectories: [String: Trajectory]
    /// What the physics scenes look like that drivers step, by name of the driver.
    public var scenes: [String: Scene]
    /// The loads whose tasks are measured, in the order of reports; none unless they are asked for.
    public var loads: [Load]
    /// How a browser draws; `nil` for a display that shows what drivers commit.
    public var page: Page?
    /// By how much the alarm of a timer may go off later than its tolerance lets it, in nanoseconds.
    package var alarmDelay: Int64 = 0

    /// Creates a header.
    public init(
      depth: Int = 1, guardTime: Duration = .zero, presentMode: PresentMode = .mailbox,
      warmUp: Int? = nil, targets: [String: TargetCadence] = [:],
      trajectories: [String: Trajectory] = [:], scenes: [String: Scene] = [:],
      loads: [Load] = []
    ) {
      self.depth = depth
      self.guardTime = guardTime
      self.presentMode = presentMode
      self.warmUp = warmUp
      self.targets = targets
      self.trajectories = trajectories
      self.scenes = scenes
      self.loads = loads
    }

    /// How many refreshes are not measured, with the default put in.
    public var warmUpRefreshes: Int { warmUp ?? max(3, depth + 1) }

    /// Stops the program if a number is out of its range.
    package func checkRanges() {
      require(depth >= 0, "a pipeline depth of \(depth) is negative")
      require(guardTime >= .zero, "a guard time of \(guardTime) is negative")
      require(warmUpRefreshes >= 0, "a warm-up of \(warmUpRefreshes) refreshes is negative")
      if let capacity = presentMode.capacity {
        require(capacity >= 1, "a queue for \(capacity) frames holds none")
      }
      for case (let driver, .refreshes(let cadence)) in targets {
        require(cadence >= 1, "the target cadence of ‘\(driver)’, \(cadence), is below 1")
      }
    }
  }
}

extension StableHash {
  mutating func combine(_ header: Trace.Header) {
    combine(header.depth)
    combine(header.guardTime.wholeNanoseconds)
    switch header.presentMode {
    case .mailbox: combine(0)
    case .fifo(let capacity): combine(capacity)
    case .blocking(let capacity): combine(-capacity)
    case .atTarget: combine(Int64.min)
    }
    combine(header.warmUpRefreshes)
    if header.alarmDelay > 0 { combine(header.alarmDelay) }
    for (driver, target) in header.targets.sorted(by: { $0.key < $1.key }) {
      combine(driver)
      switch target {
      case .refreshes(let count): for word in [1, count] { combine(word) }
      case .rate(let rate):
        combine(2)
        combine(rate.numerator)
        combine(rate.denominator)
      case .undeclared: combine(3)
      }
    }
    for (driver, trajectory) in header.trajectories.sorted(by: { $0.key < $1.key }) {
      combine(driver)
      for word in trajectory.stableWords { combine(word) }
    }
    for (driver, scene) in header.scenes.sorted(by: { $0.key < $1.key }) {
      combine(driver)
      combine(scene)
    }
  }

  private mutating func combine(_ number: some BinaryInteger) {
    combine(UInt64(bitPattern: Int64(number)))
  }
}
