public import LabKernel

/// An animation from 0 to 1 of its way that is called back up to its end.
///
/// It decides what a callback draws; who calls it acts on that. It knows no view and no source of
/// callbacks, so that a timer, a display link or a test can drive it:
///
///     var animation = Animation(along: .bounceEaseOut, over: .seconds(1), by: .now)
///     animation.start(at: now)
///     switch animation.advance(to: moment) {
///     case .draw(let frame): view.y = interpolate(from: 32.0, to: 268.0, at: frame.share)
///     …
///     }
public struct Animation: Hashable, Sendable {
  /// What is drawn at a time of the animation.
  public struct Frame: Hashable, Sendable {
    /// The time of the animation: 0 at its beginning.
    public let offset: Duration
    /// The share of the way.
    public let share: Double
  }

  /// What a callback does.
  public enum Step: Hashable, Sendable {
    /// Nothing: the callback was due before the animation began, or it is over.
    case nothing
    /// Draws a picture.
    case draw(Frame)
    /// Draws the last picture and stops its source.
    case drawLast(Frame)
    /// Stops its source without drawing.
    case stop
  }

  private enum State: Hashable {
    case idle
    /// Started, but without a callback since.
    case started(at: Instant)
    /// Under way since an instant; the offset counts in seconds, as the fixed clock adds it up.
    case running(since: Instant, offset: Double)
    /// Over, after it ran since an instant.
    case finished(since: Instant)
  }

  /// The curve.
  public let curve: TimingCurve
  /// How long it should last; positive.
  public let duration: Duration
  /// How it knows how far it is.
  public let clock: AnimationClock
  /// When it begins and ends.
  public let habits: AnimationHabits

  private var state = State.idle

  /// Creates an animation that waits for its start.
  ///
  /// - Precondition: The duration and a fixed clock's step are positive.
  public init(
    along curve: TimingCurve, over duration: Duration, by clock: AnimationClock,
    habits: AnimationHabits = .book
  ) {
    require(duration > .zero, "an animation of \(duration)")
    if case .fixed(let seconds) = clock {
      require(seconds > 0, "a clock that adds \(seconds) s never gets anywhere")
    }
    self.curve = curve
    self.duration = duration
    self.clock = clock
    self.habits = habits
  }

  /// The instant from which its time counts, once there is one.
  public var beginning: Instant? {
    switch state {
    case .idle: nil
    case .started(let instant): habits.beginsAtFirstCallback ? nil : instant
    case .running(let instant, _), .finished(let instant): instant
    }
  }

  /// Starts the animation, or starts it again.
  public mutating func start(at instant: Instant) {
    switch state {
    case .running, .finished: if habits.restarts { state = .started(at: instant) }
    case .idle, .started: state = .started(at: instant)
    }
  }

  /// Decides what a callback draws, and whether it is the last one.
  public mutating func advance(to moment: Moment) -> Step {
    switch state {
    case .idle: return .nothing
    case .started(let start):
      guard moment.due > start else { return .nothing }
      let beginning = habits.beginsAtFirstCallback ? clock.reading(at: moment) : start
      return draw(at: moment, since: beginning, after: 0)
    case .running(let beginning, let offset):
      return draw(at: moment, since: beginning, after: offset)
    case .finished: return .stop
    }
  }

  private mutating func draw(
    at moment: Moment, since beginning: Instant, after last: Double
  ) -> Step {
    let length = duration.inSeconds
    let offset = min(offset(at: moment, since: beginning, after: last), length)
    let frame = Frame(
      offset: .nanoseconds(Int64((offset * 1e9).rounded())),
      share: curve.value(at: offset / length))
    if offset < length, clock != .renderServer {
      state = .running(since: beginning, offset: offset)
      return .draw(frame)
    }
    state = .finished(since: beginning)
    return habits.drawsLastValue || clock == .renderServer ? .drawLast(frame) : .stop
  }

  private func offset(
    at moment: Moment, since beginning: Instant, after last: Double
  ) -> Double {
    if let step = clock.step(at: moment) { return last + step }
    return max(0, beginning.duration(to: clock.reading(at: moment)).inSeconds)
  }
}

/// By which clock an animation knows how far it is.
public enum AnimationClock: Hashable, Sendable {
  /// Every callback adds so many seconds, whatever the time: `offset += 1/60`.
  ///
  /// A number of seconds rather than a `Duration`, because the sum is one of doubles with
  /// all its rounding: 1/60 reaches 1 s after 60 callbacks, but 0.5 s only after 31.
  /// - Source: "iOS Core Animation: Advanced Techniques", listing 11.1.
  case fixed(seconds: Double)
  /// Every callback adds the length of a refresh, `offset += link.duration`, also where a link is
  /// called at every second refresh.
  ///
  /// - Source: Apple, `CADisplayLink.duration`; Kingfisher, issue 718: half the speed at 60 of
  ///   120 Hz.
  case duration
  /// The clock as the callback reads it.
  /// - Source: Listing 11.2 of the same book, with `CACurrentMediaTime()`.
  case now
  /// The vsync that the callback answers.
  case timestamp
  /// The vsync by which the picture should be ready.
  case target
  /// The refresh that shows it: the callback only hands the animation over to the render server,
  /// which works out every picture itself, as Core Animation does.
  case renderServer
}

