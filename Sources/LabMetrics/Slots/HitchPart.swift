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
  let isRender: Bool
  /// Whether no other part comes right before.
  let isNew: Bool
}

extension DriverAnalysis {
  /// Whether there is a notion of lateness on this display for this driver.
  var hasHitches: Bool { slots.isDeclared || times.isAdaptive }

  /// Visits every stretch in which the motion stuck, in ascending order.
  @inline(__always)
  func forEachHitchPart(_ visit: (HitchPart) -> Void) {
    if slots.isDeclared {
      forEachDroppedSlot { part, _ in visit(part) }
    } else if times.isAdaptive {
      forEachLateStep(visit)
    }
  }

  /// Visits every dropped slot and its cause, in ascending order.
  @inline(__always)
  func forEachDroppedSlot(_ visit: (HitchPart, BlameCause) -> Void) {
    let (slots, times) = (slots, times)
    var end = -1
    var dropped = 0
    for slot in 0..<slots.count where slots.isDropped[slot] {
      let refreshes = slots.refreshes(of: slot)
      let span = slots.latchSpan(of: slot, times)
      let cause = slots.dropCauses[dropped]
      dropped += 1
      visit(
        HitchPart(
          refresh: refreshes.lowerBound, duration: times.duration(of: refreshes),
          latchSpan: span, deadline: span.end, isRender: cause == .render || cause == .queue,
          isNew: refreshes.lowerBound != end),
        cause)
      end = refreshes.upperBound
    }
  }

  @inline(__always)
  private func forEachLateStep(_ visit: (HitchPart) -> Void) {
    var targets = TargetIntervals(self)
    for frame in shownFrames where frame.isStep {
      let target = targets.interval(from: frame.start)
      let span = TimeSpan(begin: times.vsyncs[frame.start] + target, end: frame.photon)
      guard target > 0, !span.isEmpty else { continue }
      let committed = presentation.timing(of: frame.update).committed
      visit(
        HitchPart(
          refresh: frame.refresh, duration: span.length, latchSpan: span,
          deadline: span.begin, isRender: committed <= span.begin, isNew: true))
    }
  }
}
