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
    checkSlots(frames, metrics.blame)
    checkTimes(frames)
  }

  private mutating func expect(
    _ identity: ConservationViolation.Identity, _ words: @autoclosure () -> String,
    _ left: some BinaryInteger, _ right: some BinaryInteger
  ) {
    guard left != right else { return }
    let statement = words()
    guard !violations.contains(where: { $0.statement == statement }) else { return }
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
    let others = analysis.presentation.unseen.count
    expect(
      .updates, "updates of the run = shown + merged + replaced + refused + open",
      log.updates.count,
      shown + others)
  }

  private mutating func checkSlots(
    _ frames: FrameMetrics, _ blame: [Problem: BlameLedger]
  ) {
    guard let slots = frames.slots else { return }
    expect(.slots, "slots = fulfilled + dropped", slots.slots, slots.fulfilled + slots.dropped)
    expect(
      .slots, "new = fulfilled + surplus", frames.refreshes.new, slots.fulfilled + slots.surplus)
    expect(
      .causes, "the causes add up to dropped", slots.causes.values.reduce(0, +),
      analysis.slots.count - slots.fulfilled)
    checkCauses(slots.causes, blame)
    let isEveryRefresh =
      analysis.slots.stretches == [analysis.times.window] && analysis.cadence == 1
    guard isEveryRefresh else { return }
    expect(.slots, "slots = refreshes", slots.slots, frames.refreshes.refreshes)
    expect(.slots, "dropped = repeated", slots.dropped, frames.refreshes.repeated)
  }

  /// A cause that dropped slots has the largest part of each of them: no less than as if all causes
  /// had shared it.
  private mutating func checkCauses(
    _ counts: [BlameCause: Int], _ blame: [Problem: BlameLedger]
  ) {
    var lengths: [BlameCause: Int64] = [:]
    analysis.forEachDroppedSlot { part, cause in
      lengths[cause, default: 0] += part.latchSpan.length
    }
    for cause in BlameCause.allCases {
      let time = blame[.droppedSlot]?.causes[cause, default: .zero].wholeNanoseconds ?? 0
      let share = lengths[cause, default: 0] / Int64(BlameCause.allCases.count)
      expect(
        .causes, "time of \(cause.rawValue) ≥ its part of the slots that it dropped",
        min(time, share), share)
      if lengths[cause] != nil, counts[cause, default: 0] == 0 {
        expect(.causes, "slots dropped by \(cause.rawValue) are counted", 0, 1)
      }
    }
  }

  private mutating func checkTimes(_ frames: FrameMetrics) {
    let times = analysis.times
    let shown = analysis.presentation.shown
    if let hitches = frames.hitches, analysis.slots.isDeclared {
      let slots = analysis.slots
      var unfulfilled: Int64 = 0
      for slot in 0..<slots.count {
        let refreshes = slots.refreshes(of: slot)
        guard refreshes.allSatisfy({ shown[$0] < 0 }) else { continue }
        unfulfilled += times.duration(of: refreshes)
      }
      expect(
        .hitches, "hitch time = duration of the slots without a new frame",
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
      frames.animationError.sum, first.map { travelled($0...last) } ?? 0)
  }

  /// The steps of animation time minus those of display time, between both ends of every unbroken run of
  /// shown frames, given the first and the last refresh of all.
  private func travelled(_ refreshes: ClosedRange<Int>) -> Int128 {
    guard !log.pauses.isEmpty else {
      return offset(of: refreshes.upperBound) - offset(of: refreshes.lowerBound)
    }
    var travelled = Int128(0)
    var before = refreshes.lowerBound
    for frame in analysis.shownFrames {
      if !frame.isStep { travelled += offset(of: before) - offset(of: frame.refresh) }
      before = frame.refresh
    }
    return travelled + offset(of: before) - offset(of: refreshes.lowerBound)
  }

  /// τ − R of the update that a refresh is the first to show.
  private func offset(of refresh: Int) -> Int128 {
    let update = log.updates[Int(analysis.presentation.shown[refresh])]
    return Int128(update.animationTime) - Int128(analysis.times.vsyncs[refresh])
  }
}

extension ConservationCheck {
  private mutating func checkBlame(_ blame: [Problem: BlameLedger]) {
    for problem in Problem.allCases {
      guard let ledger = blame[problem] else { continue }
      expect(
        .blame, "unexplained time of \(problem.words) = 0",
        ledger.causes[.unexplained, default: .zero].wholeNanoseconds, 0)
    }
    var late: Int64 = 0
    for firing in analysis.firings { late += max(0, firing.lateness) }
    expectBlame(.lateFiring, blame, late)
    var dropped: Int64 = 0
    analysis.forEachHitchPart { dropped += $0.latchSpan.length }
    expectBlame(.droppedSlot, blame, dropped)
    var overwritten: Int64 = 0
    let presentation = analysis.presentation
    let updates = log.updates
    for index in presentation.unseen {
      let update = updates[Int(index)]
      guard analysis.times.window.contains(presentation.home(of: update)) else { continue }
      let end = max(update.ended, presentation.timing(of: update).committed)
      overwritten += max(0, end - log.firings[Int(update.firing)].due)
    }
    expectBlame(.overwrittenUpdate, blame, overwritten)
  }

  private mutating func expectBlame(
    _ problem: Problem, _ blame: [Problem: BlameLedger], _ total: Int64
  ) {
    expect(
      .blame, "the causes of \(problem.words) add up to it",
      blame[problem]?.total.wholeNanoseconds ?? 0, total)
  }

  /// Causes precede their effects, and refreshes show updates in the order of their making.
  private mutating func checkOrder() {
    let firings = log.firings
    for firing in firings {
      expectOrder("due ≤ began", firing.due, firing.began)
      expectOrder("began ≤ ended", firing.began, firing.ended)
    }
    let timings = analysis.presentation.schedule.timings
    let times = analysis.times
    var latest: Int32 = -1
    for update in log.updates {
      let timing = timings[Int(update.commit)]
      expectOrder("began ≤ update", firings[Int(update.firing)].began, update.ended)
      expectOrder("update ≤ commit", update.ended, timing.committed)
      let refresh = Int(timing.refresh)
      guard refresh >= 0 else { continue }
      let latch = times.latch(refresh)
      expectOrder("commit ≤ latch", timing.committed, latch)
      expectOrder("latch ≤ photon", latch, times.vsyncs[refresh])
      expectOrder("refreshes show updates in their order", Int64(latest), Int64(refresh))
      latest = timing.refresh
    }
  }

  @inline(__always)
  private mutating func expectOrder(_ statement: String, _ left: Int64, _ right: Int64) {
    if left > right { expect(.order, statement, left, right) }
  }
}
