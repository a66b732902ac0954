import LabKernel
import LabTrace

/// Measures one driver while its run goes on, as far as what has happened is settled.
struct DriverMeasurement: ~Copyable {
  private(set) var display: DriverDisplay
  private(set) var calculators: Calculators
  /// What the screen shows of what it moves.
  private(set) var content: ContentColumns
  private(set) var samples: Samples
  private(set) var hitches = Hitches()
  /// How many dropped slots have each cause.
  private(set) var causes = CauseSums()
  /// What most of the time of each dropped slot is put down to, in their order, as far as rows of
  /// refreshes may be asked for.
  private(set) var dropCauses = SlidingArray<BlameCause>()
  /// What goes wrong, and what it is put down to.
  private(set) var problems = ProblemBoundaries()

  private let keepsAll: Bool
  /// Hands out rows under way; `nil` if there are no lists.
  private var rows: DriverRows?
  /// The parts of hitches that are not put down to causes yet.
  private var hitchParts = HitchParts()
  /// What of the run is still needed.
  private var need = Need()
  /// How many motions have begun, and the first refresh that can show the last of them.
  private var motion = (count: 0, refresh: 0)
  /// How many rows of refreshes may wait for the end of a motion.
  private let rowRoom: Int
  /// What the same run has told of its last motion before; `nil` the first time.
  private var screen: ScreenContent?

  init(
    _ log: borrowing DriverLog, _ header: borrowing Trace.Header, isAdaptive: Bool, room: Int,
    keepsAll: Bool, listing rows: DriverRows?, samples: consuming Samples
  ) {
    // What a row is made of takes much more memory than what is summed of it.
    rowRoom = room / 16
    display = DriverDisplay(log, header, isAdaptive: isAdaptive)
    content = ContentColumns(room: room, along: header.trajectories[log.name])
    calculators = Calculators(conservation: ConservationSums(log.name))
    self.keepsAll = keepsAll
    self.rows = rows
    self.samples = samples
  }

  /// Ends the use of its samples, and returns empty ones in their memory.
  mutating func giveSamples(room: Int) -> Samples { Samples(room: room, inMemoryOf: &samples) }

  /// Takes over the memory of a measurement of another run but for its samples.
  mutating func takeMemory(of former: inout DriverMeasurement) {
    display.takeMemory(of: &former.display)
    content.takeMemory(of: &former.content)
    problems.takeMemory(of: &former.problems)
    hitchParts.takeMemory(of: &former.hitchParts)
  }

  /// Lets the same run be measured once more, to find what did not fit, and to hand out the rows
  /// that could not wait.
  mutating func refine(_ other: inout DriverMeasurement) {
    samples = Samples(refining: other.samples)
    // Its numbers are found anew, and need not be kept meanwhile.
    other.samples = Samples(room: 0)
    content = ContentColumns(refining: other.content)
    screen = other.content.screen
    rows = other.rows?.missing()
  }

  /// Whether numbers or rows are missing until the same run is measured once more.
  var isIncomplete: Bool { content.isIncomplete || lacksRows }

  /// Whether rows of refreshes are missing.
  var lacksRows: Bool { rows?.lacksRefreshes == true }

  /// Whether there are percentiles that are the middles of buckets.
  var isApproximate: Bool { samples.isApproximate || content.isApproximate }

  /// Goes on to what is settled by now.
  mutating func advance(
    _ log: borrowing DriverLog, _ walk: borrowing TraceWalk,
    _ schedule: borrowing PresentationSchedule, _ times: borrowing RefreshTimes, isOver: Bool
  ) {
    if log.motion.runCount != motion.count {
      motion = (log.motion.runCount, display.presentation.frontier)
    }
    display.advance(log, schedule, times, now: walk.now, isOver: isOver)
    need = Need()
    hitchParts.advance(log, display, times, &need)
    calculators.advance(log, display, walk, times, &samples, &need)
    content.advance(log, display, walk, times, &samples, &need)
    attribute(log, walk.thread, times)
    hitches.activeTime = display.slots.activeTime
    guard !isOver else { return content.finish(log) }
    if motion.count > 0, screen == nil, display.presentation.frontier - motion.refresh > rowRoom {
      rows?.leaveOutRefreshes()
      if lacksRows { content.expectAnotherTime() }
    }
    let refresh = firstOpenRow()
    rows?.advance(upTo: refresh, log, display, dropCauses, times, screen, &need)
    display.release()
  }

