/// The troubles of one driver, each cut into its causes.
struct TroubleCuts {
  /// Is given the number of the firing, update or refresh, the stretch, and its pieces in order.
  typealias Visitor = (_ number: Int, _ span: Span, _ pieces: [BlamePiece]) -> Void

  private let log: DriverLog
  private let analysis: DriverAnalysis
  private let thread: ThreadTime

  init(_ analysis: DriverAnalysis, _ thread: ThreadTime) {
    self.analysis = analysis
    self.thread = thread
    log = analysis.log
  }

  /// Visits every trouble of a kind, in ascending order.
  ///
  /// - Complexity: O(n) for n firings, updates, slots and segments of the thread's time.
  func visit(_ trouble: Trouble, _ visitor: Visitor) {
    switch trouble {
    case .lateFiring: visitLateFirings(visitor)
    case .doubleFire: visitDoubleFires(visitor)
    case .overwrittenUpdate: visitOverwrittenUpdates(visitor)
    case .droppedSlot: visitDroppedSlots(visitor)
    }
  }

  /// Adds up all troubles of a kind.
  func ledger(of trouble: Trouble) -> BlameLedger {
    var sums = BlameSums()
    visit(trouble) { _, _, pieces in sums.add(pieces) }
    return BlameLedger(sums, thread)
  }

  private func visitLateFirings(_ visitor: Visitor) {
    var cutter = BlameCutter(log, thread)
    for index in analysis.firings.indices where log.firings[index].lateness > 0 {
      cutter.begin()
      visitor(index, chargeWait(forFiring: index, &cutter), cutter.pieces)
    }
  }

  private func visitDoubleFires(_ visitor: Visitor) {
    var cutter = BlameCutter(log, thread)
    let vsyncs = analysis.times.vsyncs
    var refresh = 0
    for (index, next) in log.firings.indices.dropFirst().enumerated() {
      let began = log.firings[index].began
      while refresh + 1 < vsyncs.count, vsyncs[refresh + 1] <= began { refresh += 1 }
      guard refresh + 1 < vsyncs.count else { return }
      guard began >= vsyncs[0], log.firings[next].began < vsyncs[refresh + 1] else { continue }
      cutter.begin()
      visitor(refresh, chargeWait(forFiring: index, &cutter), cutter.pieces)
    }
  }

  private func visitOverwrittenUpdates(_ visitor: Visitor) {
    var cutter = BlameCutter(log, thread)
    let presentation = analysis.presentation
    for (index, update) in log.updates.enumerated()
    where analysis.times.window.contains(Int(presentation.home(of: index, log.updates))) {
      guard presentation.outcome(of: index, log.updates) != .shown else { continue }
      cutter.begin()
      var span = chargeWait(forFiring: Int(update.firing), &cutter)
      cutter.charge(Span(begin: span.end, end: update.ended), .own)
      span.end = max(span.end, update.ended)
      cutter.chargeHolders(Span(begin: span.end, end: update.committed), otherwise: .commit)
      span.end = max(span.end, update.committed)
      visitor(index, span, cutter.pieces)
    }
  }

  private func visitDroppedSlots(_ visitor: Visitor) {
    let parts = analysis.hitchParts
    guard !parts.isEmpty else { return }
    var cutter = SlotCutter(analysis, thread)
    for part in parts { visitor(part.refresh, part.latchSpan, cutter.cut(part.latchSpan)) }
  }

  /// Charges the lateness of a firing, and returns when it passed.
  private func chargeWait(forFiring index: Int, _ cutter: inout BlameCutter) -> Span {
    let firing = log.firings[index]
    let span = Span(begin: firing.due, end: max(firing.due, firing.began))
    // A callback that runs the loop is called out again within itself, a few deep.
    let ownEnd = log.firings[..<index].suffix(16).reduce(.min) { max($0, $1.ended) }
    cutter.chargeWait(span, for: firing, ownEnd: ownEnd)
    return span
  }
}
