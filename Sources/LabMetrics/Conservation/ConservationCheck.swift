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
    _ metrics: borrowing DriverMetrics, _ times: borrowing RefreshTimes
  ) {
    sums = measurement.conservation
    violations = []
    let tally = metrics.dueInstants
    sums.expect(
      .dueInstants, "due = fired + missed + cancelled + open", tally.due,
      tally.fired + tally.missed + tally.cancelled + tally.open)
    checkBlame(metrics.blame, &measurement)
    if let frames = metrics.frames {
      checkRefreshes(frames.refreshes, &measurement)
      checkSlots(frames, metrics.blame, log, &measurement, times)
      checkTimes(frames, &measurement, times)
    }
    violations = log.violations + sums.violations
  }

  private mutating func checkRefreshes(
    _ counts: RefreshCounts, _ measurement: inout DriverMeasurement
  ) {
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
      measurement.presentation.decided, sums.shown + sums.unseen)
  }

  private mutating func checkSlots(
    _ frames: FrameMetrics, _ blame: BlameLedgers, _ log: borrowing DriverLog,
    _ measurement: inout DriverMeasurement, _ times: borrowing RefreshTimes
  ) {
    guard let slots = frames.slots else { return }
    sums.expect(.slots, "slots = fulfilled + dropped", slots.slots, slots.fulfilled + slots.dropped)
    sums.expect(
      .slots, "new = fulfilled + surplus", frames.refreshes.new, slots.fulfilled + slots.surplus)
    sums.expect(
      .causes, "the causes add up to dropped", measurement.causes.total,
      measurement.slots.count - slots.fulfilled)
    checkCauses(measurement.causes, blame)
    guard measurement.slots.stretches == [times.window], measurement.target.cadence(of: log) == 1
    else { return }
    sums.expect(.slots, "slots = refreshes", slots.slots, frames.refreshes.refreshes)
    sums.expect(.slots, "dropped = repeated", slots.dropped, frames.refreshes.repeated)
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

  private mutating func checkTimes(
    _ frames: FrameMetrics, _ measurement: inout DriverMeasurement,
    _ times: borrowing RefreshTimes
  ) {
    if let hitches = frames.hitches, measurement.slots.isDeclared {
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
      frames.animationError.sum, sums.travelled)
  }

  private mutating func checkBlame(
    _ blame: BlameLedgers, _ measurement: inout DriverMeasurement
  ) {
    for problem in Problem.allCases {
      sums.expect(
        .blame, "unexplained time of \(problem.words) = 0",
        blame[problem].time(of: .unexplained).wholeNanoseconds, 0)
    }
    expectBlame(.lateFiring, blame, measurement.timing.totalLateness)
    expectBlame(.droppedSlot, blame, sums.droppedTime)
    expectBlame(.overwrittenUpdate, blame, sums.overwrittenTime)
  }

  private mutating func expectBlame(
    _ problem: Problem, _ blame: BlameLedgers, _ total: Int64
  ) {
    sums.expect(
      .blame, "the causes of \(problem.words) add up to it",
      blame[problem].total.wholeNanoseconds, total)
  }
}
