import LabKernel
import LabTrace

/// Holds the numbers of one driver against the identities that no run can break.
///
/// Both sides of each are counted on different ways through the records. A statement that fails
/// many times is reported once, where it fails first.
struct ConservationCheck {
  private(set) var violations: [ConservationViolation]
  private var sums: ConservationSums

  init(_ run: DriverRun) {
    sums = ConservationSums(run)
    violations = []
    let tally = run.dueInstants
    sums.expect(
      .dueInstants, "due = fired + missed + cancelled + open", tally.due,
      tally.fired + tally.missed + tally.cancelled + tally.open)
    checkBlame(run)
    if run.hasDisplay {
      checkRefreshes(run)
      checkSlots(run)
      checkTimes(run)
    }
    violations = run.log.violations + sums.violations
  }

  private mutating func checkRefreshes(_ run: DriverRun) {
    let counts = run.refreshes
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
      run.log.updates.count, sums.shown + run.presentation.unseen.count)
  }

  private mutating func checkSlots(_ run: DriverRun) {
    guard let slots = run.slotCounts else { return }
    let (new, counts) = (run.newFrames, run.blame[.droppedSlot].counts)
    sums.expect(.slots, "slots = fulfilled + dropped", slots.slots, slots.fulfilled + slots.dropped)
    sums.expect(.slots, "new = fulfilled + surplus", new, slots.fulfilled + slots.surplus)
    sums.expect(
      .causes, "the causes add up to dropped", counts.reduce(0) { $0 + $1.count },
      run.slots.count - slots.fulfilled)
    checkCauses(run)
    guard run.slots.stretches == [run.times.window], run.cadence == 1 else { return }
    let (leading, refreshes) = (run.slots.leading, run.refreshes)
    sums.expect(
      .slots, "slots = refreshes − those before the first frame is wanted", slots.slots,
      refreshes.refreshes - leading)
    sums.expect(
      .slots, "dropped = repeated − those before the first frame is wanted", slots.dropped,
      refreshes.repeated - leading)
  }

  /// A cause that dropped slots has the largest part of each of them: no less than as if all causes
  /// had shared it.
  private mutating func checkCauses(_ run: DriverRun) {
    let (causes, counts) = (BlameCause.allCases, run.slotCounts?.causes ?? [:])
    var slots = causes.map { _ in (count: 0, length: Int64(0)) }
    for (part, cause) in zip(run.hitchParts, run.attribution.dropCauses) {
      slots[cause.position].count += 1
      slots[cause.position].length += part.latchSpan.length
    }
    for (cause, (count, length)) in zip(causes, slots) where count > 0 {
      let time = run.blame[.droppedSlot].time(of: cause).wholeNanoseconds
      let share = length / Int64(causes.count)
      sums.expect(
        .causes, "time of \(cause.rawValue) ≥ its part of the slots that it dropped",
        min(time, share), share)
      sums.expect(
        .causes, "slots dropped by \(cause.rawValue) are counted", counts[cause] ?? 0, count)
    }
  }

  private mutating func checkTimes(_ run: DriverRun) {
    if let hitches = run.hitches, run.slots.isDeclared {
      sums.expect(
        .hitches, "hitch time = duration of the slots without a new frame",
        hitches.time.wholeNanoseconds, sums.unfulfilledTime)
    }
    let end = run.times.vsyncs[run.times.window.upperBound]
    sums.finish(at: end)
    sums.expect(
      .displayTime, "sum of shown durations = end − first new", sums.shownTime,
      sums.firstPhoton.map { end - $0 } ?? 0)
    sums.expect(
      .animationError, "sum of animation errors = travelled τ − travelled R",
      exactSum(run.errors), sums.travelled)
  }

  private mutating func checkBlame(_ run: DriverRun) {
    let blame = run.blame
    for problem in Problem.allCases {
      sums.expect(
        .blame, "unexplained time of \(problem.words) = 0",
        blame[problem].time(of: .unexplained).wholeNanoseconds, 0)
    }
    for (problem, time) in [
      (Problem.lateFiring, run.timing.totalLateness),
      (.droppedSlot, run.hitchParts.reduce(0) { $0 + $1.latchSpan.length }),
      (.overwrittenUpdate, sums.overwrittenTime),
    ] {
      sums.expect(
        .blame, "the causes of \(problem.words) add up to it",
        blame[problem].total.wholeNanoseconds, time)
    }
  }
}

