/// A stretch in which the motion stuck: a dropped slot, or the lateness of a picture on a display of
/// adaptive rate.
struct HitchPart: Hashable, Sendable {
  /// The first refresh of the slot, or the one that showed the late picture.
  let refresh: Int
  let duration: Int64
  /// The time before the latches concerned, in which somebody is to blame.
  let latchSpan: TimeSpan
  /// Whether the picture had been committed in time.
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
      forEachDroppedSlot(visit)
    } else if times.isAdaptive {
      forEachLateStep(visit)
    }
  }

  @inline(__always)
  private func forEachDroppedSlot(_ visit: (HitchPart) -> Void) {
    let (slots, times) = (slots, times)
    var end = -1
    for index in 0..<slots.count {
      guard let cause = slots.dropCauses[index] else { continue }
      let refreshes = slots.refreshes(of: index)
      let begin = refreshes.lowerBound == 0 ? 0 : max(0, times.latch(refreshes.lowerBound - 1))
      visit(
        HitchPart(
          refresh: refreshes.lowerBound, duration: times.duration(of: refreshes),
          latchSpan: TimeSpan(
            begin: begin, end: max(begin, times.latch(refreshes.upperBound - 1))),
          isRender: cause == .render || cause == .queue, isNew: refreshes.lowerBound != end))
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
      let committed = presentation.passage(of: frame.update).committed
      visit(
        HitchPart(
          refresh: frame.refresh, duration: span.length, latchSpan: span,
          isRender: committed <= span.begin, isNew: true))
    }
  }
}
