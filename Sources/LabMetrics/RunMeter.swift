import LabKernel
import LabTrace

/// Measures all drivers of a run, in as many parts as its records come in.
///
/// What is settled is measured and may be forgotten, so that the memory depends on how far back the
/// present reaches, and not on how long the run is. Into how many parts the records are divided
/// does not matter to any number.
struct RunMeter: ~Copyable {
  private(set) var walk: TraceWalk
  private(set) var schedule: PresentationSchedule
  let drivers = CellArray<DriverMeasurement>()
  /// When the measured refreshes begin to show; `nil` as long as there is none.
  private(set) var windowBegin: Int64?

  private let header: Trace.Header
  private let room: Int
  private let keepsAll: Bool
  /// The measurements of the same run before, if it is made once more.
  private let first: CellArray<DriverMeasurement>
  /// Is given rows under way; `nil` if there are no lists.
  private let receiver: (any RowReceiver)?
  /// The first refresh whose length was not told.
  private var refresh = 0
  /// The measurements of another run, whose memory has not been taken over yet.
  private let former: CellArray<DriverMeasurement>

  /// Begins with an empty run.
  ///
  /// - Parameters:
  ///   - header: What the run's trace says beside its records.
  ///   - window: When the run will end.
  ///   - recordCount: How many records there are at a time, about.
  ///   - room: How many numbers are kept for the percentiles of each quantity.
  ///   - keepsAll: Whether nothing is forgotten.
  ///   - receiver: Is given rows under way; `nil` if there are no lists.
  ///   - first: The measurements of the same run before, if it is made once more.
  ///   - firstTasks: Those of its tasks.
  ///   - former: The meter of another run, whose memory is used again.
  init(
    _ header: Trace.Header, _ window: MeasuredWindow, recordCount: Int, room: Int = .max,
    keepsAll: Bool = true, listing receiver: (any RowReceiver)? = nil,
    refining first: consuming CellArray<DriverMeasurement> = CellArray(),
    _ firstTasks: TaskMeter? = nil, inMemoryOf former: consuming RunMeter? = nil
  ) {
    header.checkRanges()
    let listsPoses =
      receiver?.kinds.contains(.refreshes) == true
      || first.indices.contains { first[$0].lacksRows }
    let poses: SceneLog.KeptPoses = keepsAll ? .all : listsPoses ? .first : .none
    schedule = PresentationSchedule(header.presentMode)
    if var former {
      schedule.takeMemory(of: &former.schedule)
      self.former = former.drivers
      walk = TraceWalk(
        window, recordCount: recordCount, keeping: poses,
        hasTargets: header.presentMode == .atTarget, inMemoryOf: former.walk)
    } else {
      self.former = CellArray()
      walk = TraceWalk(
        window, recordCount: recordCount, keeping: poses,
        hasTargets: header.presentMode == .atTarget)
    }
    self.header = header
    self.room = room
    self.keepsAll = keepsAll
    self.receiver = receiver
    self.first = first
    walk.tasks = TaskMeter(header, room: room, keepsAll: keepsAll)
    if let firstTasks { walk.tasks?.refine(firstTasks) }
  }

  /// Ends the life of the meter, and returns its measurements, which another one may refine.
  consuming func measurements() -> CellArray<DriverMeasurement> { drivers }

  /// Whether there are percentiles that are the middles of buckets.
  var isApproximate: Bool {
    walk.tasks?.isApproximate == true || drivers.indices.contains { drivers[$0].isApproximate }
  }

  /// Goes on with further records of the run, none of them its end or behind it; what the last ones
  /// settle is left to ``finish()``.
  mutating func visit(
    _ records: Span<TraceRecord>, of trace: borrowing Trace, areLast: Bool = false
  ) {
    walk.visit(records, of: trace)
    guard !keepsAll, !areLast, walk.vsyncs.times.endIndex > 0, walk.vsyncs.knowsAims else { return }
    forget(advance(isOver: false))
  }

  /// How many firings, updates, refreshes and changes of the thread's holder are kept.
  var keptCount: Int {
    walk.logs.indices.reduce(walk.vsyncs.times.count + walk.thread.segments.count) {
      $0 + walk.logs[$1].firings.count + walk.logs[$1].updates.count
        + walk.logs[$1].starvedSpans.count + walk.logs[$1].paces.count
        + walk.logs[$1].setLate.count
    }
  }

  /// The thread that was waking up when the run ended says so only afterwards.
  mutating func wokeAfterEnd(_ trace: borrowing Trace, from place: Int) {
    let tail = trace.records[place...]
    guard let record = tail.first(where: { $0.kind == .woke }), case .woke(let delay) = record.event
    else { return }
    walk.wokeAfterEnd(at: record.time.nanoseconds, after: delay)
  }

