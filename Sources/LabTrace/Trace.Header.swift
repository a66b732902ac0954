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
    /// By how much the alarm of a timer may go off later than its tolerance lets it, in
    /// nanoseconds.
    package var alarmDelay: Int64 = 0
    /// The clock on the wall.
    package var wall = WallClock()
    /// The names of the timers that go by it.
    package var wallTimers: Set<String> = []

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
    for word in header.wall.stableWords { combine(word) }
    for driver in header.wallTimers.sorted() { combine(driver) }
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

extension Trace.Header {
  /// How a browser's page is drawn, which shows what tasks did in its own frames.
  public struct Page: Hashable, Sendable {
    /// Under which name the trace tells the frames.
    public var frames: String
    /// From the end of a frame until it is seen, if its refresh has drawn nothing yet; `nil` if it
    /// always waits for the next vsync.
    public var drawn: Duration?
    /// From the next vsync until it is seen otherwise.
    public var late: Duration

    /// Describes how a page is drawn.
    public init(frames: String, drawn: Duration?, late: Duration) {
      (self.frames, self.drawn, self.late) = (frames, drawn, late)
    }
  }

  /// A load whose tasks are measured.
  public struct Load: Hashable, Sendable {
    /// The name under which its tasks appear in the trace.
    public var name: String
    /// The names of the modes in which its tasks are served; `nil` for all.
    public var modes: Set<String>?
    /// The driver whose frames show what the tasks did; `nil` for none.
    public var driver: String?

    /// Whether tasks run in pieces: what is left after one arrives at its end, with a serial of its
    /// own.
    public var hasPieces: Bool

    /// Describes a load.
    public init(
      _ name: String, modes: Set<String>? = nil, shownThrough driver: String? = nil,
      hasPieces: Bool = false
    ) {
      (self.name, self.modes, self.driver) = (name, modes, driver)
      self.hasPieces = hasPieces
    }
  }
}

extension Trace.Header {
  /// What a physics scene looks like: what can be drawn of it without its engine.
  public struct Scene: Hashable, Sendable {
    /// A body: a rectangle or a disk about its center.
    public struct Body: Hashable, Sendable {
      /// The name.
      public let name: String
      /// The width in points.
      public let width: Double
      /// The height in points.
      public let height: Double
      /// Whether it is a disk.
      public let isRound: Bool

      /// Creates a body.
      public init(_ name: String, width: Double, height: Double, isRound: Bool) {
        (self.name, self.width, self.height, self.isRound) = (name, width, height, isRound)
      }
    }

    /// Two points: the ends of a wall, or two corners of a rectangle; in points.
    public struct Pair: Hashable, Sendable {
      /// The coordinates of the first.
      public let x0, y0: Double
      /// The coordinates of the second.
      public let x1, y1: Double

      /// Creates a pair.
      public init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
      }
    }

    /// The bodies, in the order of their poses.
    public var bodies: [Body]
    /// The lines on which they rest or bounce.
    public var walls: [Pair]
    /// What no center may leave, from its least to its greatest coordinates; `nil` for no limit.
    public var room: Pair?
    /// The width of the container, in points.
    public var width: Double
    /// The height of the container, in points.
    public var height: Double
    /// Whether y grows upward.
    public var pointsUp: Bool

    /// Creates a scene.
    public init(
      bodies: [Body], walls: [Pair] = [], room: Pair? = nil, width: Double, height: Double,
      pointsUp: Bool
    ) {
      self.bodies = bodies
      self.walls = walls
      self.room = room
      self.width = width
      self.height = height
      self.pointsUp = pointsUp
    }
  }
}

extension StableHash {
  mutating func combine(_ scene: Trace.Header.Scene) {
    for body in scene.bodies {
      combine(body.name)
      for number in [body.width, body.height, body.isRound ? 1 : 0] { combine(number.bitPattern) }
    }
    for wall in scene.walls { combine(wall) }
    if let room = scene.room {
      combine("room")
      combine(room)
    }
    for number in [scene.width, scene.height, scene.pointsUp ? 1 : 0] {
      combine(number.bitPattern)
    }
  }

  private mutating func combine(_ pair: Trace.Header.Scene.Pair) {
    for number in [pair.x0, pair.y0, pair.x1, pair.y1] { combine(number.bitPattern) }
  }
}
