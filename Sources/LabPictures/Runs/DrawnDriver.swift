package import LabKernel
package import LabMetrics
import LabText
package import LabTrace

/// A timer or display link of one run, with everything that pictures show of it.
///
/// All of it is what the files of a result list: pictures add no calculation of their own.
package struct DrawnDriver: Sendable {
  /// What held the thread, but for the driver's own callbacks.
  package struct Task: Hashable, Sendable {
    /// When it took the thread, and when it gave it back.
    package let begin, end: Instant
    /// What it is called.
    package let owner: Owner
  }

  /// A run of the loop within another one.
  package struct ModeRun: Hashable, Sendable {
    /// When it began, and when it returned.
    package let begin, end: Instant
    package let mode: String
  }

  /// A frame that stayed too long: an unbroken run of dropped refreshes, and the one before it.
  ///
  /// It ends with its last dropped refresh: where nothing is due afterwards, the frame is right.
  package struct Hitch: Hashable, Sendable {
    /// The refresh before the first dropped one, and the one behind the last.
    package let first, next: Int
    /// How many of the refreshes belong to dropped slots.
    package let dropped: Int
    /// Who is to blame for most of it.
    package let owner: Owner?
    /// How many tasks of this owner are.
    package let count: Int
  }

  /// What stands beside it: the arm, and the driver where an arm has several.
  package let label: String
  /// The position of its arm, which chooses its colour.
  package let arm: Int
  /// The name of the driver.
  package let name: String
  package let measurement: RunMeasurement
  /// What every refresh of the run showed.
  package let refreshes: [RefreshRow]
  /// Every callback of the run.
  package let firings: [FiringRow]
  /// What held the thread beside the driver, in order.
  package let tasks: [Task]
  /// The runs of the loop within others, in order.
  package let modes: [ModeRun]
  /// The frames that stayed too long, in order.
  package let hitches: [Hitch]
  /// How many dropped refreshes are put down to each owner, the greatest first.
  package let droppedByOwner: [(owner: Owner, count: Int)]
  /// What the physics scene looks like that it steps; `nil` if it steps none.
  package let scene: Trace.Header.Scene?
  /// How the bodies of the scene stand at the refreshes that show them, in order.
  package let poses: [(refresh: Int, poses: [BodyPose])]
  /// When something was committed.
  package let commits: [Instant]
  /// The median distance of two vsyncs.
  package let period: Duration
  /// The delay of content that is usual in the run, in nanoseconds: the 5th percentile.
  let usualLag: Int64

  /// Takes a driver from a run.
  ///
  /// - Parameters:
  ///   - name: The name of the driver, which the trace knows.
  ///   - label: What stands beside it.
  ///   - arm: The position of its arm.
  ///   - trace: What happened.
  ///   - measurement: What was measured of the trace.
  ///   - taskName: Returns what a task of a load is called, by its serial number; `nil` for its
  ///     load.
  package init(
    _ name: String, label: String, arm: Int, _ trace: Trace, _ measurement: RunMeasurement,
    taskName: (String, Int) -> String? = { _, _ in nil }
  ) {
    (self.name, self.label, self.arm, self.measurement) = (name, label, arm, measurement)
    refreshes = measurement.refreshRows(of: name)
    firings = measurement.firingRows(of: name)
    let room = trace.header.scenes[name].flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
    scene = room
    poses = room == nil ? [] : measurement.bodyPoses(of: name)
    commits = trace.records.lazy.filter { $0.kind == .commit }.map { $0.time }
    let end = trace.records.last?.time ?? .start
    tasks = measurement.holdings(from: .start, for: Instant.start.duration(to: end))
      .filter { $0.holder.cause != .callouts || $0.holder.owner != name }
      .map { Task(begin: $0.begin, end: $0.end, owner: Owner($0.holder, taskName: taskName)) }
    modes = trace.nestedRuns(until: end)
    let gaps = zip(refreshes, refreshes.dropFirst()).map {
      $1.vsync.nanoseconds - $0.vsync.nanoseconds
    }.sorted()
    period = .nanoseconds(gaps.isEmpty ? 1 : max(1, gaps[gaps.count / 2]))
    let lags = refreshes.compactMap { $0.lag }.sorted()
    usualLag = lags.isEmpty ? 0 : lags[lags.count / 20]
    let slots = DroppedSlots(
      measurement.blameRows(of: name).filter { $0.problem == .droppedSlot }, taskName)
    droppedByOwner = slots.counts
    hitches = Self.hitches(refreshes.dropLast(), slots)
  }

  private static func hitches(
    _ refreshes: ArraySlice<RefreshRow>, _ slots: DroppedSlots
  ) -> [Hitch] {
    var hitches: [Hitch] = []
    var dropped = 0
    func close(at next: Int) {
      guard dropped > 0 else { return }
      let first = max(0, next - dropped - 1)
      let (owner, count) = slots.worst(first..<next)
      hitches.append(
        Hitch(first: first, next: next, dropped: dropped, owner: owner, count: count))
      dropped = 0
    }
    for row in refreshes {
      if row.kind == .dropped { dropped += 1 } else { close(at: row.index) }
    }
    close(at: refreshes.endIndex)
    return hitches
  }

  /// Returns all drivers of a run, named by their arm alone where it has one.
  package static func all(
    of arm: String, at position: Int, _ trace: Trace, _ measurement: RunMeasurement,
    taskName: (String, Int) -> String? = { _, _ in nil }
  ) -> [DrawnDriver] {
    let names = measurement.drivers.map { $0.name }
    return names.map { name in
      DrawnDriver(
        name, label: names.count == 1 ? arm : "\(arm).\(name)", arm: position, trace, measurement,
        taskName: taskName)
    }
  }
}