  /// The first refresh of which a row cannot be made yet.
  ///
  /// It changes nothing: a struct of this size is lent as an address, or the compiler takes eleven
  /// seconds for these lines.
  private mutating func firstOpenRow() -> Int {
    var refresh = display.presentation.frontier
    if display.slots.isDeclared {
      refresh = min(
        refresh, display.slots.firstRefresh, hitchParts.parts.first?.refresh ?? .max)
    }
    // What a refresh shows of a motion is told of its last run alone.
    return motion.count == 0 || screen != nil ? refresh : min(refresh, motion.refresh)
  }

  /// Hands out the rows that only the end of the run has settled.
  mutating func finishRows(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes) {
    rows?.advance(
      upTo: times.vsyncs.endIndex, log, display, dropCauses, times,
      screen ?? content.screen, &need)
    guard !lacksRows else { return }
    rows?.receiver.finish(cadence: display.cadence(of: log))
  }

  private mutating func attribute(
    _ log: borrowing DriverLog, _ thread: borrowing ThreadTime, _ times: borrowing RefreshTimes
  ) {
    let context = problems.load(log, display, times, thread)
    let receiver = rows.flatMap { $0.kinds.contains(.problems) ? $0.receiver : nil }
    func list(_ problem: Problem, _ number: Int, _ span: TimeSpan, _ pieces: [BlameSegment]) {
      guard let receiver else { return }
      BlameRow.forEach(of: problem, number, span, pieces, context.thread) {
        receiver.receive($0)
      }
    }
    problems.visitFirings(log, times, context, isOver: display.isOver, list)
    problems.visitOverwrittenUpdates(log, display, times, context, list)
    while let part = hitchParts.parts.first,
      let pieces = problems.pieces(of: part, log, context, isOver: display.isOver)
    {
      add(part, pieces)
      list(.droppedSlot, part.refresh, part.latchSpan, pieces)
      hitchParts.forgetFirst()
    }
    guard !keepsAll, !display.isOver else { return }
    let begin = hitchParts.begin(display.slots, times)
    need.keep(
      firing: problems.firstFiring(forPartFrom: begin, context), unseen: problems.unseen,
      instant: begin)
  }

  private mutating func add(_ part: HitchPart, _ pieces: [BlameSegment]) {
    var part = part
    var cause: BlameCause?
    if display.slots.isDeclared {
      let largest = pieces.largestCause ?? .idle
      problems.countSlot(pieces, largest)
      causes.add(1, to: largest)
      if keepsAll || rows?.needCauses == true { dropCauses.append(largest) }
      part.isRender = largest == .render || largest == .queue
      cause = largest
    }
    hitches.add(part)
    calculators.conservation.add(part, cause)
  }
}

extension DriverMeasurement {
  /// Finds what is still needed, given the log and the refreshes by now.
  mutating func findNeed(_ log: borrowing DriverLog, _ times: borrowing RefreshTimes) -> Need {
    let presentation = display.presentation
    need.keep(
      firing: min(log.closed, log.firstOpen), update: presentation.decided,
      refresh: min(display.slots.firstRefresh, presentation.frontier))
    for index in need.unseen..<presentation.unseen.endIndex {
      need.keep(update: Int(presentation.unseen[index]))
    }
    for shown in presentation.shown[min(need.refresh, presentation.shown.endIndex)...]
    where shown >= 0 {
      need.keep(update: Int(shown))
    }
    for index in need.update..<log.updates.endIndex {
      need.keep(firing: Int(log.updates[index].firing))
    }
    let firing = max(log.firings.startIndex, need.firing)
    let due = log.firings[firing...].lazy.map { $0.due }.min() ?? .max
    need.keep(instant: min(due, log.owedSince))
    return need
  }

  /// What is asked of all quantities, in their order.
  mutating func distributions() -> [Distribution?] {
    var distributions = samples.distributions()
    if calculators.timing.areNewest {
      distributions[Quantity.latestLateness.rawValue] = distributions[Quantity.lateness.rawValue]
    }
    return distributions
  }

  mutating func forget(firingsBefore firing: Int) {
    display.forget(need)
    if let rows {
      dropCauses.forget(before: rows.needCauses ? rows.refreshes.cause : dropCauses.endIndex)
    }
    problems.forget(firingsBefore: firing)
  }
}
