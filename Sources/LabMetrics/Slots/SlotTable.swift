import LabKernel

/// The slots of a driver with a target cadence.
///
/// Slots cover each stretch of the window without a pause. With a cadence of n refreshes each has n,
/// and n = 1 makes every refresh one; where the display's rate or the link's pace changes they are
/// cut. Their phase is that of the first new picture. An unfinished slot at the end counts only if it
/// is fulfilled already.
struct SlotTable: Sendable {
  /// The first refresh of each slot.
  private var firsts: [Int32] = []
  /// How many refreshes each slot has; none at all while each has one.
  private var sizes: [Int32] = []
  /// Whether none of the refreshes of each slot showed anything new.
  private(set) var isDropped: [Bool] = []
  /// What most of the time of each dropped slot is put down to, in their order.
  private(set) var dropCauses: [BlameCause] = []
  /// How many slots showed nothing new.
  private(set) var dropped = 0
  /// The refreshes of the window that no pause covers.
  private(set) var stretches: [Range<Int>] = []
  /// Whether a target cadence is known, so that slots have a meaning.
  let isDeclared: Bool

  init(
    _ log: DriverLog, _ presentation: Presentation, _ times: RefreshTimes, target: TargetCadence?
  ) {
    isDeclared = target != .undeclared
    var start = times.window.lowerBound
    for pause in log.pauses {
      let idle = times.refreshes(latchingIn: pause).clamped(to: times.window)
      guard !idle.isEmpty else { continue }
      if start < idle.lowerBound { stretches.append(start..<idle.lowerBound) }
      start = max(start, idle.upperBound)
    }
    if start < times.window.upperBound { stretches.append(start..<times.window.upperBound) }
    guard isDeclared else { return }
    firsts.reserveCapacity(times.window.count)
    isDropped.reserveCapacity(times.window.count)
    for stretch in stretches {
      for piece in Self.pieces(of: stretch, target, log, times) {
        let firstNew = presentation.shown[piece].firstIndex { $0 >= 0 } ?? piece.lowerBound
        fill(piece, .init(target, from: firstNew, log, times), presentation.shown, times)
      }
    }
  }

  /// How many slots there are.
  var count: Int { firsts.count }

  /// The refreshes from one wanted frame to the next.
  func refreshes(of slot: Int) -> Range<Int> { first(of: slot)..<end(of: slot) }

  /// The first refresh of a slot.
  func first(of slot: Int) -> Int { Int(firsts[slot]) }

  /// The first refresh after a slot.
  func end(of slot: Int) -> Int { Int(firsts[slot]) + (sizes.isEmpty ? 1 : Int(sizes[slot])) }

  /// Puts the dropped slots down to causes, in ascending order.
  ///
  /// - Returns: The time of all of them by cause and owner.
  mutating func attribute(
    _ times: RefreshTimes, _ log: DriverLog, _ presentation: Presentation, _ thread: ThreadTime
  ) -> BlameTotals {
    var totals = BlameTotals()
    guard dropped > 0 else { return totals }
    var attribution = SlotAttribution(log, presentation, thread)
    dropCauses.reserveCapacity(dropped)
    for slot in 0..<count where isDropped[slot] {
      let span = latchSpan(of: slot, times)
      let pieces = attribution.cut(span, deadline: span.end)
      totals.add(pieces)
      let cause = pieces.largestCause ?? .idle
      totals.countSlot(pieces, cause)
      dropCauses.append(cause)
    }
    return totals
  }

  /// The time from the latch before a slot to its last one; refreshes too early for a latch have none.
  func latchSpan(of slot: Int, _ times: RefreshTimes) -> TimeSpan {
    let (first, end) = (first(of: slot), end(of: slot))
    let begin = first == 0 ? 0 : max(0, times.latch(first - 1))
    return TimeSpan(begin: begin, end: max(begin, times.latch(end - 1)))
  }

  /// Cuts a stretch where the meaning of a number of refreshes changes.
  private static func pieces(
    of stretch: Range<Int>, _ target: TargetCadence?, _ log: DriverLog, _ times: RefreshTimes
  ) -> [Range<Int>] {
    var cuts: [Int] = []
    switch target {
    case .rate, .undeclared, .refreshes(1): break
    case .refreshes: cuts = times.changes(in: stretch)
    case nil:
      cuts = times.changes(in: stretch)
      for pace in log.paces {
        let change = times.refreshes(latchingIn: TimeSpan(begin: pace.time, end: .max)).lowerBound
        if stretch.contains(change) { cuts.append(change) }
      }
      cuts.sort()
    }
    let bounds = [stretch.lowerBound] + cuts + [stretch.upperBound]
    return zip(bounds, bounds.dropFirst()).map { $0..<$1 }.filter { !$0.isEmpty }
  }

  private mutating func fill(
    _ piece: Range<Int>, _ numbering: SlotNumbering, _ shown: [Int32], _ times: RefreshTimes
  ) {
    if case .refreshes(1, _) = numbering {
      for refresh in piece { append(refresh..<refresh + 1, isDropped: shown[refresh] < 0) }
      return
    }
    var start = piece.lowerBound
    while start < piece.upperBound, !numbering.begins(at: start, times) { start += 1 }
    while start < piece.upperBound {
      var end = start + 1
      var isFulfilled = shown[start] >= 0
      while end < piece.upperBound, !numbering.begins(at: end, times) {
        if shown[end] >= 0 { isFulfilled = true }
        end += 1
      }
      let isWhole = end < piece.upperBound || numbering.begins(at: end, times)
      guard isFulfilled || isWhole else { return }
      append(start..<end, isDropped: !isFulfilled)
      start = end
    }
  }

  @inline(__always)
  private mutating func append(_ refreshes: Range<Int>, isDropped: Bool) {
    if isDropped { dropped += 1 }
    if refreshes.count > 1 || !sizes.isEmpty {
      sizes.append(contentsOf: repeatElement(1, count: firsts.count - sizes.count))
      sizes.append(Int32(refreshes.count))
    }
    firsts.append(Int32(refreshes.lowerBound))
    self.isDropped.append(isDropped)
  }
}

extension [BlameSegment] {
  /// The cause with most of the time, the earlier one of two with the same; `nil` without any.
  var largestCause: BlameCause? {
    guard let first else { return nil }
    guard contains(where: { $0.cause != first.cause }) else { return first.cause }
    var times: [BlameCause: Int64] = [:]
    for segment in self { times[segment.cause, default: 0] += segment.time }
    return times.max { ($0.value, $1.key.position) < ($1.value, $0.key.position) }?.key
  }
}

extension SlotNumbering {
  /// The numbering of a piece whose first new frame came at a refresh.
  fileprivate init(
    _ target: TargetCadence?, from firstNew: Int, _ log: DriverLog, _ times: RefreshTimes
  ) {
    switch target {
    case .rate(let rate): self = .rate(rate, from: times.latch(firstNew))
    case .refreshes(let count): self = .refreshes(count, from: firstNew)
    case .undeclared: self = .refreshes(1, from: firstNew)
    case nil:
      // A pace is adopted in the callback of a refresh whose frame is shown some refreshes later.
      let asked = max(0, times.latch(firstNew))
      self = .refreshes(log.divider(at: asked), from: firstNew)
    }
  }
}
