public import LabKernel
import LabLoop

/// A finger on the screen.
///
/// A touch is a signalled source. What it does to the run loop depends on the kind of the gesture:
/// while the loop tracks, it runs nested in the tracking mode, as a scroll view has it.
public struct Gesture: Hashable, Sendable {
  /// The name under which it appears in the trace.
  public var name: String
  /// When the finger touches down.
  public var begins: Instant
  /// How long it stays down; it lifts at `begins + lasts` however late the loop noticed it.
  public var lasts: Duration
  /// How often it reports that it moved while it is down; `nil` for never.
  public var moves: Duration?
  /// What the finger does.
  public var kind: Kind

  /// What a finger does, and when the loop tracks it.
  public enum Kind: Hashable, Sendable {
    /// It scrolls: the loop tracks from the touch until the finger lifts.
    case scroll
    /// It is dragged at a speed in points per second, more than 0: the loop tracks from the moment
    /// at which it has moved by the slop, in points, until it lifts.
    case drag(speed: Double, slop: Double = Gesture.slop)
    /// It is dragged and lifts at that speed: the loop goes on to track until the view has come to
    /// rest, or another touch stops it.
    case fling(speed: Double, slop: Double = Gesture.slop)
    /// It taps: both the touch and the lift are noticed in all common modes, and nothing is
    /// tracked.
    case tap
  }

  /// How far a finger moves before it is taken to drag: 10 points.
  ///
  /// - Source: the translation at which `UIPanGestureRecognizer` begins, as it is observed; Apple
  ///   does not document it. Android's `ViewConfiguration.getScaledTouchSlop` is 8 dp.
  public static let slop = 10.0

  /// Creates a gesture.
  public init(
    name: String, begins: Instant, lasts: Duration, moves: Duration? = nil, kind: Kind = .scroll
  ) {
    self.name = name
    self.begins = begins
    self.lasts = lasts
    self.moves = moves
    self.kind = kind
  }

  /// When the loop is to track the finger, unless another one stops it; `nil` if it is not tracked,
  /// or if the finger lifts before that.
  public var tracking: Range<Instant>? {
    let lift = begins.advanced(by: lasts)
    switch kind {
    case .scroll: return begins..<max(begins, lift)
    case .tap: return nil
    case .drag(let speed, let slop), .fling(let speed, let slop):
      require(speed > 0 && slop >= 0, "a finger of \(speed) points per second")
      let begin = begins.advanced(by: .nanoseconds(Int64(min(slop / speed * 1e9, 0x1p62))))
      guard begin < lift else { return nil }
      guard case .fling = kind else { return begin..<lift }
      return begin..<lift.advanced(by: Deceleration(from: speed).duration)
    }
  }
}

/// How long the loop tracks a finger, and the view that it flung.
final class Tracking {
  let begin: Instant
  private let lift: Instant
  private var end: Instant
  private var isUnderWay = false

  init(_ span: Range<Instant>, lift: Instant) {
    (begin, end) = (span.lowerBound, span.upperBound)
    self.lift = lift
  }

  /// Runs the loop in the tracking mode until the tracking is over; returns at once before it
  /// begins.
  func track(in loop: SimulatedRunLoop) {
    let now = loop.world.now
    guard begin <= now, now < end else { return }
    isUnderWay = true
    loop.run(.tracking, for: now.duration(to: end))
    isUnderWay = false
  }

  /// Stops the view, if it decelerates, because a finger touches it.
  func touched(at now: Instant, in loop: SimulatedRunLoop) {
    guard lift <= now, now < end else { return }
    end = now
    if isUnderWay { loop.stop(.tracking) }
  }
}
