public import LabDisplay
public import LabKernel
public import LabLoop

/// What moves an animation forward: a repeating timer, a display link, or a loop of its own.
public struct Driver: Hashable, Sendable {
  /// The name under which its firings appear in the trace and in reports.
  public var name: String
  /// The tick source.
  public var source: Source
  /// The modes to which it is added.
  public var modes: [SimulatedRunLoop.Mode]
  /// How long each callback takes.
  public var cost: DurationLaw
  /// How long each part of a callback's work is; `nil` if it is done at once.
  ///
  /// What is left after a part is a block of the main queue, behind what waits there.
  package var piece: Duration?
  /// How often its callbacks do anything at most; `nil` if each of them does.
  package var cap: Cap?
  /// How often new content is due; `nil` for the source's own default: every refresh for a timer,
  /// for a link those of its pace, and on a display of adaptive rate undeclared.
  public var targetCadence: TargetCadence?
  /// What its callbacks move; `nil` if they only show that something changed.
  public var motion: Motion?
  /// When it is there, in ascending order; none for all of the run.
  public var lives: [Life]

  /// The tick sources.
  public enum Source: Hashable, Sendable {
    /// A timer of the run loop.
    case timer(Timer)
    /// A display link.
    case link(Link)
    /// A loop of its own, as a game has one: each callback ends with present, and the next one
    /// begins at once.
    case loop
  }

  /// The settings of a timer.
  public struct Timer: Hashable, Sendable {
    /// The step of its grid; zero for a timer that fires once.
    public var interval: Duration
    /// When it fires first; `nil` for one interval after its beginning.
    public var firstFire: Instant?
    /// How late its alarm may be; not negative.
    public var tolerance: Duration
    /// What becomes of dates that pass before they can be served; `nil` for what the thread does
    /// of itself, which is to coalesce in a run loop.
    public var catchUp: CatchUp?
  }

  /// The settings of a display link, as `DisplayLink` has them.
  public struct Link: Hashable, Sendable {
    /// How often it wants to call back.
    public var pace: LinkPace
    /// What becomes of a vsync that could not be answered in time.
    public var lateDelivery: LateDelivery
    /// Whether it stays on the refreshes it began with if it is not due at every one.
    public var keepsPhase: Bool
    /// Whether the first callback after a pause has a timestamp of 0.
    public var zeroTimestampOnResume: Bool
  }

  /// Creates a driver.
  public init(
    name: String, source: Source, modes: [SimulatedRunLoop.Mode],
    cost: DurationLaw = .constant(.zero), targetCadence: TargetCadence? = nil,
    motion: Motion? = nil, lives: [Life] = []
  ) {
    self.name = name
    self.source = source
    self.modes = modes
    self.cost = cost
    self.targetCadence = targetCadence
    self.motion = motion
    self.lives = lives
  }

  /// How often new content is due on a display: what was declared, or else what is asked for by the
  /// interval of a timer, or by how often it acts at most.
  package func wantedCadence(on panel: Panel) -> TargetCadence? {
    if let targetCadence { return targetCadence }
    guard !panel.isAdaptive else { return nil }
    guard let timer = source.timer else {
      return cap.flatMap { TargetCadence.asked(every: $0.interval, fastest: panel.rate) }
    }
    let interval = timer.interval > .zero ? max(timer.interval, cap?.interval ?? .zero) : .zero
    return TargetCadence.asked(every: interval, fastest: panel.rate)
  }

  /// When its time begins: with its first life or its motion.
  package var begins: Instant { lives.first?.begins ?? motion?.starts[0] ?? .start }

  /// Where the costs of its callbacks are drawn from.
  package func costStream(seed: UInt64) -> RandomStream {
    RandomStream(seed: seed, words: "costs of ", name: name)
  }
}

extension Driver.Source {
  /// A timer of the run loop; it first fires at `firstFire` (default: one interval after its
  /// beginning), and once if its interval is zero.
  public static func timer(
    interval: Duration, firstFire: Instant? = nil, tolerance: Duration = .zero,
    catchUp: CatchUp? = nil
  ) -> Self {
    .timer(
      Driver.Timer(
        interval: interval, firstFire: firstFire, tolerance: tolerance, catchUp: catchUp))
  }

  /// A display link.
  public static func link(
    pace: LinkPace = .every(1), lateDelivery: LateDelivery = .pending, keepsPhase: Bool = false,
    zeroTimestampOnResume: Bool = false
  ) -> Self {
    .link(
      Driver.Link(
        pace: pace, lateDelivery: lateDelivery, keepsPhase: keepsPhase,
        zeroTimestampOnResume: zeroTimestampOnResume))
  }

  /// The settings of a timer, which can be set; `nil` for a link and a loop.
  public var timer: Driver.Timer? {
    get { if case .timer(let timer) = self { timer } else { nil } }
    set { if let newValue { self = .timer(newValue) } }
  }

  /// The interval of a timer; zero for a link and a loop.
  package var interval: Duration { timer?.interval ?? .zero }
}
