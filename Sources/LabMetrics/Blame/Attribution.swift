import LabKernel

/// What the problems of one driver are put down to.
final class Attribution: Sendable {
  /// What each kind of problem is put down to.
  let ledgers: BlameLedgers
  /// What most of the time of each dropped slot is put down to, in their order.
  let dropCauses: [BlameCause]
  /// How long the motion stuck.
  let hitches: Hitches

  init(_ run: DriverRun) {
    let isDeclared = run.slots.isDeclared
    var totals = Problem.allCases.map { _ in BlameTotals() }
    var hitches = Hitches(activeTime: run.slots.activeTime)
    var dropCauses: [BlameCause] = []
    run.visitFirings { problem, _, _, pieces in totals[problem.position].add(pieces) }
    run.visitOverwrittenUpdates { problem, _, _, pieces in totals[problem.position].add(pieces) }
    run.visitHitchParts { part, pieces in
      totals[Problem.droppedSlot.position].add(pieces)
      var part = part
      if isDeclared {
        let largest = pieces.largestCause ?? .idle
        totals[Problem.droppedSlot.position].countSlot(pieces, largest)
        dropCauses.append(largest)
        part.isRender = largest == .render || largest == .queue
      }
      hitches.add(part)
    }
    ledgers = BlameLedgers(ledgers: totals.map { BlameLedger($0, run.facts.thread) })
    (self.hitches, self.dropCauses) = (hitches, dropCauses)
  }
}

/// The problems of one driver, each cut into its causes; those of a kind in ascending order.
extension DriverRun {
  /// Is given the number of the firing, update or refresh, the stretch, and its pieces in order.
  typealias ProblemVisitor = (
    _ problem: Problem, _ number: Int, _ span: TimeSpan, _ pieces: [BlameSegment]
  ) -> Void

  /// Visits every problem.
  ///
  /// - Complexity: O(n) for n firings, updates, slots and segments of the thread's time.
  func visitProblems(_ visitor: ProblemVisitor) {
    visitFirings(visitor)
    visitOverwrittenUpdates(visitor)
    visitHitchParts { visitor(.droppedSlot, $0.refresh, $0.latchSpan, $1) }
  }

  /// Visits late firings and double fires: the lateness of one firing may be both.
  func visitFirings(_ visitor: ProblemVisitor) {
    var (cutter, refresh) = (BlameAttribution(self), 0)
    let (firings, vsyncs, measured) = (log.firings, times.vsyncs, log.measured)
    for (index, firing) in firings.enumerated() {
      while refresh + 1 < vsyncs.count, vsyncs[refresh + 1] <= firing.began { refresh += 1 }
      let isLate = firing.lateness > 0 && measured.contains(index)
      let isDoubled =
        index + 1 < firings.count && refresh + 1 < vsyncs.count
        && firing.began >= vsyncs[refresh] && firings[index + 1].began < vsyncs[refresh + 1]
      guard isLate || isDoubled else { continue }
      cutter.begin()
      let span = cutter.chargeLateness(ofFiring: index, self)
      if isLate { visitor(.lateFiring, index, span, cutter.pieces) }
      if isDoubled { visitor(.doubleFire, refresh, span, cutter.pieces) }
    }
  }

  /// Visits the updates that a later one took the place of, or that were refused.
  func visitOverwrittenUpdates(_ visitor: ProblemVisitor) {
    var cutter = BlameAttribution(self)
    for unseen in presentation.unseen {
      let update = log.updates[Int(unseen)]
      guard times.window.contains(presentation.home(of: update)) else { continue }
      let committed = presentation.timing(of: update).committed
      cutter.begin()
      var span = cutter.chargeLateness(ofFiring: Int(update.firing), self)
      cutter.charge(TimeSpan(begin: span.end, end: update.ended), .own)
      span.end = max(span.end, update.ended)
      cutter.chargeHolders(TimeSpan(begin: span.end, end: committed), otherwise: .commit)
      span.end = max(span.end, committed)
      visitor(.overwrittenUpdate, Int(unseen), span, cutter.pieces)
    }
  }

  /// Visits the parts of hitches.
  func visitHitchParts(_ visitor: (HitchPart, [BlameSegment]) -> Void) {
    var attribution = SlotAttribution(self)
    for part in hitchParts {
      visitor(part, attribution.cut(part.latchSpan, deadline: part.deadline))
    }
  }
}

extension BlameAttribution {
  /// Charges the lateness of a firing, and returns when it passed.
  fileprivate mutating func chargeLateness(ofFiring index: Int, _ run: DriverRun) -> TimeSpan {
    let firing = run.log.firings[index]
    let span = TimeSpan(begin: firing.due, end: max(firing.due, firing.began))
    chargeWait(span, forFiring: index, of: run)
    return span
  }
}
