/// The problems of one driver, each cut into its causes.
///
/// Each kind is visited in ascending order, as far as everything is known that can be a cause.
struct ProblemBoundaries: Sendable {
  /// Is given the number of the firing, update or refresh, the stretch, and its pieces in order.
  typealias Visitor = (
    _ problem: Problem, _ number: Int, _ span: TimeSpan, _ pieces: [BlameSegment]
  ) -> Void

  private var cutter = BlameAttribution()
  private var updateCutter = BlameAttribution()
  private var attribution = SlotAttribution()
  /// The first firing and the first update without a refresh of its own that were not visited.
  private var firing = 0
  private(set) var unseen = 0
  private var refresh = 0
  /// What the problems that were visited are put down to.
  private(set) var totals = BlameTotals()
  /// The firings before this one are over, and so is the way of what they showed.
  private var complete = 0

  mutating func takeMemory(of other: inout ProblemBoundaries) {
    cutter.takeMemory(of: &other.cutter)
    updateCutter.takeMemory(of: &other.updateCutter)
    attribution.takeMemory(of: &other.attribution)
    totals.takeMemory(of: &other.totals)
  }

  /// Learns what has happened by now, and returns it, for as long as nothing more happens.
  mutating func load(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay,
    _ times: borrowing RefreshTimes, _ thread: borrowing ThreadTime
  ) -> BlameContext {
    let presentation = display.presentation
    let context = BlameContext(log, thread, presentation.schedule, times)
    cutter.skip(to: context)
    updateCutter.skip(to: context)
    complete = display.isOver ? log.firings.endIndex : log.closed
    let updates = log.updates
    for index in presentation.decided..<updates.endIndex {
      complete = min(complete, Int(updates[index].firing))
    }
    attribution.load(log, context, complete: complete)
    return context
  }

  /// Visits late firings and double fires: the lateness of one firing may be both.
  mutating func visitFirings(
    _ log: borrowing DriverLog, _ times: borrowing RefreshTimes, _ context: BlameContext,
    isOver: Bool, _ visitor: Visitor
  ) {
    let (firings, vsyncs) = (log.firings, times.vsyncs)
    let measured = log.measured
    refresh = max(refresh, vsyncs.startIndex)
    while firing < firings.endIndex {
      let index = firing
      let firing = firings[index]
      while refresh + 1 < vsyncs.endIndex, vsyncs[refresh + 1] <= firing.began { refresh += 1 }
      let hasEnd = refresh + 1 < vsyncs.endIndex
      guard isOver || (hasEnd && index <= log.closed && firing.due < log.window.end) else { return }
      self.firing += 1
      let isLate = firing.lateness > 0 && measured.contains(index)
      let isDoubled =
        index + 1 < firings.endIndex && hasEnd && firing.began >= vsyncs[refresh]
        && firings[index + 1].began < vsyncs[refresh + 1]
      guard isLate || isDoubled else { continue }
      cutter.begin()
      let span = Self.chargeWait(for: firing, index, &cutter, context)
      if isLate {
        totals.add(cutter.pieces, to: .lateFiring)
        visitor(.lateFiring, index, span, cutter.pieces)
      }
      if isDoubled {
        totals.add(cutter.pieces, to: .doubleFire)
        visitor(.doubleFire, refresh, span, cutter.pieces)
      }
    }
  }

  /// Visits the updates that a later one took the place of, or that were refused.
  mutating func visitOverwrittenUpdates(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay,
    _ times: borrowing RefreshTimes, _ context: BlameContext, _ visitor: Visitor
  ) {
    let presentation = display.presentation
    while unseen < presentation.unseen.endIndex {
      let index = Int(presentation.unseen[unseen])
      let update = log.updates[index]
      guard display.isOver || Int(update.firing) <= log.closed else { return }
      unseen += 1
      guard times.window.contains(presentation.home(of: update)) else { continue }
      let committed = presentation.timing(of: update).committed
      updateCutter.begin()
      let number = Int(update.firing)
      var span = Self.chargeWait(for: log.firings[number], number, &updateCutter, context)
      updateCutter.charge(TimeSpan(begin: span.end, end: update.ended), .own)
      span.end = max(span.end, update.ended)
      updateCutter.chargeHolders(
        TimeSpan(begin: span.end, end: committed), otherwise: .commit, context)
      span.end = max(span.end, committed)
      totals.add(updateCutter.pieces, to: .overwrittenUpdate)
      visitor(.overwrittenUpdate, index, span, updateCutter.pieces)
    }
  }

  /// Cuts a part of a hitch; `nil` if it is not known yet what ended it.
  mutating func pieces(
    of part: HitchPart, _ log: borrowing DriverLog, _ context: BlameContext, isOver: Bool
  ) -> [BlameSegment]? {
    guard isOver || isExplained(part.latchSpan.end, log) else { return nil }
    let pieces = attribution.cut(part.latchSpan, deadline: part.deadline, context)
    totals.add(pieces, to: .droppedSlot)
    return pieces
  }

  /// Counts a dropped slot for the owner that has most of the time of its cause.
  mutating func countSlot(_ pieces: [BlameSegment], _ cause: BlameCause) {
    totals.countSlot(pieces, cause)
  }

  /// Whether a firing that was due after an instant is complete, so that nothing later matters to
  /// it.
  private func isExplained(_ instant: Int64, _ log: borrowing DriverLog) -> Bool {
    complete > log.firings.startIndex && log.firings[complete - 1].due >= instant
  }

  /// The first firing that is needed to go on, given when the next part of a hitch begins.
  mutating func firstFiring(forPartFrom begin: Int64, _ context: BlameContext) -> Int {
    attribution.skipFirings(doneBy: begin, context)
    return min(firing, attribution.firing - 1)
  }

  mutating func forget(firingsBefore firing: Int) {
    attribution.forget(firingsBefore: firing)
  }

  /// Charges the lateness of a firing, and returns when it passed.
  private static func chargeWait(
    for firing: Firing, _ index: Int, _ cutter: inout BlameAttribution, _ context: BlameContext
  ) -> TimeSpan {
    let span = TimeSpan(begin: firing.due, end: max(firing.due, firing.began))
    cutter.chargeWait(span, forFiring: index, context)
    return span
  }
}

extension DriverAnalysis {
  /// Visits every problem, those of a kind in ascending order.
  ///
  /// - Complexity: O(n) for n firings, updates, slots and segments of the thread's time.
  func visitProblems(_ thread: ThreadTime, _ visitor: ProblemBoundaries.Visitor) {
    var boundaries = ProblemBoundaries()
    let context = boundaries.load(log, display, times, thread)
    boundaries.visitFirings(log, times, context, isOver: true, visitor)
    boundaries.visitOverwrittenUpdates(log, display, times, context, visitor)
    var (hitches, need) = (HitchParts(), Need())
    hitches.advance(log, display, times, &need)
    for part in hitches.parts {
      guard let pieces = boundaries.pieces(of: part, log, context, isOver: true) else { continue }
      visitor(.droppedSlot, part.refresh, part.latchSpan, pieces)
    }
  }
}
