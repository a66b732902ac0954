import LabKernel
import LabTrace

/// Measures one driver while its run goes on, as far as what has happened is settled.
struct DriverMeasurement: ~Copyable {
  private(set) var presentation: Presentation
  private(set) var slots: SlotTable
  private(set) var timing: FiringSamples
  private(set) var firings = RefreshFirings()
  private(set) var frames: FrameColumns
  private(set) var inputs: InputLatency
  private(set) var seconds: SlotSeconds
  /// What the screen shows of what it moves.
  private(set) var content: ContentColumns
  private(set) var hitches = HitchSums()
  private(set) var conservation: ConservationSums
  /// How many dropped slots have each cause.
  private(set) var causes = CauseSums()
  /// What most of the time of each dropped slot is put down to, in their order, as far as rows of
  /// refreshes may be asked for.
  private(set) var dropCauses = SlidingArray<BlameCause>()
  /// How often new content is wanted; `nil` for a link's own pace.
  let target: TargetCadence?

  /// What goes wrong, and what it is put down to.
  private(set) var problems = ProblemBoundaries()
  private let keepsAll: Bool
  /// Hands out rows under way; `nil` if there are no lists.
  private var rows: DriverRows?
  /// The parts of hitches that are not put down to causes yet, and where the last dropped slot
  /// ended.
  private var parts = SlidingArray<HitchPart>()
  private var slot = 0
  private var droppedEnd = -1
  /// The first firing that is still needed to attribute hitches.
  private var neededFiring = 0
  /// How many motions have begun, and the first refresh that can show the last of them.
  private var motion = (count: 0, refresh: 0)
  /// How many rows of refreshes may wait for the end of a motion.
  private let rowRoom: Int
  /// What the same run has told of its last motion before; `nil` the first time.
  private var screen: ScreenContent?

  init(
    _ log: borrowing DriverLog, _ header: borrowing Trace.Header, isAdaptive: Bool, room: Int,
    keepsAll: Bool, listing rows: DriverRows?
  ) {
    // What a row is made of takes much more memory than what is summed of it.
    rowRoom = room / 16
    content = ContentColumns(room: room, along: header.trajectories[log.name])
    target = header.target(of: log, isAdaptive: isAdaptive)
    presentation = Presentation(header.presentMode)
    slots = SlotTable(target)
    timing = FiringSamples(room: room)
    frames = FrameColumns(room: room)
    inputs = InputLatency(room: room)
    seconds = SlotSeconds(room: room)
    conservation = ConservationSums(log.name)
    self.keepsAll = keepsAll
    self.rows = rows
  }

  mutating func takeMemory(of other: inout DriverMeasurement) {
    other.presentation.release()
    presentation.takeMemory(of: &other.presentation)
    slots.takeMemory(of: &other.slots)
    timing.takeMemory(of: &other.timing)
    frames.takeMemory(of: &other.frames)
    inputs.takeMemory(of: &other.inputs)
    seconds.takeMemory(of: &other.seconds)
    content.takeMemory(of: &other.content)
    problems.takeMemory(of: &other.problems)
    parts.takeMemory(of: &other.parts)
  }

  /// Lets the same run be measured once more, to find what did not fit, and to hand out the rows
  /// that could not wait.
  mutating func refine(_ other: inout DriverMeasurement) {
    timing = FiringSamples(refining: other.timing)
    frames = FrameColumns(refining: other.frames)
    inputs = InputLatency(refining: other.inputs)
    seconds = SlotSeconds(refining: other.seconds)
    content = ContentColumns(refining: other.content)
    screen = other.content.screen
    rows = other.rows?.missing()
  }

  /// Whether numbers or rows are missing until the same run is measured once more.
  var isIncomplete: Bool { content.isIncomplete || lacksRows }

  /// Whether rows of refreshes are missing.
  var lacksRows: Bool { rows?.lacksRefreshes == true }

  /// Whether there are percentiles that are the middles of buckets.
  var isApproximate: Bool {
    timing.isApproximate || frames.isApproximate || inputs.latencies.isApproximate
      || seconds.shares.isApproximate || content.isApproximate
  }

  /// Goes on to what is settled by now.
  mutating func advance(
    _ log: borrowing DriverLog, _ walk: borrowing TraceWalk,
    _ schedule: borrowing PresentationSchedule, _ times: borrowing RefreshTimes, isOver: Bool
  ) {
    if log.motion.runCount != motion.count {
      motion = (log.motion.runCount, presentation.frontier)
    }
    presentation.advance(log.updates, schedule, times, now: walk.now, isOver: isOver)
    slots.advance(log, presentation, times, isOver: isOver)
    seconds.advance(slots, times)
    addDroppedSlots(times)
    addFrames(log, times)
    timing.advance(log, isOver: isOver)
    firings.advance(log, times)
    inputs.advance(log, presentation, times, walk.inputs)
    content.advance(log, presentation, times)
    conservation.advance(log, presentation, slots, times, isOver: isOver)
    attribute(log, walk.thread, times, isOver: isOver)
    guard !isOver else { return content.finish(log) }
    if motion.count > 0, screen == nil, presentation.frontier - motion.refresh > rowRoom {
      rows?.leaveOutRefreshes()
      if lacksRows { content.expectAnotherTime() }
    }
    let refresh = firstOpenRow()
    rows?.advance(
      upTo: refresh, log, presentation, slots, dropCauses, times, screen, isOver: false)
    presentation.release()
  }

