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
  let activeTime: Int64
  private var sum: Int64 = 0
  private var renderSum: Int64 = 0
  private var most: Int64 = 0
  private var current: Int64 = 0

  init(activeTime: Int64) { self.activeTime = activeTime }

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

/// A stretch in which the motion stuck: a dropped slot, or the lateness of a frame on a display of
/// adaptive rate.
struct HitchPart: Hashable, Sendable {
  /// The first refresh of the slot, or the one that showed the late frame.
  let refresh: Int
  let duration: Int64
  /// The time that is put down to causes: from latch to latch, or by how much the frame was late.
  let latchSpan: TimeSpan
  /// By when the frame had to be committed to be in time.
  let deadline: Int64
  /// Whether the frame had been committed in time.
  var isRender = false
  /// Whether no other part comes right before.
  let isNew: Bool
}

extension DriverRun {
  /// Finds every stretch in which the driver's motion stuck, in ascending order.
  func findHitchParts() -> [HitchPart] {
    guard slots.isDeclared else { return lateFrames() }
    var parts: [HitchPart] = []
    var droppedEnd = -1
    for slot in slots.all where slot.isDropped {
      let (refreshes, span) = (slot.refreshes, slot.latchSpan(times))
      parts.append(
        HitchPart(
          refresh: refreshes.lowerBound, duration: times.duration(of: refreshes), latchSpan: span,
          deadline: span.end, isNew: refreshes.lowerBound != droppedEnd))
      droppedEnd = refreshes.upperBound
    }
    return parts
  }

  /// The frames that came too late on a display of adaptive rate.
  private func lateFrames() -> [HitchPart] {
    guard times.isAdaptive else { return [] }
    let targets = TargetIntervals(self)
    return shownFrames.compactMap { frame in
      frame.isStep ? frame.hitchPart(targets[frame.start].interval, presentation) : nil
    }
  }
}

extension ShownFrame {
  /// By how much the frame came later than a target interval after the one before; `nil` if it did
  /// not.
  fileprivate func hitchPart(
    _ target: Int64, _ presentation: Presentation
  ) -> HitchPart? {
    let span = TimeSpan(begin: photon - duration + target, end: photon)
    guard target > 0, !span.isEmpty else { return nil }
    let committed = presentation.timing(of: update).committed
    return HitchPart(
      refresh: refresh, duration: span.length, latchSpan: span,
      deadline: span.begin, isRender: committed <= span.begin, isNew: true)
  }
}
