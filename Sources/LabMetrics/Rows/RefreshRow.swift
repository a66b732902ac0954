public import LabKernel
import LabTrace

/// One refresh of the display as one driver's updates met it.
public struct RefreshRow: Hashable, Sendable {
  /// The number of the refresh, counted from 0 at the start of the run.
  public let index: Int
  /// When the refresh began.
  public let vsync: Instant
  /// Until when a commit was taken into it; `nil` if it came too early to have a latch.
  public let latch: Instant?
  /// When its frame was displayed.
  public let photon: Instant
  /// Whether it lies in the measured window.
  public let isMeasured: Bool
  /// Whether it showed something new, rather than the same frame again.
  public let isNew: Bool
  /// How many updates reached it; it shows the last of them.
  public let updates: Int
  /// Those of them that were not shown.
  public let overwritten: Int
  /// The number of the shown update among the driver's updates; `nil` if it repeats.
  public let shownUpdate: Int?
  /// When the shown update was committed; `nil` if it repeats.
  public let committed: Instant?
  /// The animation time of the shown update; `nil` if it repeats.
  public let animationTime: Instant?
  /// The step of animation time minus that of display time since the last new refresh; `nil` if
  /// undefined.
  public let animationError: Duration?
  /// What it shows of what the driver moves; `nil` outside the motion.
  public let content: Content?
  /// Why its slot showed nothing new; `nil` unless it belongs to a dropped slot.
  public let cause: BlameCause?

  /// What one refresh shows of something that a driver moves.
  public struct Content: Hashable, Sendable {
    /// Where it is, in points.
    public let place: Double
    /// Where it should be, the way to the screen apart; `nil` if that is not known.
    public let intended: Double?
    /// How far the motion is behind its own clock.
    public let lag: Duration
    /// How the first body of a physics scene is drawn; `nil` for anything else.
    public let pose: BodyPose?

    /// How far it is from where it should be, in points.
    public var error: Double? { intended.map { place - $0 } }
  }
}

extension DriverRun {
  /// Visits a row for every refresh of the run.
  ///
  /// - Complexity: O(n) for n refreshes and updates.
  func forEachRefreshRow(_ body: (RefreshRow) -> Void) {
    let (presentation, slots, causes) = (presentation, slots.all, attribution.dropCauses)
    let screen = screen
    var frames = shownFrames
    // The shown frame that comes next, or came last.
    var frame = frames.next()
    // The first update, slot and dropped slot that were not looked at.
    var (update, slot, drop) = (0, 0, 0)
    for refresh in times.vsyncs.indices {
      let shown = Int(presentation.shown[refresh])
      let new = shown >= 0 ? log.updates[shown] : nil
      // Updates reach refreshes in their order.
      var updates = 0
      while update < log.updates.count {
        let reached = Int(presentation.timing(of: log.updates[update]).refresh)
        guard reached <= refresh else { break }
        if reached == refresh { updates += 1 }
        update += 1
      }
      while let next = frame, next.refresh < refresh { frame = frames.next() }
      let error = frame.flatMap { $0.refresh == refresh && $0.isStep ? $0.error : nil }
      while slot < slots.count, slots[slot].refreshes.upperBound <= refresh {
        if slots[slot].isDropped { drop += 1 }
        slot += 1
      }
      let isDropped =
        slot < slots.count && slots[slot].isDropped && slots[slot].refreshes.contains(refresh)
      let (latch, begin) = (times.latch(refresh), Instant(nanoseconds: times.vsyncs[refresh]))
      body(
        RefreshRow(
          index: refresh, vsync: begin, latch: latch == .min ? nil : Instant(nanoseconds: latch),
          photon: begin, isMeasured: times.window.contains(refresh), isNew: shown >= 0,
          updates: updates, overwritten: max(0, updates - 1),
          shownUpdate: shown >= 0 ? shown : nil,
          committed: new.map { Instant(nanoseconds: presentation.timing(of: $0).committed) },
          animationTime: new.map { Instant(nanoseconds: $0.animationTime) },
          animationError: error.map { .nanoseconds($0) },
          content: screen.flatMap { content($0, at: refresh) },
          cause: isDropped && drop < causes.count ? causes[drop] : nil))
    }
  }

  /// What a refresh shows of a motion.
  private func content(_ screen: ScreenContent, at refresh: Int) -> RefreshRow.Content? {
    screen.row(at: refresh).map { row in
      RefreshRow.Content(
        place: row.place, intended: screen.intended(at: row), lag: .nanoseconds(row.lag),
        pose: log.motion.firstPose(of: row.update))
    }
  }
}

