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
  /// Why none of its refreshes showed anything new; `nil` if one did.
  private(set) var dropCauses: [DropCause?] = []
  /// How many slots showed nothing new.
  private(set) var dropped = 0
  /// The refreshes of the window that no pause covers.
  private(set) var stretches: [Range<Int>] = []
  /// Whether anybody says how often new content is wanted, so that slots have a meaning.
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
    dropCauses.reserveCapacity(times.window.count)
    var causes = DropCauseFinder(log, presentation)
    for stretch in stretches {
      for piece in Self.pieces(of: stretch, target, log, times) {
        let firstNew = presentation.shown[piece].firstIndex { $0 >= 0 } ?? piece.lowerBound
        fill(
          piece, .init(target, from: firstNew, log, times), presentation.shown, times, &causes)
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
    _ piece: Range<Int>, _ numbering: SlotNumbering, _ shown: [Int32], _ times: RefreshTimes,
    _ causes: inout DropCauseFinder
  ) {
    if case .refreshes(1, _) = numbering {
      for refresh in piece {
        let slot = refresh..<refresh + 1
        append(slot, shown[refresh] >= 0 ? nil : causes.cause(of: slot, times))
      }
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
      let slot = start..<end
      append(slot, isFulfilled ? nil : causes.cause(of: slot, times))
      start = end
    }
  }

  @inline(__always)
  private mutating func append(_ refreshes: Range<Int>, _ dropCause: DropCause?) {
    if dropCause != nil { dropped += 1 }
    if refreshes.count > 1 || !sizes.isEmpty {
      sizes.append(contentsOf: repeatElement(1, count: firsts.count - sizes.count))
      sizes.append(Int32(refreshes.count))
    }
    firsts.append(Int32(refreshes.lowerBound))
    dropCauses.append(dropCause)
  }
}

extension SlotNumbering {
  /// The numbering of a piece whose first new picture came at a refresh.
  fileprivate init(
    _ target: TargetCadence?, from firstNew: Int, _ log: DriverLog, _ times: RefreshTimes
  ) {
    switch target {
    case .rate(let rate): self = .rate(rate, from: times.latch(firstNew))
    case .refreshes(let count): self = .refreshes(count, from: firstNew)
    case .undeclared: self = .refreshes(1, from: firstNew)
    case nil:
      // A pace is adopted in the callback of a refresh whose picture is shown some refreshes later.
      let asked = max(0, times.latch(firstNew))
      self = .refreshes(log.divider(at: asked), from: firstNew)
    }
  }
}
