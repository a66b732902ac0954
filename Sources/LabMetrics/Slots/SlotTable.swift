import LabKernel

/// The slots of a driver with a target cadence.
///
/// They are counted as ``MetricDictionary`` says under `slots`: in each stretch of the window
/// without a pause, from its first new frame, and anew where the meaning of a number of refreshes
/// changes. Each lasts until the next one begins, so that a freeze goes on across such a change.
struct SlotTable: Sendable {
  /// The refreshes in which one new frame was wanted.
  struct Slot: Sendable {
    private let first: Int32
    private let last: Int32
    /// Whether none of them showed anything new.
    let isDropped: Bool

    init(_ refreshes: Range<Int>, isDropped: Bool) {
      (first, last) = (Int32(refreshes.lowerBound), Int32(refreshes.upperBound))
      self.isDropped = isDropped
    }

    /// The refreshes from one wanted frame to the next.
    var refreshes: Range<Int> { Int(first)..<Int(last) }

    /// The time from the latch before the slot to its last one; refreshes too early for a latch
    /// have none.
    func latchSpan(_ times: borrowing RefreshTimes) -> TimeSpan {
      let begin = times.beginning(ofLatch: Int(first))
      return TimeSpan(begin: begin, end: max(begin, times.latch(Int(last) - 1)))
    }
  }

  /// All slots, in ascending order.
  private(set) var all: [Slot] = []
  /// How many slots showed nothing new.
  private(set) var dropped = 0
  /// How many refreshes of the window belong to a pause and show nothing new.
  private(set) var quiet = 0
  /// The refreshes of the window that no pause covers.
  private(set) var stretches: [Range<Int>] = []
  /// How many refreshes of the stretches came before the first frame was wanted.
  private(set) var leading = 0
  /// How long the stretches last.
  private(set) var activeTime: Int64 = 0
  /// How often new content is wanted; `nil` for a link's own pace.
  let target: TargetCadence?

  /// Assigns the refreshes of the window to slots.
  init(
    _ target: TargetCadence?, _ log: borrowing DriverLog, _ presentation: Presentation,
    _ times: borrowing RefreshTimes
  ) {
    self.target = target
    // What is set aside and not needed costs nothing.
    all.reserveCapacity(times.window.count)
    let cuts = cuts(log, times)
    var (next, end) = (times.window.lowerBound, times.window.upperBound)
    for pause in log.pauses.indices {
      let idle = refreshes(ofPause: pause, from: next, log, presentation, times)
      // One that no refresh belongs to, as between two lives without a gap, must not hide the next.
      guard !idle.isEmpty, idle.upperBound > next else { continue }
      guard idle.lowerBound < end else { break }
      if next < idle.lowerBound { fill(next..<idle.lowerBound, cuts, log, presentation, times) }
      let rest = max(next, idle.lowerBound)..<min(idle.upperBound, end)
      quiet += rest.count { presentation.shown[$0] < 0 }
      next = rest.upperBound
    }
    if next < end { fill(next..<end, cuts, log, presentation, times) }
  }

  /// Whether a target cadence is known, so that slots have a meaning.
  var isDeclared: Bool { target != .undeclared }

  /// How many slots there are.
  var count: Int { all.count }

  /// The refreshes of a pause, from the next one on that has no slot.
  ///
  /// The one in whose latch interval it begins is one of them if it shows nothing new: what the
  /// driver was asked for before may have been too late for any frame.
  private func refreshes(
    ofPause pause: Int, from next: Int, _ log: borrowing DriverLog, _ presentation: Presentation,
    _ times: borrowing RefreshTimes
  ) -> Range<Int> {
    let idle = log.refreshes(ofPause: pause, times)
    let before = idle.lowerBound - 1
    let isFirst =
      !idle.isEmpty && before >= next && before < presentation.shown.count
      && presentation.shown[before] < 0 && log.pauses[pause].begin < times.latch(before)
    return isFirst ? before..<idle.upperBound : idle
  }

  /// The refreshes from which on a number of refreshes means something else, in ascending order.
  private func cuts(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes) -> [Int] {
    switch target {
    case .refreshes(1), .rate, .undeclared: return []
    case .refreshes: return times.aims.map { $0.first }
    case nil: break
    }
    var cuts = times.aims.map { $0.first }
    for pace in log.paces {
      let change = times.firstRefresh(beginningToLatchAt: pace.time)
      guard change > 0, change < times.window.upperBound,
        Self.pace(at: change, log, times) != Self.pace(at: change - 1, log, times)
      else { continue }
      cuts.append(change)
    }
    return Set(cuts).sorted()
  }

  /// At every how many refreshes a link was due when the latch interval of a refresh began.
  private static func pace(
    at refresh: Int, _ log: borrowing DriverLog, _ times: borrowing RefreshTimes
  ) -> Int {
    log.divider(at: times.beginning(ofLatch: refresh))
  }