/// Counts what one driver did once more, on other ways than its metrics.
struct ConservationSums {
  private(set) var violations: [ConservationViolation] = []
  /// How many refreshes showed something new, in the whole run.
  private(set) var shown = 0
  /// How long new frames were shown in the window, from the first on.
  private(set) var shownTime: Int64 = 0
  /// How long the slots lasted of which no refresh showed anything new.
  private(set) var unfulfilledTime: Int64 = 0
  /// How long the updates waited that were not shown.
  private(set) var overwrittenTime: Int64 = 0
  /// When the first new frame of the window is shown.
  private(set) var firstPhoton: Int64?

  private var lastPhoton: Int64 = 0
  /// τ − R at the first frame and the last, and what pauses add to their difference.
  private var firstOffset = Int128(0)
  private var lastOffset = Int128(0)
  private var stretch = 0
  private var skipped = Int128(0)
  private let name: String

  init(_ run: DriverRun) {
    name = run.log.name
    lookAtFirings(run.log)
    lookAtUpdates(run)
    lookAtUnseen(run)
    lookAtRefreshes(run)
    let shown = run.presentation.shown
    for slot in run.slots.all where slot.refreshes.allSatisfy({ shown[$0] < 0 }) {
      unfulfilledTime += run.times.duration(of: slot.refreshes)
    }
  }

  /// The steps of animation time minus those of display time, between both ends of every unbroken
  /// run of shown frames.
  var travelled: Int128 { skipped + lastOffset - firstOffset }

  /// Notes that an identity is broken, unless that is known.
  mutating func expect(
    _ identity: ConservationViolation.Identity, _ words: @autoclosure () -> String,
    _ left: some BinaryInteger, _ right: some BinaryInteger
  ) {
    guard left != right else { return }
    let statement = words()
    guard !violations.contains(where: { $0.statement == statement }) else { return }
    violations.append(
      ConservationViolation(
        identity, of: name, statement, Int64(clamping: left), Int64(clamping: right)))
  }

  @inline(__always)
  private mutating func expectOrder(_ statement: String, _ left: Int64, _ right: Int64) {
    if left > right { expect(.order, statement, left, right) }
  }

  /// Only a timer keeps a grid; a link is due when the display says so.
  private mutating func lookAtFirings(_ log: borrowing DriverLog) {
    let keepsGrid = log.source == .timer && log.interval > 0
    var dueBefore: Int64?
    for (place, current) in log.firings.enumerated() {
      expectOrder("due ≤ began", current.due, current.began)
      expectOrder("began ≤ ended", current.began, current.ended)
      guard keepsGrid else { continue }
      let missed = log.detail(of: place).missed
      if let dueBefore, missed >= 0 {
        expect(
          .dueSteps, "due(i) − due(i−1) = interval × (1 + missed)", current.due - dueBefore,
          log.interval * (1 + missed))
      }
      dueBefore = current.due
    }
  }

  /// Causes precede their effects, and refreshes show updates in the order of their making.
  private mutating func lookAtUpdates(_ run: DriverRun) {
    let (firings, times) = (run.log.firings, run.times)
    var latest: Int32 = -1
    for current in run.log.updates {
      let timing = run.presentation.timing(of: current)
      expectOrder("began ≤ update", firings[Int(current.firing)].began, current.ended)
      expectOrder("update ≤ commit", current.ended, timing.committed)
      let refresh = Int(timing.refresh)
      guard refresh >= 0 else { continue }
      let latch = times.latch(refresh)
      expectOrder("commit ≤ latch", timing.committed, latch)
      expectOrder("latch ≤ photon", latch, times.vsyncs[refresh])
      expectOrder("refreshes show updates in their order", Int64(latest), Int64(refresh))
      latest = timing.refresh
    }
  }

