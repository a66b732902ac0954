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
  public let count: Int
  /// How many of them began although the frame had been committed in time: render hitches.
  ///
  /// The others are commit hitches.
  public let renderCount: Int
  /// How long they lasted together.
  public let time: Duration
  /// How much of that passed after a commit in time.
  public let renderTime: Duration
  /// The longest one; `nil` for none.
  public let longest: Duration?
  /// The hitch time per active time in milliseconds per second; `nil` without active time.
  public let ratio: Double?

  /// - Parameters:
  ///   - sums: The parts of all hitches.
  ///   - active: The active time.
  init(_ sums: HitchSums, active: Int64) {
    count = sums.count
    renderCount = sums.renderCount
    time = .nanoseconds(sums.time)
    renderTime = .nanoseconds(sums.renderTime)
    longest = count > 0 ? .nanoseconds(sums.longest) : nil
    ratio = active > 0 ? 1000 * (Double(sums.time) / Double(active)) : nil
  }
}

/// Adds up the parts of hitches.
struct HitchSums: Sendable {
  private(set) var count = 0
  private(set) var renderCount = 0
  private(set) var time: Int64 = 0
  private(set) var renderTime: Int64 = 0
  private(set) var longest: Int64 = 0
  private var current: Int64 = 0

  mutating func add(_ part: HitchPart) {
    if part.isNew {
      count += 1
      renderCount += part.isRender ? 1 : 0
      current = 0
    }
    current += part.duration
    time += part.duration
    renderTime += part.isRender ? part.duration : 0
    longest = max(longest, current)
  }
}