extension RunMeasurement {
  /// Returns a row for every refresh of the run, or none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n refreshes.
  public func refreshRows(of driver: String) -> [RefreshRow] {
    var rows: [RefreshRow] = []
    run(of: driver)?.forEachRefreshRow { rows.append($0) }
    return rows
  }

  /// Visits a row for every refresh of the run.
  package func forEachRefreshRow(of driver: String, _ body: (RefreshRow) -> Void) {
    run(of: driver)?.forEachRefreshRow(body)
  }

  /// Returns the bodies of a driver's scene as each refresh shows them, in the order of the scene;
  /// none before the first frame, after the end, or for a driver that steps no scene.
  ///
  /// - Complexity: O(n) for n bodies of all refreshes.
  public func bodyPoses(of driver: String) -> [(refresh: Int, poses: [BodyPose])] {
    guard let run = run(of: driver),
      let screen = run.screen, run.log.motion.scene.counts.steps.count > 0
    else { return [] }
    return screen.rows.enumerated().map {
      (screen.firstRefresh + $0, run.log.motion.poses(of: $1.update))
    }
  }
}

/// One slot of a driver: the refreshes in which one new frame was wanted.
public struct SlotRow: Hashable, Sendable {
  /// The latch before the slot, from which on an update could reach it.
  public let begin: Instant
  /// When its first refresh is displayed.
  public let photon: Instant
  /// When its last refresh is no longer displayed.
  public let end: Instant
  /// The refresh that first shows something new; `nil` if the slot was dropped.
  public let newRefresh: Int?
  /// Why the slot was dropped; `nil` if it was not.
  public let cause: BlameCause?
}

extension RunMeasurement {
  /// Returns a row for every slot of the measured window, or none for a driver that the trace does
  /// not know or that has no target cadence.
  ///
  /// - Complexity: O(n) for n refreshes.
  public func slotRows(of driver: String) -> [SlotRow] {
    guard let run = run(of: driver) else { return [] }
    let vsyncs = run.times.vsyncs
    var causes = run.attribution.dropCauses.makeIterator()
    return run.slots.all.map { slot in
      SlotRow(
        begin: Instant(nanoseconds: slot.latchSpan(run.times).begin),
        photon: Instant(nanoseconds: vsyncs[slot.refreshes.lowerBound]),
        end: Instant(nanoseconds: vsyncs[slot.refreshes.upperBound]),
        newRefresh: slot.refreshes.first { run.presentation.shown[$0] >= 0 },
        cause: slot.isDropped ? causes.next() : nil)
    }
  }
}

/// One callback of a driver.
public struct FiringRow: Hashable, Sendable {
  /// The earliest due instant that it answered.
  public let due: Instant
  /// When it began.
  public let began: Instant
  /// When it ended; `nil` if the run ended first.
  public let ended: Instant?
  /// The due instants between the previous firing's and this one's; `nil` after a new fire date.
  public let missed: Int?
  /// How late it began.
  public let lateness: Duration
  /// Whether its due instant lies in the measured window.
  public let isMeasured: Bool
  /// What became of its last update; `nil` if it made none.
  public let outcome: UpdateOutcome?
}

extension DriverRun {
  /// Visits a row for every firing of the run.
  ///
  /// - Complexity: O(n) for n firings and updates.
  func forEachFiringRow(_ body: (FiringRow) -> Void) {
    // The last update of each firing; −1 if it made none.
    var last = [Int32](repeating: -1, count: log.firings.count)
    for (update, made) in log.updates.enumerated() {
      last[Int(made.firing)] = Int32(truncatingIfNeeded: update)
    }
    for (number, firing) in log.firings.enumerated() {
      let missed = log.detail(of: number).missed
      let update = Int(last[number])
      body(
        FiringRow(
          due: Instant(nanoseconds: firing.due), began: Instant(nanoseconds: firing.began),
          ended: firing.ended == .max ? nil : Instant(nanoseconds: firing.ended),
          missed: missed < 0 ? nil : Int(missed), lateness: .nanoseconds(firing.lateness),
          isMeasured: log.measured.contains(number),
          outcome: update < 0 ? nil : presentation.outcome(of: update, in: log.updates)))
    }
  }
}

extension RunMeasurement {
  /// Returns a row for every firing of the run, or none for a driver that the trace does not know.
  ///
  /// - Complexity: O(n) for n firings.
  public func firingRows(of driver: String) -> [FiringRow] {
    var rows: [FiringRow] = []
    run(of: driver)?.forEachFiringRow { rows.append($0) }
    return rows
  }

  /// Visits a row for every firing of the run.
  package func forEachFiringRow(of driver: String, _ body: (FiringRow) -> Void) {
    run(of: driver)?.forEachFiringRow(body)
  }
}