  private mutating func lookAtUnseen(_ run: DriverRun) {
    for unseen in run.presentation.unseen {
      let update = run.log.updates[Int(unseen)]
      guard run.times.window.contains(run.presentation.home(of: update)) else { continue }
      let end = max(update.ended, run.presentation.timing(of: update).committed)
      overwrittenTime += max(0, end - run.log.firings[Int(update.firing)].due)
    }
  }

  private mutating func lookAtRefreshes(_ run: DriverRun) {
    let (updates, vsyncs) = (run.log.updates, run.times.vsyncs)
    for (refresh, shown) in run.presentation.shown.enumerated() where shown >= 0 {
      self.shown += 1
      guard run.times.window.contains(refresh) else { continue }
      let update = updates[Int(shown)]
      let photon = vsyncs[refresh]
      let offset = Int128(update.animationTime) - Int128(photon)
      let stretch = run.log.stretch(of: Int(update.firing))
      if firstPhoton == nil {
        (firstPhoton, firstOffset) = (photon, offset)
      } else {
        shownTime += photon - lastPhoton
        if stretch != self.stretch { skipped += lastOffset - offset }
      }
      (lastPhoton, lastOffset, self.stretch) = (photon, offset, stretch)
    }
  }

  /// Adds the time for which the last frame was shown, up to an end.
  mutating func finish(at end: Int64) {
    if firstPhoton != nil { shownTime += end - lastPhoton }
  }
}

/// A quantity that a run created or lost, although nothing can.
///
/// Every due instant, every update and every refresh ends in exactly one outcome. A violation means
/// that the trace contradicts itself or that a calculation is wrong; never that the animation was
/// bad.
public struct ConservationViolation: Hashable, Sendable {
  /// The identities that hold in every run, in the order of their report.
  public enum Identity: String, Hashable, Sendable, CaseIterable {
    /// due = fired + blocked + starved + suppressed + folded + refused + cancelled + open.
    case dueInstants
    /// due(i) − due(i−1) = interval × (1 + missed(i)), for timers.
    case dueSteps
    /// updates = new + merged + replaced + refused + growth of the queue in the window; shown +
    /// merged + replaced + refused + open in the run.
    case updates
    /// refreshes = new + repeated.
    case refreshes
    /// updates − refreshes = overwritten + refused + growth of the queue − repeated.
    case beat
    /// slots = fulfilled + dropped; new = fulfilled + surplus.
    case slots
    /// The causes of dropped slots add up to the dropped slots.
    case causes
    /// The hitch time is the sum of the dropped slots' durations.
    case hitches
    /// The durations for which new frames showed add up to the time since the first of them.
    case displayTime
    /// Σ animation error = (τ(last) − τ(first)) − (R(last) − R(first)).
    case animationError
    /// The time of each owner of the thread and its free time add up to the run.
    case threadTime
    /// The causes of every problem add up to how long it lasted, and none of it is unexplained.
    case blame
    /// due ≤ began ≤ ended ≤ commit ≤ latch ≤ photon; shown refreshes and timestamps increase.
    case order
  }

  /// Which identity is broken.
  public let identity: Identity

  /// The driver concerned, or `nil` for the whole run.
  public let driver: String?

  /// What the two sides are.
  public let statement: String

  /// The left side, as a count or in nanoseconds.
  public let left: Int64

  /// The right side, as a count or in nanoseconds.
  public let right: Int64

  init(
    _ identity: Identity, of driver: String?, _ statement: String, _ left: Int64, _ right: Int64
  ) {
    self.identity = identity
    self.driver = driver
    self.statement = statement
    self.left = left
    self.right = right
  }
}

extension ConservationViolation: CustomStringConvertible {
  /// One line for the terminal, such as `slots of ‘ball’: slots = fulfilled + dropped: 3 ≠ 2`.
  public var description: String {
    let owner = driver.map { " of ‘\($0)’" } ?? ""
    return "\(identity.rawValue)\(owner): \(statement): \(left) ≠ \(right)"
  }
}
