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
  var isRender: Bool
  /// Whether no other part comes right before.
  let isNew: Bool
}

extension SlotTable {
  /// What a dropped slot is as a part of a hitch.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - end: Where the dropped slot before ended.
  ///   - cause: What most of its time is put down to; `nil` as long as that is not known.
  ///   - times: The refreshes.
  /// - Returns: The part.
  @inline(__always)
  func hitchPart(
    of slot: Int, after end: Int, _ cause: BlameCause?, _ times: borrowing RefreshTimes
  ) -> HitchPart {
    let refreshes = refreshes(of: slot)
    let span = latchSpan(of: slot, times)
    return HitchPart(
      refresh: refreshes.lowerBound, duration: times.duration(of: refreshes),
      latchSpan: span, deadline: span.end, isRender: cause == .render || cause == .queue,
      isNew: refreshes.lowerBound != end)
  }
}

extension DriverAnalysis {
  /// Whether there is a notion of lateness on this display for this driver.
  var hasHitches: Bool { slots.isDeclared || times.isAdaptive }

  /// Visits every stretch in which the motion stuck, in ascending order.
  @inline(__always)
  func forEachHitchPart(_ visit: (HitchPart) -> Void) {
    if slots.isDeclared {
      var end = -1
      for slot in 0..<slots.count where slots.isDropped(slot) {
        visit(slots.hitchPart(of: slot, after: end, nil, times))
        end = slots.end(of: slot)
      }
    } else if times.isAdaptive {
      forEachLateStep(visit)
    }
  }

  private func forEachLateStep(_ visit: (HitchPart) -> Void) {
    var targets = TargetIntervals(log, times, target)
    forEachStep { frame in
      let target = targets.interval(from: frame.start)
      if let part = frame.hitchPart(target, presentation) { visit(part) }
    }
  }
}
