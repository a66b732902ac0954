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

/// Finds every stretch in which a driver's motion stuck, in ascending order.
struct HitchParts: Sendable {
  /// Those that were found and not forgotten.
  private(set) var parts = SlidingArray<HitchPart>()
  /// The first slot that was not looked at, and where the last dropped one ended.
  private var slot = 0
  private var droppedEnd = -1
  private var frames = ShownFrames()
  /// The refresh that showed the last frame, and the target interval from it on.
  private var last = (refresh: 0, target: Int64(0))

  mutating func takeMemory(of other: inout HitchParts) { parts.takeMemory(of: &other.parts) }

  /// Looks at the slots, or else the frames, that are settled by now.
  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ times: borrowing RefreshTimes,
    _ need: inout Need
  ) {
    guard display.slots.isDeclared else {
      addLateFrames(log, display, times)
      return need.keep(refresh: frames.refresh)
    }
    while slot < display.slots.count {
      defer { slot += 1 }
      guard display.slots.isDropped(slot) else { continue }
      let refreshes = display.slots.refreshes(of: slot)
      let span = display.slots.latchSpan(of: slot, times)
      parts.append(
        HitchPart(
          refresh: refreshes.lowerBound, duration: times.duration(of: refreshes), latchSpan: span,
          deadline: span.end, isNew: refreshes.lowerBound != droppedEnd))
      droppedEnd = refreshes.upperBound
    }
    need.keep(slot: slot)
  }

  private mutating func addLateFrames(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ times: borrowing RefreshTimes
  ) {
    var targets = TargetIntervals(log, times, display.slots.target)
    while let frame = frames.next(log, display.presentation, times) {
      if times.isAdaptive, frame.isStep,
        let part = frame.hitchPart(last.target, display.presentation)
      {
        parts.append(part)
      }
      last = (frame.refresh, targets.interval(from: frame.refresh))
    }
  }

  /// No part that is still to come begins before this, nor does one of ``parts``.
  func begin(_ slots: borrowing SlotTable, _ times: borrowing RefreshTimes) -> Int64 {
    let next = slots.isDeclared ? slots.firstRefresh : last.refresh
    let latch = next > times.depth ? times.latch(next - 1) : 0
    return min(parts.first?.latchSpan.begin ?? .max, latch)
  }

  /// Forgets the first of ``parts``.
  mutating func forgetFirst() { parts.forget(before: parts.startIndex + 1) }
}

extension ShownFrame {
  /// By how much the frame came later than a target interval after the one before; `nil` if it did
  /// not.
  fileprivate func hitchPart(
    _ target: Int64, _ presentation: borrowing Presentation
  ) -> HitchPart? {
    let span = TimeSpan(begin: photon - duration + target, end: photon)
    guard target > 0, !span.isEmpty else { return nil }
    let committed = presentation.timing(of: update).committed
    return HitchPart(
      refresh: refresh, duration: span.length, latchSpan: span,
      deadline: span.begin, isRender: committed <= span.begin, isNew: true)
  }
}
