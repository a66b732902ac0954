import LabKernel

/// The slots of a driver with a target cadence.
///
/// They are counted as ``MetricDictionary`` says under `slots`: in each stretch of the window
/// without a pause, from its first new frame, and anew where the meaning of a number of refreshes
/// changes. Each lasts until the next one begins, so that a freeze goes on across such a change.
struct SlotTable: Sendable {
  /// The refreshes in which one new frame was wanted.
  private struct Slot {
    let first: Int32
    /// The first refresh after it; its complement if none of them showed anything new.
    let mark: Int32

    var isDropped: Bool { mark < 0 }
    var end: Int { Int(mark < 0 ? ~mark : mark) }
  }

  private var slots: [Slot] = []
  /// How many slots showed nothing new.
  private(set) var dropped = 0
  /// How many refreshes of the window belong to a pause and show nothing new.
  private(set) var quiet = 0
  /// The refreshes of the window that no pause covers; the last stretch may go on.
  private(set) var stretches: [Range<Int>] = []
  /// When each stretch begins.
  private(set) var begins: [Int64] = []
  /// How many refreshes of the stretches came before the first frame was wanted.
  private(set) var leading = 0
  /// How long the stretches last that are over.
  private(set) var activeTime: Int64 = 0
  /// How often new content is wanted; `nil` for a link's own pace.
  let target: TargetCadence?

  /// The first refresh that was not looked at.
  private var next = 0
  private var pause = 0
  private var piece: Piece?
  private var aim = 0
  /// The first change of the link's pace that was not looked at.
  private var pace = 0
  /// A stretch, or a part of one in which a number of refreshes means the same.
  private struct Piece {
    var first: Int
    /// At every how many refreshes a link was due at its beginning.
    let divider: Int
    /// How slots are numbered; `nil` while no new frame has come.
    var numbering: SlotNumbering?
    /// Whether no frame is wanted yet.
    var isLeading = true
    /// The first refresh that was not assigned to a slot.
    var next: Int
    /// The slot that has begun.
    var slot: Int?
    var isFulfilled = false

    init(at first: Int, _ log: borrowing DriverLog, _ times: borrowing RefreshTimes) {
      (self.first, next) = (first, first)
      divider = SlotTable.pace(at: first, log, times)
    }
  }

  /// At every how many refreshes a link was due when the latch interval of a refresh began.
  private static func pace(
    at refresh: Int, _ log: borrowing DriverLog, _ times: borrowing RefreshTimes
  ) -> Int {
    log.divider(at: times.beginning(ofLatch: refresh))
  }

  /// Assigns the refreshes of the window to slots.
  init(
    _ target: TargetCadence?, _ log: borrowing DriverLog, _ presentation: Presentation,
    _ times: borrowing RefreshTimes
  ) {
    self.target = target
    next = times.window.lowerBound
    let limit = times.window.upperBound
    // What is set aside and not needed costs nothing.
    slots.reserveCapacity(times.window.count)
    while next < limit {
      let idle = nextPause(log, presentation, times)
      if idle.contains(next) {
        close(at: next, presentation, log, times)
        let end = min(idle.upperBound, limit)
        quiet += (next..<end).count { presentation.shown[$0] < 0 }
        next = end
      } else {
        let end = next < idle.lowerBound ? min(idle.lowerBound, limit) : limit
        fill(to: end, presentation, log, times)
        next = end
      }
    }
    close(at: next, presentation, log, times)
  }

  /// Whether a target cadence is known, so that slots have a meaning.
  var isDeclared: Bool { target != .undeclared }

  /// How many slots there are.
  var count: Int { slots.count }

  /// Whether no refresh of a slot showed anything new.
  func isDropped(_ slot: Int) -> Bool { slots[slot].isDropped }

  /// The refreshes from one wanted frame to the next.
  func refreshes(of slot: Int) -> Range<Int> { first(of: slot)..<end(of: slot) }

  /// The first refresh of a slot.
  func first(of slot: Int) -> Int { Int(slots[slot].first) }

  /// The first refresh after a slot.
  func end(of slot: Int) -> Int { slots[slot].end }