  /// The first refresh of which a row cannot be made yet.
  private mutating func firstOpenRow() -> Int {
    var refresh = presentation.frontier
    if slots.isDeclared {
      refresh = min(refresh, slots.firstRefresh, parts.first?.refresh ?? .max)
    }
    // What a refresh shows of a motion is told of its last run alone.
    return motion.count == 0 || screen != nil ? refresh : min(refresh, motion.refresh)
  }

  /// Hands out the rows that only the end of the run has settled.
  mutating func finishRows(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes) {
    rows?.advance(
      upTo: times.vsyncs.endIndex, log, presentation, slots, dropCauses, times,
      screen ?? content.screen, isOver: true)
    guard !lacksRows else { return }
    rows?.receiver.finish(cadence: target.cadence(of: log))
  }

  private mutating func addDroppedSlots(_ times: borrowing RefreshTimes) {
    while slot < slots.count {
      defer { slot += 1 }
      guard slots.isDropped(slot) else { continue }
      parts.append(slots.hitchPart(of: slot, after: droppedEnd, nil, times))
      droppedEnd = slots.end(of: slot)
    }
  }

  private mutating func addFrames(
    _ log: borrowing DriverLog, _ times: borrowing RefreshTimes
  ) {
    var late: [HitchPart] = []
    let isDeclared = slots.isDeclared
    frames.advance(log, presentation, times, target) { if !isDeclared { late.append($0) } }
    for part in late { parts.append(part) }
  }

  private mutating func attribute(
    _ log: borrowing DriverLog, _ thread: borrowing ThreadTime, _ times: borrowing RefreshTimes,
    isOver: Bool
  ) {
    let context = problems.load(log, presentation, times, thread, isOver: isOver)
    let receiver = rows.flatMap { $0.kinds.contains(.problems) ? $0.receiver : nil }
    func list(_ problem: Problem, _ number: Int, _ span: TimeSpan, _ pieces: [BlameSegment]) {
      guard let receiver else { return }
      BlameRow.forEach(of: problem, number, span, pieces, thread) { receiver.receive($0) }
    }
    problems.visitFirings(log, times, context, isOver: isOver, list)
    problems.visitOverwrittenUpdates(log, presentation, times, context, isOver: isOver, list)
    while let part = parts.first,
      let pieces = problems.pieces(of: part, log, context, isOver: isOver)
    {
      add(part, pieces)
      list(.droppedSlot, part.refresh, part.latchSpan, pieces)
      parts.forget(before: parts.startIndex + 1)
    }
    guard !keepsAll, !isOver else { return }
    neededFiring = problems.firstFiring(forPartFrom: firstPartBegin(times), context)
  }

  private mutating func add(_ part: HitchPart, _ pieces: [BlameSegment]) {
    var part = part
    var cause: BlameCause?
    if slots.isDeclared {
      let largest = pieces.largestCause ?? .idle
      problems.countSlot(pieces, largest)
      causes.add(1, to: largest)
      if keepsAll || rows?.needCauses == true { dropCauses.append(largest) }
      part.isRender = largest == .render || largest == .queue
      cause = largest
    }
    hitches.add(part)
    conservation.add(part, cause)
  }
}

extension DriverMeasurement {
  /// What of a run is still needed.
  struct Need {
    var firing: Int
    var update: Int
    var refresh: Int
    var input: Int
    var instant: Int64
  }

  /// No part of a hitch that is still to come begins before this.
  private mutating func firstPartBegin(_ times: borrowing RefreshTimes) -> Int64 {
    let next = slots.isDeclared ? slots.firstRefresh : frames.lastRefresh
    let latch = next > times.depth ? times.latch(next - 1) : 0
    return min(parts.first?.latchSpan.begin ?? .max, latch)
  }

  /// Finds what is still needed, given the log and the refreshes by now.
  mutating func need(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes) -> Need {
    let listed = rows?.need
    let refresh =
      [
        listed?.refresh ?? .max,
        frames.next, conservation.refresh, slots.firstRefresh, firings.firstRefresh,
        presentation.frontier, seconds.first < slots.count ? slots.first(of: seconds.first) : .max,
        content.next,
      ].min() ?? 0
    var update =
      [
        listed?.update ?? .max,
        presentation.decided, conservation.update, inputs.update,
      ].min() ?? 0
    for index in min(problems.unseen, conservation.unseen)..<presentation.unseen.endIndex {
      update = min(update, Int(presentation.unseen[index]))
    }
    for shown in presentation.shown[min(refresh, presentation.shown.endIndex)...] where shown >= 0 {
      update = min(update, Int(shown))
    }
    var firing =
      [
        listed?.firing ?? .max,
        neededFiring, problems.firing, timing.next, firings.firing, conservation.firing, log.closed,
        log.firstOpen,
      ].min() ?? 0
    for index in update..<log.updates.endIndex {
      firing = min(firing, Int(log.updates[index].firing))
    }
    firing = max(log.firings.startIndex, firing)
    let due = log.firings[firing...].lazy.map(\.due).min() ?? .max
    let instant = [due, log.owedSince, firstPartBegin(times)].min() ?? 0
    return Need(
      firing: firing, update: update, refresh: refresh, input: inputs.input, instant: instant)
  }

  mutating func forget(refreshesBefore refresh: Int, firingsBefore firing: Int) {
    presentation.forget(
      refreshesBefore: refresh, unseenBefore: min(problems.unseen, conservation.unseen))
    let listed = rows.map { $0.needCauses ? $0.refreshes.slot : .max } ?? .max
    slots.forget(before: [slot, seconds.first, conservation.slot, listed].min() ?? 0)
    if let rows {
      dropCauses.forget(before: rows.needCauses ? rows.refreshes.cause : dropCauses.endIndex)
    }
    problems.forget(firingsBefore: firing)
  }
}