  /// Ends the run, and returns its refreshes.
  mutating func finish() -> RefreshTimes {
    walk.finish()
    return advance(isOver: true)
  }

  private mutating func advance(isOver: Bool) -> RefreshTimes {
    let times = RefreshTimes(walk.vsyncs, header)
    if windowBegin == nil, !times.window.isEmpty {
      windowBegin = times.vsyncs[times.window.lowerBound]
    }
    tellPeriods(times)
    schedule.advance(walk.commits, times, now: walk.now, isOver: isOver)
    walk.commits.forget()
    while drivers.count < walk.logs.count { addDriver(isAdaptive: times.isAdaptive) }
    if !isOver { for index in drivers.indices { walk.logs[index].bringInOrder() } }
    advanceDrivers(times, isOver: isOver)
    advanceTasks(times, isOver: isOver)
    return times
  }

  private mutating func advanceTasks(_ times: borrowing RefreshTimes, isOver: Bool) {
    guard var tasks = walk.tasks.take() else { return }
    tasks.advance(times, now: walk.now, end: walk.window.end, isOver: isOver)
    for index in drivers.indices {
      tasks.show(index, walk.logs[index], drivers[index].display.presentation, times)
    }
    if isOver { tasks.finish(at: walk.window.end) }
    walk.tasks = tasks
  }

  /// Nothing of the meter itself is changed, so that logs are lent to the drivers and not copied.
  private borrowing func advanceDrivers(_ times: borrowing RefreshTimes, isOver: Bool) {
    for index in drivers.indices {
      drivers[index].advance(walk.logs[index], walk, schedule, times, isOver: isOver)
    }
  }

  private mutating func tellPeriods(_ times: borrowing RefreshTimes) {
    guard let receiver else { return }
    refresh = max(refresh, times.window.lowerBound)
    while refresh < times.window.upperBound {
      receiver.refreshLasted(times.vsyncs[refresh + 1] - times.vsyncs[refresh])
      refresh += 1
    }
  }

  private mutating func addDriver(isAdaptive: Bool) {
    precondition(
      walk.vsyncs.times.startIndex == 0, "a driver was made after its run was measured in part")
    // A measurement is large, and stays where it is.
    let index = drivers.count
    let samples = former.isEmpty ? Samples(room: room) : former.last.giveSamples(room: room)
    let name = walk.logs[index].name
    drivers.append(
      DriverMeasurement(
        walk.logs[index], header, isAdaptive: isAdaptive, room: room, keepsAll: keepsAll,
        listing: receiver.map { DriverRows($0.kinds, for: $0.receiver(of: name)) },
        samples: samples))
    if !former.isEmpty {
      drivers[index].takeMemory(of: &former.last)
      former.truncate(to: former.count - 1)
    }
    if index < first.count { drivers[index].refine(&first[index]) }
  }

  /// Forgets what no driver needs any more.
  private mutating func forget(_ times: consuming RefreshTimes) {
    let needs = drivers.indices.map { drivers[$0].findNeed(walk.logs[$0], times) }
    let depth = times.depth
    // Its vsyncs are released before those of the walk are changed.
    discard(times)
    let instant = min(walk.now, schedule.unsettledSince, needs.map { $0.instant }.min() ?? .max)
    var vsync = walk.vsyncs.times.partitionIndex { $0 >= instant }
    vsync = min(vsync, schedule.firstVsync)
    for (index, need) in needs.enumerated() {
      drivers[index].forget(firingsBefore: need.firing)
      vsync = min(vsync, need.refresh - walk.logs[index].widestPace)
    }
    let first = max(walk.vsyncs.times.startIndex, vsync - depth - 4)
    let shown = first < walk.vsyncs.times.endIndex ? walk.vsyncs.times[first] : .max
    for (index, need) in needs.enumerated() {
      let slots = drivers[index].display.slots
      walk.logs[index].forget(
        firingsBefore: need.firing, updatesBefore: need.update,
        pacesBefore: slots.isDeclared && slots.target == nil ? slots.firstPace : .max,
        before: min(instant, shown))
    }
    walk.vsyncs.times.forget(before: vsync - depth - 4)
    walk.thread.forget(before: min(instant, walk.tasks?.needsSince ?? .max))
    schedule.forget(before: instant)
    let input = needs.map { $0.input }.min() ?? walk.inputs.endIndex
    walk.inputs.forget(before: input)
    for index in drivers.indices { walk.logs[index].firingsBeforeInputs.forget(before: input) }
  }
}

/// Ends the life of a value.
private func discard<Value>(_ value: consuming Value) {}