  /// Assigns the refreshes between two pauses.
  private mutating func fill(
    _ stretch: Range<Int>, _ cuts: [Int], _ log: borrowing DriverLog,
    _ presentation: Presentation, _ times: borrowing RefreshTimes
  ) {
    stretches.append(stretch)
    activeTime += times.duration(of: stretch)
    guard isDeclared else { return }
    let (shown, end) = (presentation.shown, stretch.upperBound)
    var next = stretch.lowerBound
    while next < end, shown[next] < 0, !log.isFrameWanted(at: next, times) { next += 1 }
    leading += next - stretch.lowerBound
    // The slot that has begun, and whether a refresh of it showed anything new.
    var (slot, isFulfilled) = (Int?.none, false)
    var cut = cuts.partitionIndex { $0 > next }
    while next < end {
      let pieceEnd = cut < cuts.count ? min(cuts[cut], end) : end
      let numbering = numbering(of: next..<pieceEnd, log, presentation, times)
      for refresh in next..<pieceEnd {
        if numbering.begins(at: refresh, times) {
          if let slot { append(slot..<refresh, isDropped: !isFulfilled) }
          (slot, isFulfilled) = (refresh, false)
        }
        if shown[refresh] >= 0 { isFulfilled = true }
      }
      (next, cut) = (pieceEnd, cut + 1)
      // An unfinished slot at the end counts only if it is fulfilled already.
      if next == end, let slot, isFulfilled || numbering.begins(at: end, times) {
        append(slot..<end, isDropped: !isFulfilled)
      }
    }
  }

  /// How the slots are numbered in a part of a stretch in which a number of refreshes means the
  /// same: from its first new frame on, and backwards before it.
  private func numbering(
    of piece: Range<Int>, _ log: borrowing DriverLog, _ presentation: Presentation,
    _ times: borrowing RefreshTimes
  ) -> SlotNumbering {
    let firstNew = piece.first { presentation.shown[$0] >= 0 }
    let first = firstNew ?? piece.lowerBound
    switch target {
    case .refreshes(let count): return .refreshes(count, from: first)
    case nil: return .refreshes(Self.pace(at: piece.lowerBound, log, times), from: first)
    case .undeclared: return .refreshes(1, from: first)
    case .rate(let rate):
      guard firstNew != nil, SlotAnchor.matters(rate, times, at: first) else {
        return .rate(rate, from: times.latchInNanoseconds(first))
      }
      let end = min(piece.upperBound, first + SlotAnchor.reach)
      return .rate(rate, from: SlotAnchor(rate, from: first, to: end, presentation, times).start)
    }
  }

  @inline(__always)
  private mutating func append(_ refreshes: Range<Int>, isDropped: Bool) {
    if isDropped { dropped += 1 }
    all.append(Slot(refreshes, isDropped: isDropped))
  }
}

/// How many of the wanted frames came.
///
///     slots = fulfilled + dropped      new = fulfilled + surplus
public struct SlotCounts: Sendable {
  private let run: DriverRun

  init(_ run: DriverRun) { self.run = run }

  /// The slots in the window: the frames that the target cadence wants.
  public var slots: Int { run.slots.count }
  /// The slots in which a refresh showed something new.
  public var fulfilled: Int { slots - dropped }
  /// The slots in which none did.
  public var dropped: Int { run.slots.dropped }
  /// The new refreshes beyond the first in a slot, or outside any.
  public var surplus: Int { run.newFrames - fulfilled }
  /// How many dropped slots have each cause; together all of ``dropped``.
  public var causes: [BlameCause: Int] {
    run.blame[.droppedSlot].counts.reduce(into: [:]) { $0[$1.cause, default: 0] += Int($1.count) }
  }

  /// How many dropped slots a cause has.
  public func dropped(by cause: BlameCause) -> Int { causes[cause] ?? 0 }

  /// The share of dropped slots in percent, or `nil` without a slot.
  public var droppedShare: Double? { slots > 0 ? 100 * Double(dropped) / Double(slots) : nil }
}

extension SlotTable {
  private static let second: Int64 = 1_000_000_000

  /// The shares of dropped slots in all seconds, in parts per billion.
  ///
  /// A second holds the slots that lie wholly in it; it slides from slot to slot, never across a
  /// pause.
  func sharesOfSeconds(_ vsyncs: [Int64]) -> [Int64] {
    var shares: [Int64] = []
    // The first slot that lies wholly in the second, and how many were dropped from it on.
    var (first, dropped) = (0, 0)
    // The stretch without a pause, and when it begins.
    var (stretch, begin) = (-1, Int64.max)
    for (place, slot) in all.enumerated() {
      while stretch < 0 || slot.refreshes.lowerBound >= stretches[stretch].upperBound,
        stretch + 1 < stretches.count
      {
        stretch += 1
        begin = vsyncs[stretches[stretch].lowerBound]
      }
      if slot.isDropped { dropped += 1 }
      let end = vsyncs[slot.refreshes.upperBound]
      let earliest = max(begin, end - Self.second)
      while first < place, vsyncs[all[first].refreshes.lowerBound] < earliest {
        if all[first].isDropped { dropped -= 1 }
        first += 1
      }
      guard end - begin >= Self.second else { continue }
      shares.append(Int64(dropped) * Self.second / Int64(place - first + 1))
    }
    return shares
  }
}