/// What the dropped slots of a driver are put down to.
private struct DroppedSlots {
  private var parts: [Int: [(owner: Owner, serial: Int?, time: Duration)]] = [:]
  private(set) var counts: [(owner: Owner, count: Int)] = []

  init(_ rows: [BlameRow], _ taskName: (String, Int) -> String?) {
    var numbers: [Int] = []
    for row in rows {
      if parts[row.number] == nil { numbers.append(row.number) }
      parts[row.number, default: []].append(
        (Owner(row.blame, taskName: taskName), row.blame.serial, row.blame.time))
    }
    for number in numbers {
      guard let owner = worst(number..<number + 1).owner else { continue }
      if let known = counts.firstIndex(where: { $0.owner == owner }) {
        counts[known].count += 1
      } else {
        counts.append((owner, 1))
      }
    }
    counts = counts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map { $0.element }
  }

  /// Who has most of the time of some slots, the first of equals, and how many tasks of theirs do.
  func worst(_ numbers: Range<Int>) -> (owner: Owner?, count: Int) {
    var sums: [(owner: Owner, time: Duration, serials: Set<Int>)] = []
    for part in numbers.compactMap({ parts[$0] }).joined() {
      let place = sums.firstIndex { $0.owner == part.owner } ?? sums.count
      if place == sums.count { sums.append((part.owner, .zero, [])) }
      sums[place].time += part.time
      if let serial = part.serial { sums[place].serials.insert(serial) }
    }
    let most = sums.map { $0.time }.max()
    guard let worst = sums.first(where: { $0.time == most }) else { return (nil, 0) }
    return (worst.owner, max(1, worst.serials.count))
  }
}

extension Trace {
  /// The runs of the loop within other runs.
  fileprivate func nestedRuns(until end: Instant) -> [DrawnDriver.ModeRun] {
    var open: [(begin: Instant, mode: UInt8)] = []
    var runs: [DrawnDriver.ModeRun] = []
    func close(at time: Instant) {
      guard let run = open.popLast(), !open.isEmpty, Int(run.mode) < modes.count else { return }
      runs.append(DrawnDriver.ModeRun(begin: run.begin, end: time, mode: modes[Int(run.mode)]))
    }
    for record in records {
      if record.kind == .runBegan { open.append((record.time, record.mode)) }
      if record.kind == .runReturned { close(at: record.time) }
    }
    while !open.isEmpty { close(at: end) }
    return runs.sorted { $0.begin < $1.begin }
  }
}