extension AnimationClock {
  /// Returns how many seconds a counting clock adds; `nil` for a clock that measures.
  func step(at moment: Moment) -> Double? {
    switch self {
    case .fixed(let seconds): seconds
    case .duration: moment.refresh.inSeconds
    case .now, .timestamp, .target, .renderServer: nil
    }
  }

  /// Returns the instant that a measuring clock reads; to one that counts, the time of the
  /// callback.
  package func reading(at moment: Moment) -> Instant {
    switch self {
    case .fixed, .duration, .now, .renderServer: moment.now
    case .timestamp: moment.timestamp
    case .target: moment.target
    }
  }
}

/// When an animation begins and ends, and whether it can be run again: the habits of its author.
public struct AnimationHabits: Hashable, Sendable {
  /// Whether time counts from the first callback rather than from the call that starts it.
  var beginsAtFirstCallback: Bool
  /// Whether the callback that finds the time over draws the last value before it stops.
  var drawsLastValue: Bool
  /// Whether a second start begins anew; otherwise the instants of the first one stay for ever.
  var restarts: Bool

  /// Creates habits.
  public init(beginsAtFirstCallback: Bool, drawsLastValue: Bool, restarts: Bool) {
    self.beginsAtFirstCallback = beginsAtFirstCallback
    self.drawsLastValue = drawsLastValue
    self.restarts = restarts
  }

  /// Those of the book's listings 11.1 and 11.2: the offset is clamped to the duration and drawn
  /// before the source is invalidated, and a start sets it to 0.
  public static let book = AnimationHabits(
    beginsAtFirstCallback: false, drawsLastValue: true, restarts: true)

  /// Those of the article on animations by display link: it draws only while the end has not come,
  /// and keeps its begin and end in static variables.
  public static let article = AnimationHabits(
    beginsAtFirstCallback: true, drawsLastValue: false, restarts: false)

  /// Those of the article, with both defects repaired.
  public static let repaired = AnimationHabits(
    beginsAtFirstCallback: true, drawsLastValue: true, restarts: true)
}

/// Returns the number after a share of the way; 0 is the start, 1 the end, others lie beyond.
///
///     start + (end − start) × share
///
/// - Source: "iOS Core Animation: Advanced Techniques", listing 10.6 and 11.1.
public func interpolate(from start: Double, to end: Double, at share: Double) -> Double {
  start + (end - start) * share
}

extension Duration {
  /// This duration in seconds, for the formulas of animations, which are in floating point.
  ///
  /// From whole nanoseconds, correctly rounded up to 104 days.
  package var inSeconds: Double { Double(wholeNanoseconds) / 1e9 }
}

/// A view with a velocity and an acceleration that is moved on by the time since the last callback.
public struct MovingView: Hashable, Sendable {
  /// How a step of time moves it.
  public enum Integrator: String, Hashable, Sendable, CaseIterable {
    /// By the velocity at the beginning of the step: off by −a T dt / 2 after a time T.
    case euler
    /// By the velocity in the middle of the step: exact for a constant acceleration.
    case midpoint
  }

  /// What its life counts.
  public enum Life: Hashable, Sendable {
    /// 0.01 per callback, whatever the time: 100 × limit callbacks.
    case callbacks(limit: Double)
    /// The time that has passed.
    case seconds(limit: Double)
  }

  /// Where it is, in points.
  public private(set) var position: Double
  /// How fast it is, in points per second.
  public private(set) var velocity: Double
  /// How its velocity changes, in points per second squared.
  public let acceleration: Double
  /// How a step of time moves it.
  public let integrator: Integrator
  /// When it ends; `nil` for never.
  public let life: Life?

  private var lived = 0.0

  /// Creates a view at a place.
  public init(
    at position: Double, velocity: Double, acceleration: Double = 0,
    integrator: Integrator = .euler, life: Life? = nil
  ) {
    self.position = position
    self.velocity = velocity
    self.acceleration = acceleration
    self.integrator = integrator
    self.life = life
  }

  /// Moves the view on: first its place, then its velocity, then its life.
  ///
  ///     x += v δ,  v += a δ,  life += 0.01
  ///
  /// - Parameter delta: The time since the last step, in seconds.
  /// - Returns: Whether it lives on.
  /// - Source: The article on a wrapper of the display link, and its `FrameByFrameAnimations` demo.
  public mutating func update(by delta: Double) -> Bool {
    switch integrator {
    case .euler: position += velocity * delta
    case .midpoint: position += (velocity + acceleration * delta / 2) * delta
    }
    velocity += acceleration * delta
    switch life {
    case nil: return true
    case .callbacks(let limit):
      lived += 0.01
      return lived < limit
    case .seconds(let limit):
      lived += delta
      return lived < limit
    }
  }
}
