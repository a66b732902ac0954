/// A stretch in which the motion stuck: a dropped slot, or the lateness of a picture on a display of
/// adaptive rate.
struct HitchPart: Hashable, Sendable {
  /// The first refresh of the slot, or the one that showed the late picture.
  let refresh: Int
  let duration: Int64
  /// The time before the latches concerned, in which somebody is to blame.
  let latchSpan: Span
  /// Whether the picture had been committed in time.
  let isRender: Bool
  /// Whether no other part comes right before.
  let isNew: Bool
}

extension DriverAnalysis {
  /// Whether there is a notion of lateness on this display for this driver.
  var hasHitches: Bool { slots.isDeclared || times.isAdaptive }

  /// Every stretch in which the motion stuck, in ascending order.
  func makeHitchParts() -> [HitchPart] {
    slots.isDeclared ? droppedSlots : times.isAdaptive ? lateSteps : []
  }

  private var droppedSlots: [HitchPart] {
    var parts: [HitchPart] = []
    parts.reserveCapacity(slots.slots.count { $0.dropCause != nil })
    var end = -1
    for slot in slots.slots {
      guard let cause = slot.dropCause else { continue }
      let refreshes = slot.refreshes
      let begin = slot.first == 0 ? 0 : max(0, times.latch(Int(slot.first) - 1))
      parts.append(
        HitchPart(
          refresh: Int(slot.first), duration: times.duration(of: refreshes),
          latchSpan: Span(
            begin: begin, end: max(begin, times.latch(refreshes.upperBound - 1))),
          isRender: cause == .render || cause == .queue, isNew: refreshes.lowerBound != end))
      end = refreshes.upperBound
    }
    return parts
  }

  private var lateSteps: [HitchPart] {
    zip(steps.starts, steps.refreshes).compactMap { start, refresh in
      let target = targetInterval(from: Int(start))
      let span = Span(begin: times.vsyncs[Int(start)] + target, end: times.vsyncs[Int(refresh)])
      guard target > 0, !span.isEmpty else { return nil }
      let committed = presentation.passage(
        of: log.updates[Int(presentation.shown[Int(refresh)])]
      ).committed
      return HitchPart(
        refresh: Int(refresh), duration: span.length, latchSpan: span,
        isRender: committed <= span.begin, isNew: true)
    }
  }
}
