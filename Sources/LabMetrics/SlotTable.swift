/// A place for one frame: the refreshes from one wanted frame to the next.
struct Slot: Hashable, Sendable {
  let first: Int32
  let count: Int32
  /// Why none of its refreshes showed anything new; `nil` if one did.
  var dropCause: DropCause?

  var refreshes: Range<Int> { Int(first)..<Int(first + count) }
}

/// The slots of a driver with a target cadence of n refreshes.
///
/// Slots cover each stretch of the window without a pause. With n = 1 every refresh is one. With
/// n > 1 their phase is that of the first new picture in the stretch. An unfinished slot at the end
/// of a stretch counts only if it is fulfilled already.
struct SlotTable: Sendable {
  private(set) var slots: [Slot] = []
  /// The refreshes of the window that no pause covers.
  private(set) var stretches: [Range<Int>] = []

  init(_ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes, cadence: Int) {
    var start = times.window.lowerBound
    for pause in log.pauses {
      let idle = times.refreshes(latchingIn: pause).clamped(to: times.window)
      guard !idle.isEmpty else { continue }
      if start < idle.lowerBound { stretches.append(start..<idle.lowerBound) }
      start = max(start, idle.upperBound)
    }
    if start < times.window.upperBound { stretches.append(start..<times.window.upperBound) }
    slots.reserveCapacity(times.window.count / cadence + 1)
    var causes = DropCauseFinder(log, times)
    for stretch in stretches {
      fill(stretch, presentation.shown, cadence: cadence, &causes)
    }
  }

  private mutating func fill(
    _ stretch: Range<Int>, _ shown: [Int32], cadence: Int, _ causes: inout DropCauseFinder
  ) {
    let firstNew = shown[stretch].firstIndex { $0 >= 0 } ?? stretch.lowerBound
    var start = stretch.lowerBound + (firstNew - stretch.lowerBound) % cadence
    while start < stretch.upperBound {
      let end = min(stretch.upperBound, start + min(cadence, stretch.count))
      let isFulfilled = shown[start..<end].contains { $0 >= 0 }
      guard isFulfilled || end - start == cadence else { return }
      let cause = isFulfilled ? nil : causes.cause(of: start..<end)
      slots.append(Slot(first: Int32(start), count: Int32(end - start), dropCause: cause))
      start = end
    }
  }
}
