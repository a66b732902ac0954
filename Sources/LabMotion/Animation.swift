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
