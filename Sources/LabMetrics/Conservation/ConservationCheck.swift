import LabKernel
import LabTrace

/// Holds the numbers of one driver against the identities that no run can break.
///
/// Both sides of each are counted on different ways through the records. A statement that fails
/// many times is reported once, where it fails first.
struct ConservationCheck {
  private(set) var violations: [ConservationViolation]
  private var sums: ConservationSums

  init(
    _ log: borrowing DriverLog, _ measurement: inout DriverMeasurement,
    _ totals: DriverSums, _ times: borrowing RefreshTimes
  ) {
    sums = totals.calculators.conservation
    violations = []
    let tally = totals.dueInstants
    sums.expect(
      .dueInstants, "due = fired + missed + cancelled + open", tally.due,
      tally.fired + tally.missed + tally.cancelled + tally.open)
    checkBlame(totals)
    if !times.window.isEmpty {
      checkRefreshes(totals.refreshes, measurement.display.presentation.decided)
      checkSlots(totals, log, &measurement, times)
      checkTimes(totals, times)
    }
    violations = log.violations + sums.violations
  }

  private mutating func checkRefreshes(_ counts: RefreshCounts, _ updates: Int) {
    sums.expect(
      .refreshes, "refreshes = new + repeated", counts.refreshes, counts.new + counts.repeated)
    let lost = counts.overwritten + counts.refused + counts.queueGrowth
    sums.expect(
      .updates, "updates = new + overwritten + refused + growth of the queue", counts.updates,
      counts.new + lost)
    sums.expect(
      .beat, "updates − refreshes = overwritten + refused + growth of the queue − repeated",
      counts.updates - counts.refreshes, lost - counts.repeated)
    sums.expect(
      .updates, "updates of the run = shown + merged + replaced + refused + open",
      updates, sums.shown + sums.unseen)
  }

  private mutating func checkSlots(
    _ totals: DriverSums, _ log: borrowing DriverLog, _ measurement: inout DriverMeasurement,
    _ times: borrowing RefreshTimes
  ) {
    guard let slots = totals.slots else { return }
    sums.expect(.slots, "slots = fulfilled + dropped", slots.slots, slots.fulfilled + slots.dropped)
    sums.expect(
      .slots, "new = fulfilled + surplus", totals.refreshes.new, slots.fulfilled + slots.surplus)
    sums.expect(
      .causes, "the causes add up to dropped", measurement.causes.total,
      measurement.display.slots.count - slots.fulfilled)
    checkCauses(measurement.causes, totals.blame)
    guard measurement.display.slots.stretches == [times.window],
      measurement.display.cadence(of: log) == 1
    else { return }
    let leading = measurement.display.slots.leading
    sums.expect(
      .slots, "slots = refreshes − those before the first frame is wanted", slots.slots,
      totals.refreshes.refreshes - leading)
    sums.expect(
      .slots, "dropped = repeated − those before the first frame is wanted", slots.dropped,
      totals.refreshes.repeated - leading)
  }

  /// A cause that dropped slots has the largest part of each of them: no less than as if all causes
  /// had shared it.
  private mutating func checkCauses(
    _ counts: CauseSums, _ blame: BlameLedgers
  ) {
    let lengths = sums.slotTimes
    guard !lengths.isEmpty else { return }
    for cause in BlameCause.allCases {
      guard let length = lengths[cause] else { continue }
      let time = blame[.droppedSlot].time(of: cause).wholeNanoseconds
      let share = length / Int64(BlameCause.allCases.count)
      sums.expect(
        .causes, "time of \(cause.rawValue) ≥ its part of the slots that it dropped",
        min(time, share), share)
      if counts[cause] ?? 0 == 0 {
        sums.expect(.causes, "slots dropped by \(cause.rawValue) are counted", 0, 1)
      }
    }
  }

  private mutating func checkTimes(_ totals: DriverSums, _ times: borrowing RefreshTimes) {
    if let hitches = totals.hitches, totals.slots != nil {
      sums.expect(
        .hitches, "hitch time = duration of the slots without a new frame",
        hitches.time.wholeNanoseconds, sums.unfulfilledTime)
    }
    let end = times.vsyncs[times.window.upperBound]
    sums.finish(at: end)
    sums.expect(
      .displayTime, "sum of shown durations = end − first new", sums.shownTime,
      sums.firstPhoton.map { end - $0 } ?? 0)
    sums.expect(
      .animationError, "sum of animation errors = travelled τ − travelled R",
      totals.calculators.frames.errors.value, sums.travelled)
  }

  private mutating func checkBlame(_ totals: DriverSums) {
    let blame = totals.blame
    for problem in Problem.allCases {
      sums.expect(
        .blame, "unexplained time of \(problem.words) = 0",
        blame[problem].time(of: .unexplained).wholeNanoseconds, 0)
    }
    for (problem, time) in [
      (Problem.lateFiring, totals.calculators.timing.totalLateness),
      (.droppedSlot, sums.droppedTime), (.overwrittenUpdate, sums.overwrittenTime),
    ] {
      sums.expect(
        .blame, "the causes of \(problem.words) add up to it",
        blame[problem].total.wholeNanoseconds, time)
    }
  }
}