extension DrawnDriver {
  /// The refreshes that have an end and of which some part lies in a stretch of the run.
  func refreshes(in stretch: Range<Instant>) -> ArraySlice<RefreshRow> {
    let numbers = measurement.refreshes(
      from: stretch.lowerBound, for: stretch.lowerBound.duration(to: stretch.upperBound))
    return refreshes[numbers.clamped(to: 0..<measurement.refreshCount)]
  }

  /// When a refresh that has an end ends.
  func end(of refresh: RefreshRow) -> Instant { refreshes[refresh.index + 1].vsync }

  /// The callbacks that are due, wait or run in a stretch.
  func firings(in stretch: Range<Instant>) -> [FiringRow] {
    firings.filter { row in
      min(row.due, row.began) < stretch.upperBound
        && (row.ended ?? .distantFuture) >= stretch.lowerBound
    }
  }

  /// What else holds the thread in a stretch.
  func tasks(in stretch: Range<Instant>) -> [Task] {
    tasks.filter { $0.begin < stretch.upperBound && $0.end > stretch.lowerBound }
  }

  /// The time of a motion that a new frame shows, on the clock of the screen: its vsync, less what
  /// its animation time lags behind more than is usual in the run.
  package func contentTime(of row: RefreshRow) -> Instant {
    row.vsync.advanced(by: .nanoseconds(usualLag - (row.lag ?? usualLag)))
  }

  /// The refreshes that were dropped, in the sense of the metric `dropped`, and of how many.
  ///
  /// Where slots are not declared they are the measured refreshes with a cause.
  package var dropped: (count: Int, of: Int) {
    if let slots = measurement[driver: name]?.frames?.slots { return (slots.dropped, slots.slots) }
    let measured = refreshes.filter { $0.isMeasured }
    return (measured.count { $0.kind == .dropped }, measured.count)
  }

  /// What red refreshes are called where they are counted: where a frame is wanted for several
  /// refreshes, one that is dropped has several of them.
  package var redWord: String {
    refreshes.count { $0.kind == .dropped } == dropped.count ? "dropped" : "red refreshes"
  }

  /// How many refreshes of a stretch are dropped.
  package func dropped(in stretch: Range<Instant>) -> Int {
    refreshes(in: stretch).count { $0.kind == .dropped }
  }

  /// When a hitch begins, and how long its frame stays.
  package func span(of hitch: Hitch) -> Range<Instant> {
    refreshes[hitch.first].vsync..<refreshes[hitch.next].vsync
  }

  /// The hitches from the longest to the shortest, of equals the first.
  package var worstHitches: [Hitch] {
    hitches.enumerated().map { (length: length(of: $1), offset: $0, hitch: $1) }
      .sorted { ($1.length, $0.offset) < ($0.length, $1.offset) }.map { $0.hitch }
  }

  private func length(of hitch: Hitch) -> Duration {
    let span = span(of: hitch)
    return span.lowerBound.duration(to: span.upperBound)
  }
}

extension RefreshRow {
  /// What the refresh counts as, in pictures and in the files of a result alike.
  package var kind: MarkKind { isNew ? .new : cause == nil ? .rest : .dropped }

  /// How long before it is shown the content of a new frame was right, in nanoseconds.
  var lag: Int64? {
    animationTime.map { photon.nanoseconds - $0.nanoseconds }
  }

  /// Whether a new frame goes on by one and a half times the time since the new one before, or
  /// more, in the sense of the metric `jumped`.
  fileprivate func isTooFar(after last: RefreshRow?) -> Bool {
    guard let last, let error = animationError?.wholeNanoseconds else { return false }
    return 2 * error + 4 >= photon.nanoseconds - last.photon.nanoseconds
  }
}

extension [DrawnDriver] {
  /// In how many refreshes of a stretch each stands still and jumps, in words.
  func findings(in stretch: Range<Instant>) -> String {
    map { driver in
      let shown = driver.refreshes(in: stretch)
      let dropped = shown.count { $0.kind == .dropped }
      let jumps = shown.count { row in
        row.overwritten > 0
          || row.isTooFar(after: driver.refreshes[..<row.index].last { $0.isNew })
      }
      return "\(driver.label): \(counted(dropped, "dropped frame")) in"
        + " \(counted(shown.count, "refresh", "refreshes")), \(jumps) with a jump"
    }.joined(separator: "; ")
  }
}