  /// The time from the latch before a slot to its last one; refreshes too early for a latch have
  /// none.
  @inline(__always)
  func latchSpan(of slot: Int, _ times: borrowing RefreshTimes) -> TimeSpan {
    let (first, end) = (first(of: slot), end(of: slot))
    let begin = times.beginning(ofLatch: first)
    return TimeSpan(begin: begin, end: max(begin, times.latch(end - 1)))
  }

  /// The refreshes of the first pause that is not over before the next refresh; an empty range
  /// beyond all refreshes for none.
  ///
  /// The one in whose latch interval it begins is one of them if it shows nothing new: what the
  /// driver was asked for before may have been too late for any frame.
  private mutating func nextPause(
    _ log: borrowing DriverLog, _ presentation: Presentation, _ times: borrowing RefreshTimes
  ) -> Range<Int> {
    while pause < log.pauses.count {
      let idle = log.refreshes(ofPause: pause, times)
      // One that no refresh belongs to, as between two lives without a gap, must not hide the next.
      guard !idle.isEmpty else {
        pause += 1
        continue
      }
      let before = idle.lowerBound - 1
      if before >= next, before < presentation.shown.count,
        presentation.shown[before] < 0, log.pauses[pause].begin < times.latch(before)
      {
        return before..<idle.upperBound
      }
      if idle.upperBound > next { return idle }
      pause += 1
    }
    return Int.max..<Int.max
  }

  /// Goes on with a stretch, which is cut where the meaning of a number of refreshes changes.
  private mutating func fill(
    to end: Int, _ presentation: Presentation, _ log: borrowing DriverLog,
    _ times: borrowing RefreshTimes
  ) {
    if piece == nil {
      stretches.append(next..<next)
      begins.append(times.vsyncs[next])
    }
    stretches[stretches.count - 1] = stretches[stretches.count - 1].lowerBound..<end
    guard isDeclared else {
      piece = Piece(at: end, log, times)
      return
    }
    if piece == nil { piece = Piece(at: next, log, times) }
    for cut in cuts(before: end, log, times) {
      fillPiece(to: cut, presentation, log, times, isWhole: true, isCut: true)
      var other = Piece(at: cut, log, times)
      (other.slot, other.isFulfilled) = (piece?.slot, piece?.isFulfilled ?? false)
      other.isLeading = piece?.isLeading ?? false
      piece = other
    }
    fillPiece(to: end, presentation, log, times, isWhole: false)
  }

  /// Ends the stretch that goes on.
  private mutating func close(
    at end: Int, _ presentation: Presentation, _ log: borrowing DriverLog,
    _ times: borrowing RefreshTimes
  ) {
    guard piece != nil else { return }
    activeTime += times.vsyncs[end] - (begins.last ?? 0)
    if isDeclared { fillPiece(to: end, presentation, log, times, isWhole: true) }
    piece = nil
  }

  /// Returns the refreshes after the beginning of the piece at which another one begins.
  private mutating func cuts(
    before end: Int, _ log: borrowing DriverLog, _ times: borrowing RefreshTimes
  ) -> [Int] {
    guard target == nil || target.map(Self.countsRefreshes) == true else { return [] }
    var cuts: [Int] = []
    while aim < times.aims.count, times.aims[aim].first < end {
      cuts.append(times.aims[aim].first)
      aim += 1
    }
    while target == nil, pace < log.paces.endIndex {
      let change = times.firstRefresh(beginningToLatchAt: log.paces[pace].time)
      guard change < end else { break }
      pace += 1
      guard change > 0,
        Self.pace(at: change, log, times) != Self.pace(at: change - 1, log, times)
      else { continue }
      cuts.append(change)
    }
    guard !cuts.isEmpty else { return [] }
    let first = max(next, (piece?.first ?? next) + 1)
    return Array(Set(cuts.filter { $0 >= first })).sorted()
  }

  /// Whether a target is a number of refreshes other than one.
  private static func countsRefreshes(_ target: TargetCadence) -> Bool {
    if case .refreshes(let count) = target { count != 1 } else { false }
  }

