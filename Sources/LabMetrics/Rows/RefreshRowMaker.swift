import LabKernel
import LabTrace

/// Makes the rows of the refreshes as a driver's updates met them, as far as a run is settled.
struct RefreshRowMaker {
  /// The first refresh, the first update and the first slot that were not looked at.
  private(set) var refresh = 0
  private(set) var update = 0
  private(set) var slot = 0
  /// The first dropped slot whose cause was not used.
  private(set) var cause = 0
  private var frames = ShownFrames()
  /// The shown frame that comes next, or came last.
  private var frame: ShownFrame?
  /// The frame that is shown, and the first body in it.
  private var picture: (picture: MotionLog.Picture, pose: BodyPose?)?

  /// Makes the rows up to a refresh before which all is settled: what is shown, why slots were
  /// dropped, and what is seen of a motion.
  ///
  /// - Complexity: O(n) for n refreshes and updates.
  mutating func advance(
    upTo limit: Int, _ log: borrowing DriverLog, _ display: borrowing DriverDisplay,
    _ causes: SlidingArray<BlameCause>, _ times: borrowing RefreshTimes,
    _ content: ScreenContent?, _ body: (RefreshRow) -> Void
  ) {
    while refresh < limit {
      let shown = Int(display.presentation.shown[refresh])
      let new = shown >= 0 ? log.updates[shown] : nil
      let updates = countUpdates(log, display.presentation)
      let latch = times.latch(refresh)
      let begin = Instant(nanoseconds: times.vsyncs[refresh])
      body(
        RefreshRow(
          index: refresh, vsync: begin, latch: latch == .min ? nil : Instant(nanoseconds: latch),
          photon: begin, isMeasured: times.window.contains(refresh), isNew: shown >= 0,
          updates: updates, overwritten: max(0, updates - 1),
          shownUpdate: shown >= 0 ? shown : nil,
          committed: new.map {
            Instant(nanoseconds: display.presentation.timing(of: $0).committed)
          },
          animationTime: new.map { Instant(nanoseconds: $0.animationTime) },
          animationError: animationError(log, display.presentation, times),
          content: content.flatMap { self.content($0, shown, begin, log) },
          cause: dropCause(display.slots, causes)))
      refresh += 1
    }
  }

  /// How many updates reached the refresh; they reach refreshes in their order.
  private mutating func countUpdates(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation
  ) -> Int {
    var count = 0
    while update < presentation.decided {
      let reached = Int(presentation.timing(of: log.updates[update]).refresh)
      guard reached <= refresh else { break }
      if reached == refresh { count += 1 }
      update += 1
    }
    return count
  }

  private mutating func animationError(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ times: borrowing RefreshTimes
  ) -> Duration? {
    while (frame?.refresh ?? -1) < refresh,
      let next = frames.next(log, presentation, times)
    { frame = next }
    guard let frame, frame.refresh == refresh, frame.isStep else { return nil }
    return .nanoseconds(frame.error)
  }

  /// Why the slot of the refresh was dropped, if it was.
  private mutating func dropCause(
    _ slots: borrowing SlotTable, _ causes: SlidingArray<BlameCause>
  ) -> BlameCause? {
    while slot < slots.count, slots.end(of: slot) <= refresh {
      if slots.isDropped(slot) { cause += 1 }
      slot += 1
    }
    guard slot < slots.count, slots.first(of: slot) <= refresh, slots.isDropped(slot) else {
      return nil
    }
    return cause < causes.endIndex ? causes[cause] : nil
  }

  /// What the refresh shows of a motion, given the update that it is the first to show, or −1.
  private mutating func content(
    _ content: ScreenContent, _ shown: Int, _ vsync: Instant, _ log: borrowing DriverLog
  ) -> RefreshRow.Content? {
    if shown >= content.firstUpdate, content.refreshes.contains(refresh) {
      picture = (log.motion.pictures[shown], log.motion.firstPose(of: shown))
    }
    guard let (picture, pose) = picture,
      let row = content.row(at: refresh, vsync.nanoseconds, showing: picture)
    else { return nil }
    return RefreshRow.Content(
      place: row.place, intended: content.intended(at: row), lag: .nanoseconds(row.lag),
      pose: pose)
  }
}
