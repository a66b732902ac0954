/// How long the motion stuck.
///
/// A hitch is an unbroken run of dropped slots; it lasts as long as they do. A display of adaptive
/// rate has no slots unless a target rate is declared; there every new frame that comes later than
/// the target interval after the one before is a hitch, and lasts as long as it is late:
///
///     h(i) = max(0, (R(i) − R(i−1)) − target interval)
///
///     ratio = hitch time [ms] / active time [s]
///
/// Active time is the window without pauses.
///
/// - Source: Apple, "Explore UI animation hitches and the render loop" (Tech Talk 10855), and
///   MetricKit, hitch time ratio; without Apple's unpublished perceptual adjustments.
public struct Hitches: Hashable, Sendable {
  /// How many hitches there are.
  public private(set) var count = 0
  /// How many of them began although the frame had been committed in time: render hitches.
  ///
  /// The others are commit hitches.
  public private(set) var renderCount = 0
  /// How long they lasted together.
  public var time: Duration { .nanoseconds(sum) }
  /// How much of that passed after a commit in time.
  public var renderTime: Duration { .nanoseconds(renderSum) }
  /// The longest one; `nil` for none.
  public var longest: Duration? { count > 0 ? .nanoseconds(most) : nil }
  /// The hitch time per active time in milliseconds per second; `nil` without active time.
  public var ratio: Double? {
    activeTime > 0 ? 1000 * (Double(sum) / Double(activeTime)) : nil
  }

  /// The time in which it could stick.
  var activeTime: Int64 = 0
  private var sum: Int64 = 0
  private var renderSum: Int64 = 0
  private var most: Int64 = 0
  private var current: Int64 = 0

  /// Adds the next part.
  mutating func add(_ part: HitchPart) {
    if part.isNew {
      count += 1
      renderCount += part.isRender ? 1 : 0
      current = 0
    }
    current += part.duration
    sum += part.duration
    renderSum += part.isRender ? part.duration : 0
    most = max(most, current)
  }
}