  /// Assigns refreshes of a piece, up to one that is its end if it is whole.
  private mutating func fillPiece(
    to end: Int, _ presentation: Presentation, _ log: borrowing DriverLog,
    _ times: borrowing RefreshTimes, isWhole: Bool, isCut: Bool = false
  ) {
    guard var piece else { return }
    defer { self.piece = piece }
    if piece.isLeading {
      while piece.isLeading, piece.next < end {
        if presentation.shown[piece.next] >= 0
          || log.isFrameWanted(at: piece.next, times)
        {
          piece.isLeading = false
        } else {
          piece.next += 1
          leading += 1
        }
      }
      piece.first = piece.next
    }
    if piece.numbering == nil {
      let firstNew = (piece.next..<end).first { presentation.shown[$0] >= 0 }
      guard firstNew != nil || isWhole || target == .refreshes(1) else { return }
      let first = firstNew ?? piece.first
      if case .rate(let rate) = target, SlotAnchor.matters(rate, times, at: first) {
        guard isWhole || end >= first + SlotAnchor.reach else { return }
        let anchor = SlotAnchor(
          rate, from: first, to: min(end, first + SlotAnchor.reach), presentation, times)
        piece.numbering = .rate(
          rate, from: firstNew == nil ? times.latchInNanoseconds(first) : anchor.start)
      } else {
        piece.numbering = SlotNumbering(target, from: first, divider: piece.divider, times)
      }
    }
    guard let numbering = piece.numbering else { return }
    if case .refreshes(1, _) = numbering, piece.next < end {
      endSlot(&piece, at: piece.next)
      for refresh in piece.next..<end - 1 {
        append(refresh..<refresh + 1, isDropped: presentation.shown[refresh] < 0)
      }
      piece.next = end - 1
    }
    while piece.next < end {
      let refresh = piece.next
      if numbering.begins(at: refresh, times) {
        endSlot(&piece, at: refresh)
        (piece.slot, piece.isFulfilled) = (refresh, false)
      }
      if presentation.shown[refresh] >= 0 { piece.isFulfilled = true }
      piece.next += 1
    }
    // An unfinished slot at the end counts only if it is fulfilled already; a cut one goes on.
    guard isWhole, !isCut else { return }
    if piece.isFulfilled || numbering.begins(at: end, times) { endSlot(&piece, at: end) }
    piece.slot = nil
  }

  private mutating func endSlot(_ piece: inout Piece, at end: Int) {
    if let slot = piece.slot { append(slot..<end, isDropped: !piece.isFulfilled) }
    piece.slot = nil
  }

  @inline(__always)
  private mutating func append(_ refreshes: Range<Int>, isDropped: Bool) {
    if isDropped { dropped += 1 }
    slots.append(
      Slot(
        first: Int32(refreshes.lowerBound),
        mark: isDropped ? ~Int32(refreshes.upperBound) : Int32(refreshes.upperBound)))
  }
}

extension SlotNumbering {
  /// The numbering of a piece whose first new frame came at a refresh.
  fileprivate init(
    _ target: TargetCadence?, from firstNew: Int, divider: Int, _ times: borrowing RefreshTimes
  ) {
    switch target {
    case .rate(let rate): self = .rate(rate, from: times.latchInNanoseconds(firstNew))
    case .refreshes(let count): self = .refreshes(count, from: firstNew)
    case .undeclared: self = .refreshes(1, from: firstNew)
    case nil: self = .refreshes(divider, from: firstNew)
    }
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
  public var surplus: Int { run.frames.new - fulfilled }
  /// How many dropped slots have each cause; together all of ``dropped``.
  public var causes: [BlameCause: Int] { run.attribution.causes.counts }

  /// How many dropped slots a cause has.
  public func dropped(by cause: BlameCause) -> Int { Int(run.attribution.causes[cause] ?? 0) }

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
    for slot in 0..<count {
      while stretch < 0 || self.first(of: slot) >= stretches[stretch].upperBound,
        stretch + 1 < stretches.count
      {
        stretch += 1
        begin = begins[stretch]
      }
      if isDropped(slot) { dropped += 1 }
      let end = vsyncs[self.end(of: slot)]
      let earliest = max(begin, end - Self.second)
      while first < slot, vsyncs[self.first(of: first)] < earliest {
        if isDropped(first) { dropped -= 1 }
        first += 1
      }
      guard end - begin >= Self.second else { continue }
      shares.append(Int64(dropped) * Self.second / Int64(slot - first + 1))
    }
    return shares
  }
}
