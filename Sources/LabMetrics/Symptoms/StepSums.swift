/// What went wrong with the steps from one new frame to the next.
///
/// Steps beside a dropped slot are left out: what is wrong with them is counted as the drop.
struct StepSums: Sendable {
  /// The steps that differ from the target interval by half a refresh or more, of those that have
  /// one.
  var uneven: SymptomCounts.Count { SymptomCounts.Count(wrong: unevenCount, all: judged) }
  /// The steps whose animation error is more than a tenth of a refresh, if more than one in a
  /// hundred are, else 0.
  var late: SymptomCounts.Count {
    SymptomCounts.Count(wrong: lateCount > all / 100 ? lateCount : 0, all: all)
  }

  /// How many steps there are, and how many have a target interval.
  private var all = 0
  private var judged = 0
  private var unevenCount = 0
  private var lateCount = 0
  /// The steps that are wrong, of which it is not known yet whether a drop lies beside them.
  private var open: [Step] = []
  /// The first slot that was not looked at, and where the last dropped one began.
  private var slot = 0
  private var dropped = -1

  /// The steps that are counted, if they are asked for.
  private(set) var found: [Step] = []
  private let keepsFound: Bool

  /// A step that is wrong, by the refreshes that first show the frames at both ends.
  struct Step {
    let start: Int
    let end: Int
    let isUneven: Bool
    let isLate: Bool
  }

  init(keepingFound keepsFound: Bool = false) { self.keepsFound = keepsFound }

  /// Looks at a step.
  ///
  /// - Parameters:
  ///   - frame: The frame at its end.
  ///   - target: What was wanted when the frame before was shown.
  ///   - isSame: Whether the same was wanted all the time.
  @inline(__always)
  mutating func note(_ frame: ShownFrame, _ target: TargetIntervals.Target, isSame: Bool) {
    all += 1
    let isJudged = target.interval > 0 && isSame
    if isJudged { judged += 1 }
    // Instants are cut to whole nanoseconds, and a tie counts.
    let isUneven =
      isJudged && 2 * abs(frame.duration - target.interval) + Self.rounding >= target.period
    let isLate = 10 * abs(frame.error) > target.period
    guard isUneven || isLate else { return }
    open.append(
      Step(start: frame.start, end: frame.refresh, isUneven: isUneven, isLate: isLate))
  }

  /// Looks at all steps of a run that is over, and visits the frames at their ends.
  mutating func noteAll(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay,
    _ times: borrowing RefreshTimes, _ visit: (ShownFrame) -> Void
  ) {
    var (frames, target, need) = (ShownFrames(), TargetIntervals.Target(), Need())
    var targets = TargetIntervals(log, times, display.slots.target)
    while let frame = frames.next(log, display.presentation, times) {
      let changes = targets.move(to: frame.refresh)
      if frame.isStep {
        note(frame, target, isSame: !changes)
        visit(frame)
      }
      target = targets.current
    }
    settle(display.slots, next: frames.refresh, isOver: true, &need)
  }

  /// Four instants are cut, each by less than a nanosecond, and a half is compared.
  private static let rounding: Int64 = 8

  /// Decides what is known by now of steps and slots.
  ///
  /// - Parameters:
  ///   - slots: The slots.
  ///   - next: The first refresh whose frame was not looked at.
  ///   - isOver: Whether all slots are known.
  ///   - need: What is to be kept.
  mutating func settle(
    _ slots: borrowing SlotTable, next: Int, isOver: Bool, _ need: inout Need
  ) {
    guard slots.isDeclared else {
      for step in open { add(step) }
      open.removeAll(keepingCapacity: true)
      return
    }
    var done = 0
    while done < open.count, isOver || slots.firstRefresh > open[done].end {
      pass(slots, before: open[done].end)
      if dropped < open[done].start { add(open[done]) }
      done += 1
    }
    if done > 0 { open.removeFirst(done) }
    pass(slots, before: open.first?.end ?? next)
    need.keep(slot: slot)
  }

  private mutating func pass(_ slots: borrowing SlotTable, before refresh: Int) {
    while slot < slots.count, slots.first(of: slot) < refresh {
      if slots.isDropped(slot) { dropped = slots.first(of: slot) }
      slot += 1
    }
  }

  private mutating func add(_ step: Step) {
    if step.isUneven { unevenCount += 1 }
    if step.isLate { lateCount += 1 }
    if keepsFound { found.append(step) }
  }
}
