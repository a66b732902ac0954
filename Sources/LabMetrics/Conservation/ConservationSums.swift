import LabKernel
import LabTrace

/// Counts what one driver did once more, on other ways than its metrics.
struct ConservationSums: Calculator {
  private(set) var violations: [ConservationViolation] = []
  /// How many refreshes showed something new, in the whole run.
  private(set) var shown = 0
  /// How long new frames were shown in the window, from the first on.
  private(set) var shownTime: Int64 = 0
  /// How long the slots lasted of which no refresh showed anything new.
  private(set) var unfulfilledTime: Int64 = 0
  /// How long the updates waited that were not shown.
  private(set) var overwrittenTime: Int64 = 0
  /// How long it took from latch to latch in the slots that each cause dropped.
  private(set) var slotTimes = CauseSums()
  private(set) var droppedTime: Int64 = 0
  /// How long callbacks took whose updates were not shown.
  private(set) var wastedTime: Int64 = 0
  /// When the first new frame of the window is shown.
  private(set) var firstPhoton: Int64?

  private var firing = 0
  private var update = 0
  /// The first update without a refresh of its own that was not looked at.
  private(set) var unseen = 0
  private var refresh = 0
  private var slot = 0
  private var dueBefore: Int64?
  private var latest: Int32 = -1
  private var lastPhoton: Int64 = 0
  /// τ − R at the first frame and the last, and what pauses add to their difference.
  private var firstOffset = Int128(0)
  private var lastOffset = Int128(0)
  private var epoch: Int32 = 0
  private var skipped = Int128(0)
  private let name: String

  init(_ name: String) { self.name = name }

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

  /// Adds a part of a hitch and the cause of a dropped slot.
  mutating func add(_ part: HitchPart, _ cause: BlameCause?) {
    droppedTime += part.latchSpan.length
    if let cause { slotTimes.add(part.latchSpan.length, to: cause) }
  }

  mutating func advance(
    _ log: borrowing DriverLog, _ display: borrowing DriverDisplay, _ walk: borrowing TraceWalk,
    _ times: borrowing RefreshTimes, _ samples: inout Samples, _ need: inout Need
  ) {
    lookAtFirings(log, display.isOver)
    lookAtUpdates(log, display.presentation, times)
    lookAtUnseen(log, display.presentation, times)
    lookAtRefreshes(log, display.presentation, times)
    while slot < display.slots.count {
      let refreshes = display.slots.refreshes(of: slot)
      slot += 1
      guard refreshes.allSatisfy({ display.presentation.shown[$0] < 0 }) else { continue }
      unfulfilledTime += times.duration(of: refreshes)
    }
    need.keep(firing: firing, update: update, refresh: refresh, unseen: unseen, slot: slot)
  }

  /// Only a timer keeps a grid; a link is due when the display says so.
  private mutating func lookAtFirings(_ log: borrowing DriverLog, _ isOver: Bool) {
    let firings = log.firings
    let keepsGrid = log.source == .timer && log.interval > 0
    while firing < (isOver ? firings.endIndex : log.closed) {
      let current = firings[firing]
      firing += 1
      expectOrder("due ≤ began", current.due, current.began)
      expectOrder("began ≤ ended", current.began, current.ended)
      guard keepsGrid else { continue }
      let missed = log.detail(of: current).missed
      if let dueBefore, missed >= 0 {
        expect(
          .dueSteps, "due(i) − due(i−1) = interval × (1 + missed)", current.due - dueBefore,
          log.interval * (1 + missed))
      }
      dueBefore = current.due
    }
  }

  /// Causes precede their effects, and refreshes show updates in the order of their making.
  private mutating func lookAtUpdates(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes
  ) {
    let (updates, firings) = (log.updates, log.firings)
    while update < presentation.decided {
      let current = updates[update]
      update += 1
      let timing = presentation.timing(of: current)
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

  private mutating func lookAtUnseen(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes
  ) {
    while unseen < presentation.unseen.endIndex {
      let index = Int(presentation.unseen[unseen])
      unseen += 1
      let update = log.updates[index]
      let firing = log.firings[Int(update.firing)]
      if presentation.outcome(of: index, in: log.updates) != .open {
        wastedTime += update.ended - firing.began
      }
      guard times.window.contains(presentation.home(of: update)) else { continue }
      let end = max(update.ended, presentation.timing(of: update).committed)
      overwrittenTime += max(0, end - firing.due)
    }
  }

  private mutating func lookAtRefreshes(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes
  ) {
    let (updates, shown, vsyncs) = (log.updates, presentation.shown, times.vsyncs)
    while refresh < presentation.frontier {
      let update = Int(shown[refresh])
      defer { refresh += 1 }
      guard update >= 0 else { continue }
      self.shown += 1
      guard times.window.contains(refresh) else { continue }
      let photon = vsyncs[refresh]
      let offset = Int128(updates[update].animationTime) - Int128(photon)
      let epoch = log.firings[Int(updates[update].firing)].epoch
      if firstPhoton == nil {
        (firstPhoton, firstOffset) = (photon, offset)
      } else {
        shownTime += photon - lastPhoton
        if epoch != self.epoch { skipped += lastOffset - offset }
      }
      (lastPhoton, lastOffset, self.epoch) = (photon, offset, epoch)
    }
  }

  /// Adds the time for which the last frame was shown, up to an end.
  mutating func finish(at end: Int64) {
    if firstPhoton != nil { shownTime += end - lastPhoton }
  }
}
