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

  init(_ analysis: DriverAnalysis) {
    var count = 0
    var renderCount = 0
    var time: Int64 = 0
    var renderTime: Int64 = 0
    var current: Int64 = 0
    var longest: Int64 = 0
    analysis.forEachHitchPart { part in
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
    let active = analysis.slots.stretches.reduce(into: Int64(0)) {
      $0 += analysis.times.duration(of: $1)
    }
    self.count = count
    self.renderCount = renderCount
    self.time = .nanoseconds(time)
    self.renderTime = .nanoseconds(renderTime)
    self.longest = count > 0 ? .nanoseconds(longest) : nil
    ratio = active > 0 ? 1000 * (Double(time) / Double(active)) : nil
  }
}
