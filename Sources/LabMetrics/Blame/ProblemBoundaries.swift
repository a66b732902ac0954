/// The problems of one driver, each cut into its causes.
struct ProblemBoundaries {
  /// Is given the number of the firing, update or refresh, the stretch, and its pieces in order.
  typealias Visitor = (
    _ problem: Problem, _ number: Int, _ span: TimeSpan, _ pieces: [BlameSegment]
  ) -> Void

  private let analysis: DriverAnalysis
  private let thread: ThreadTime
  private let firings: [Firing]

  init(_ analysis: DriverAnalysis, _ thread: ThreadTime) {
    self.analysis = analysis
    self.thread = thread
    firings = analysis.log.firings
  }

  /// Visits every problem, those of a kind in ascending order.
  ///
  /// - Complexity: O(n) for n firings, updates, slots and segments of the thread's time.
  func visit(_ visitor: Visitor) {
    visitFirings(visitor)
    visitOverwrittenUpdates(visitor)
    visitDroppedSlots(visitor)
  }

  /// Adds up all problems, by kind.
  func ledgers() -> [Problem: BlameLedger] {
    var late = BlameTotals()
    var double = BlameTotals()
    var overwritten = BlameTotals()
    visitFirings { problem, _, _, pieces in
      if problem == .doubleFire { double.add(pieces) } else { late.add(pieces) }
    }
    visitOverwrittenUpdates { _, _, _, pieces in overwritten.add(pieces) }
    var dropped = analysis.droppedSlots ?? BlameTotals()
    if !analysis.slots.isDeclared { visitDroppedSlots { _, _, _, pieces in dropped.add(pieces) } }
    return [
      .lateFiring: BlameLedger(late, thread), .doubleFire: BlameLedger(double, thread),
      .overwrittenUpdate: BlameLedger(overwritten, thread),
      .droppedSlot: BlameLedger(dropped, thread),
    ]
  }

  /// Visits late firings and double fires: the lateness of one firing may be problem twice.
  private func visitFirings(_ visitor: Visitor) {
    var cutter = BlameAttribution(analysis.log, thread)
    let vsyncs = analysis.times.vsyncs
    let measured = analysis.firings.indices
    var refresh = 0
    for index in firings.indices {
      let firing = firings[index]
      while refresh + 1 < vsyncs.count, vsyncs[refresh + 1] <= firing.began { refresh += 1 }
      let isLate = firing.lateness > 0 && measured.contains(index)
      let isDoubled =
        index + 1 < firings.count && refresh + 1 < vsyncs.count && firing.began >= vsyncs[0]
        && firings[index + 1].began < vsyncs[refresh + 1]
      guard isLate || isDoubled else { continue }
      cutter.begin()
      let span = chargeWait(forFiring: index, &cutter)
      if isLate { visitor(.lateFiring, index, span, cutter.pieces) }
      if isDoubled { visitor(.doubleFire, refresh, span, cutter.pieces) }
    }
  }

  private func visitOverwrittenUpdates(_ visitor: Visitor) {
    var cutter = BlameAttribution(analysis.log, thread)
    let updates = analysis.log.updates
    let presentation = analysis.presentation
    for index in presentation.unseen.lazy.map({ Int($0) }) {
      let update = updates[index]
      guard analysis.times.window.contains(presentation.home(of: update)) else { continue }
      let committed = presentation.timing(of: update).committed
      cutter.begin()
      var span = chargeWait(forFiring: Int(update.firing), &cutter)
      cutter.charge(TimeSpan(begin: span.end, end: update.ended), .own)
      span.end = max(span.end, update.ended)
      cutter.chargeHolders(TimeSpan(begin: span.end, end: committed), otherwise: .commit)
      span.end = max(span.end, committed)
      visitor(.overwrittenUpdate, index, span, cutter.pieces)
    }
  }

  private func visitDroppedSlots(_ visitor: Visitor) {
    var attribution = SlotAttribution(analysis, thread)
    analysis.forEachHitchPart { part in
      visitor(
        .droppedSlot, part.refresh, part.latchSpan,
        attribution.cut(part.latchSpan, deadline: part.deadline))
    }
  }

  /// Charges the lateness of a firing, and returns when it passed.
  private func chargeWait(forFiring index: Int, _ cutter: inout BlameAttribution) -> TimeSpan {
    let firing = firings[index]
    let span = TimeSpan(begin: firing.due, end: max(firing.due, firing.began))
    cutter.chargeWait(span, forFiring: index)
    return span
  }
}
