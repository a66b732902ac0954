public import LabDisplay
public import LabKernel
public import LabLoop
package import LabMotion

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
  /// Whether that is what the source asks for by itself, and not declared: another source asks
  /// for another.
  package var targetFollowsSource = false
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
    /// Whether its dates are those of the clock on the wall, which goes on while the machine
    /// sleeps; else they are those of the uptime, as of a timer of CFRunLoop.
    package var isByWallClock = false
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
      return cap.flatMap { panel.wanted(ofLinkActingEvery: $0.interval) }
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

extension Driver {
  /// A time in which a driver is there.
  ///
  /// A timer is first due as long after the beginning of every life as after that of the first; a
  /// link calls back from the next vsync on. Outside its lives a driver has no dates, and nothing
  /// is wanted of it.
  public struct Life: Hashable, Sendable {
    /// When it is made.
    public var begins: Instant
    /// When it is gone; `nil` for the end of the run.
    public var ends: Instant?

    /// Creates a life.
    ///
    /// - Precondition: It ends after its beginning.
    public init(from begins: Instant, until ends: Instant? = nil) {
      require(
        ends ?? .distantFuture > begins, "a life that ends at \(ends ?? begins) does not last")
      self.begins = begins
      self.ends = ends
    }
  }
}

extension Driver {
  /// How often the callbacks of a driver do anything at most, as code does that looks at the time
  /// since it last acted.
  ///
  ///     acts  if  time − last ≥ interval − slack,  and always for the first time
  ///     last = time,  or with the rest kept  last + k × interval, the latest that is not later
  ///     than  time + slack
  ///
  /// A callback that does not act takes no time and changes nothing.
  ///
  /// - Source: the throttles of lodash and underscore keep the time of the last call; the usual cap
  ///   on requestAnimationFrame, `then = now - elapsed % interval`, keeps the rest.
  package struct Cap: Hashable, Sendable {
    /// How far apart it acts.
    package var interval: Duration
    /// By how much less is enough.
    package var slack: Duration
    /// By which clock it knows the time: now, timestamp or target.
    package var clock: AnimationClock
    /// Whether what is left over of the time counts for the next time.
    package var keepsRest: Bool

    /// Creates a cap.
    ///
    /// - Precondition: The interval is positive, and the slack is not negative.
    package init(
      every interval: Duration, slack: Duration = .zero, by clock: AnimationClock = .now,
      keepsRest: Bool = false
    ) {
      require(interval > .zero, "a cap of \(interval) is none")
      require(slack >= .zero, "a slack of \(slack) is negative")
      self.interval = interval
      self.slack = slack
      self.clock = clock
      self.keepsRest = keepsRest
    }

    /// Whether a callback acts that reads a time, given when it last acted; if so, that becomes the
    /// time from which the next interval counts.
    func acts(at time: Instant, since last: inout Instant?) -> Bool {
      guard let before = last else {
        last = time
        return true
      }
      let length = interval.wholeNanoseconds
      let enough = before.duration(to: time).wholeNanoseconds + slack.wholeNanoseconds
      guard enough >= length else { return false }
      last = keepsRest ? before.advanced(byNanoseconds: enough / length * length) : time
      return true
    }
  }
}

/// Something that is done to a driver under way, from outside its thread.
public struct DriverAction: Hashable, Sendable {
  /// What can be done.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A driver does not call back until it is resumed.
    case pause
    /// A driver that was paused calls back again: a link from the next vsync on, a timer as long
    /// after this as its first date lay after its beginning.
    ///
    /// - Source: A timer cannot be paused. Apps invalidate it, or set its fire date to the distant
    ///   future, and then schedule it anew, which counts a whole interval from then on; what was
    ///   left of the interval is lost.
    case resume
    /// A timer or link leaves all modes for ever.
    case invalidate
  }

  /// What is done.
  public var kind: Kind
  /// To which driver, by its name.
  public var driver: String
  /// When.
  public var instant: Instant

  /// Creates an action.
  public init(_ kind: Kind, _ driver: String, at instant: Instant) {
    self.kind = kind
    self.driver = driver
    self.instant = instant
  }
}
