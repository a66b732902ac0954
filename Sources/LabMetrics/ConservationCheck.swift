import LabKernel
import LabTrace

/// Holds the numbers of one driver against the identities that no run can break.
///
/// Both sides of each are counted on different ways through the records. A statement that fails
/// many times is reported once, where it fails first.
struct ConservationCheck {
  private(set) var violations: [ConservationViolation]
  private let log: DriverLog
  private let analysis: DriverAnalysis

  init(_ analysis: DriverAnalysis, _ metrics: DriverMetrics) {
    self.analysis = analysis
    log = analysis.log
    violations = analysis.log.violations
    let tally = metrics.dueInstants
    expect(
      .dueInstants, "due = fired + missed + cancelled + open", tally.due,
      tally.fired + tally.missed + tally.cancelled + tally.open)
    checkDueSteps()
    checkOrder()
    checkBlame(metrics.blame)
    guard let frames = metrics.frames else { return }
    checkRefreshes(frames.refreshes)
    checkSlots(frames)
    checkTimes(frames)
  }

  private mutating func expect(
    _ identity: ConservationViolation.Identity, _ statement: String, _ left: some BinaryInteger,
    _ right: some BinaryInteger
  ) {
    guard left != right, !violations.contains(where: { $0.statement == statement }) else { return }
    violations.append(
      ConservationViolation(
        identity, of: log.name, statement, Int64(clamping: left), Int64(clamping: right)))
  }

  /// Only a timer keeps a grid; a link is due when the display says so.
  private mutating func checkDueSteps() {
    guard log.source == .timer, log.interval > 0 else { return }
    var before: Int64?
    for firing in log.firings {
      let missed = log.detail(of: firing).missed
      if let before, missed >= 0 {
        let (step, wanted) = (firing.due - before, log.interval * (1 + missed))
        if step != wanted {
          expect(.dueSteps, "due(i) − due(i−1) = interval × (1 + missed)", step, wanted)
        }
      }
      before = firing.due
    }
  }

  private mutating func checkRefreshes(_ counts: RefreshCounts) {
    expect(.refreshes, "refreshes = new + repeated", counts.refreshes, counts.new + counts.repeated)
    let lost = counts.overwritten + counts.refused + counts.queueGrowth
    expect(
      .updates, "updates = new + overwritten + refused + growth of the queue", counts.updates,
      counts.new + lost)
    expect(
      .beat, "updates − refreshes = overwritten + refused + growth of the queue − repeated",
      counts.updates - counts.refreshes, lost - counts.repeated)
    let shown = analysis.presentation.shown.count { $0 >= 0 }
    let others = analysis.presentation.outcomes.count { $0 != .shown }
    expect(
      .updates, "updates of the run = shown + merged + replaced + refused + open",
      log.updates.count,
      shown + others)
  }

  private mutating func checkSlots(_ frames: FrameMetrics) {
    guard let slots = frames.slots else { return }
    expect(.slots, "slots = fulfilled + dropped", slots.slots, slots.fulfilled + slots.dropped)
    expect(
      .slots, "new = fulfilled + surplus", frames.refreshes.new, slots.fulfilled + slots.surplus)
    expect(
      .causes, "the causes add up to dropped", slots.causes.values.reduce(0, +),
      analysis.slots.slots.count - slots.fulfilled)
    let isEveryRefresh =
      analysis.slots.stretches == [analysis.times.window] && analysis.cadence == 1
    guard isEveryRefresh else { return }
    expect(.slots, "slots = refreshes", slots.slots, frames.refreshes.refreshes)
    expect(.slots, "dropped = repeated", slots.dropped, frames.refreshes.repeated)
  }

  private mutating func checkTimes(_ frames: FrameMetrics) {
    let times = analysis.times
    let shown = analysis.presentation.shown
    if let hitches = frames.hitches, analysis.slots.isDeclared {
      var unfulfilled: Int64 = 0
      for slot in analysis.slots.slots where slot.refreshes.allSatisfy({ shown[$0] < 0 }) {
        unfulfilled += times.duration(of: slot.refreshes)
      }
      expect(
        .hitches, "hitch time = duration of the slots without a new picture",
        hitches.time.wholeNanoseconds, unfulfilled)
    }
    var durations: Int64 = 0
    var first: Int?
    var last = times.window.upperBound
    for refresh in times.window where shown[refresh] >= 0 {
      if first != nil { durations += times.duration(of: last..<refresh) }
      first = first ?? refresh
      last = refresh
    }
    durations += times.duration(of: last..<times.window.upperBound)
    expect(
      .displayTime, "sum of shown durations = end − first new", durations,
      first.map { times.span.end - times.vsyncs[$0] } ?? 0)
    expect(
      .animationError, "sum of animation errors = travelled τ − travelled R",
      exactSum(analysis.steps.errors), analysis.steps.travelled)
  }
}

extension ConservationCheck {
  private mutating func checkBlame(_ blame: [Trouble: BlameLedger]) {
    for trouble in Trouble.allCases {
      guard let ledger = blame[trouble] else { continue }
      expect(
        .blame, "unexplained time of \(trouble.words) = 0",
        ledger.causes[.unexplained, default: .zero].wholeNanoseconds, 0)
    }
    expectBlame(.lateFiring, blame, analysis.firings.reduce(0) { $0 + max(0, $1.lateness) })
    expectBlame(
      .droppedSlot, blame, analysis.hitchParts.reduce(0) { $0 + $1.latchSpan.length })
    var overwritten: Int64 = 0
    let presentation = analysis.presentation
    for index in presentation.unseen {
      let update = log.updates[Int(index)]
      guard analysis.times.window.contains(presentation.home(of: update)) else { continue }
      let end = max(update.ended, presentation.passage(of: update).committed)
      overwritten += max(0, end - log.firings[Int(update.firing)].due)
    }
    expectBlame(.overwrittenUpdate, blame, overwritten)
  }

  private mutating func expectBlame(
    _ trouble: Trouble, _ blame: [Trouble: BlameLedger], _ total: Int64
  ) {
    expect(
      .blame, "the causes of \(trouble.words) add up to it",
      blame[trouble]?.total.wholeNanoseconds ?? 0, total)
  }

  /// Causes precede their effects, and refreshes show updates in the order of their making.
  private mutating func checkOrder() {
    for firing in log.firings {
      expectOrder("due ≤ began", firing.due, firing.began)
      expectOrder("began ≤ ended", firing.began, firing.ended)
    }
    let presentation = analysis.presentation
    var latest: Int32 = -1
    for update in log.updates {
      let passage = presentation.passage(of: update)
      expectOrder("began ≤ update", log.firings[Int(update.firing)].began, update.ended)
      expectOrder("update ≤ commit", update.ended, passage.committed)
      let refresh = passage.refresh
      guard refresh >= 0 else { continue }
      let latch = analysis.times.latch(Int(refresh))
      expectOrder("commit ≤ latch", passage.committed, latch)
      expectOrder("latch ≤ photon", latch, analysis.times.vsyncs[Int(refresh)])
      expectOrder("refreshes show updates in their order", Int64(latest), Int64(refresh))
      latest = refresh
    }
  }

  @inline(__always)
  private mutating func expectOrder(_ statement: String, _ left: Int64, _ right: Int64) {
    if left > right { expect(.order, statement, left, right) }
  }
}
