import LabKernel
import LabTrace

extension RunMeasurement {
  /// Finds who is to blame for each time that something went wrong with a driver.
  ///
  ///     Σ counts = how often it went wrong
  ///
  /// A missed date is put down to what held the thread, or to the mode, at that instant; a dropped
  /// slot as in ``BlameLedger/counts``; a late callback, a frame at the wrong time and callbacks
  /// that came together to what most of their lateness was spent on. Dates that fall into one
  /// refresh, frames that are uneven without a late callback, and whatever else comes of two rates,
  /// are the beat, ``BlameCause/phase``. Where each date counts from the callback before, what is
  /// lost is shared out by what the callbacks waited for, and took themselves.
  ///
  /// - Parameters:
  ///   - symptom: What went wrong; a time counts in nanoseconds.
  ///   - driver: The name of the driver.
  /// - Returns: The culprits, the worst first; `nil` without a driver of that name.
  /// - Complexity: O(n) for n firings, slots and changes of the thread's holder.
  public func culprits(of symptom: Symptom, driver: String) -> [BlameCount]? {
    guard let run = run(of: driver) else { return nil }
    guard let wrong = run.symptoms[symptom]?.wrong, wrong > 0 else { return [] }
    var sums = CulpritSums()
    switch symptom {
    case .missed: run.addMissed(to: &sums)
    case .dropped:
      return run.blame[.droppedSlot].counts.sorted { $0.count > $1.count }
    case .late where run.symptoms.draws: run.addSteps(to: &sums, { $0.isLate })
    case .late: run.addLate(to: &sums)
    case .doubled: run.addDoubled(to: &sums, draws: run.symptoms.draws)
    case .uneven: run.addSteps(to: &sums, { $0.isUneven })
    case .short, .behind:
      run.addShifts(to: &sums)
      sums.share(out: wrong)
    case .extra, .stale, .jumped: sums.add([], wrong)
    case .speed: sums.add(BlameSegment(cause: .own, time: 0), wrong)
    case .wasted: sums.add(BlameSegment(cause: .idle, time: 0), wrong)
    }
    return sums.counts(facts.thread)
  }
}

extension RunMeasurement {
  /// Finds who held up callbacks of a driver, of the drops that are put down to these since they
  /// were still running: those for which they would have been in time otherwise.
  ///
  /// Callbacks that take longer than frames are wanted for drop some on a free thread, too: as many
  /// as they do not find the time for. These are not among them.
  ///
  /// - Parameter driver: The name of the driver.
  /// - Returns: In how many drops it was so, and the culprits, the worst first.
  /// - Complexity: O(n) for n firings, slots and changes of the thread's holder, but for callbacks
  ///   that wait for one another.
  package func delays(ofOwnDrops driver: String) -> (drops: Int64, culprits: [BlameCount]) {
    guard let run = run(of: driver), run.slots.isDeclared else { return (0, []) }
    var (sums, attribution, own) = (CulpritSums(), SlotAttribution(run), Int64(0))
    for part in run.hitchParts {
      let pieces = attribution.cut(part.latchSpan, deadline: part.deadline)
      guard pieces.largestCause == .own else { continue }
      own += 1
      let cause = attribution.delay(beyond: part.deadline)
      if let cause, ![.own, .idle, .phase].contains(cause.cause) { sums.add(cause, 1) }
    }
    return (max(0, min(sums.count, own - run.dropsAlone)), sums.counts(facts.thread))
  }
}

extension DriverRun {
  /// How many slots must be dropped even if the thread does nothing but the callbacks.
  fileprivate var dropsAlone: Int64 {
    let ended = log.firings.filter { $0.ended < .max }
    let work = ended.reduce(Int128(0)) { $0 + Int128($1.ended - $1.began) }
    guard work > 0 else { return 0 }
    return Int64(slots.count) - Int64(Int128(slots.activeTime) * Int128(ended.count) / work)
  }
}

/// How often each culprit is to blame, in the order in which they were found.
private struct CulpritSums {
  private var sums: [(segment: BlameSegment, count: Int64)] = []

  /// How many were added.
  var count: Int64 { sums.reduce(0) { $0 + $1.count } }

  mutating func add(_ segment: BlameSegment, _ count: Int64) {
    guard count > 0 else { return }
    if let known = sums.firstIndex(where: {
      $0.segment.cause == segment.cause && $0.segment.owner == segment.owner
    }) {
      sums[known].count += count
    } else {
      sums.append((segment, count))
    }
  }

  /// Adds a moment by the pieces of time that it took.
  mutating func add(_ pieces: [BlameSegment], _ count: Int64 = 1) {
    guard let cause = pieces.largestCause else {
      return add(BlameSegment(cause: .phase, time: 0), count)
    }
    let own = pieces.filter { $0.cause == cause }
    add(own.max { $0.time < $1.time } ?? own[0], count)
  }

  /// Shares a number out by what was counted, so that the parts are whole and add up to it.
  mutating func share(out whole: Int64) {
    let all = sums.reduce(Int128(0)) { $0 + Int128($1.count) }
    guard all > 0 else { return add([], whole) }
    var (seen, given) = (Int128(0), Int64(0))
    for place in sums.indices {
      seen += Int128(sums[place].count)
      let end = Int64(Int128(whole) * seen / all)
      sums[place].count = end - given
      given = end
    }
  }

  /// The worst first; equals in the order in which they were found.
  func counts(_ thread: borrowing ThreadTime) -> [BlameCount] {
    sums.enumerated().filter { $0.element.count > 0 }
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map { _, sum in
        let blame = thread.blame(sum.segment)
        return BlameCount(cause: blame.cause, owner: blame.owner, count: sum.count)
      }
  }
}

extension DriverRun {
  /// Cuts each series of dates where another begins to hold the thread: there may be very many.
  fileprivate func addMissed(to sums: inout CulpritSums) {
    var cutter = BlameAttribution(self)
    // Where alarms go off late, a date passes while the thread sleeps for the one before.
    let asleep = facts.header.alarmDelay > 0 ? BlameCause.tolerance : .missed
    for series in log.runs where series.outcome.isMissed {
      cutter.begin()
      cutter.chargeThread(
        TimeSpan(begin: series.first, end: series.last + 1), otherwise: asleep)
      var begin = series.first
      for piece in cutter.pieces {
        let end = begin + piece.time
        let span = TimeSpan(
          begin: max(begin, log.window.span.begin), end: min(end, log.window.span.end))
        begin = end
        guard !span.isEmpty else { continue }
        sums.add(own(piece), Int64(series.count(in: span)))
      }
    }
  }

  /// The same piece; one in which a callback of the driver held the thread is its own.
  private func own(_ piece: BlameSegment) -> BlameSegment {
    guard piece.cause == .callouts, facts.thread.blame(piece).owner == log.name
    else { return piece }
    return BlameSegment(cause: .own, time: piece.time)
  }

  fileprivate func addLate(to sums: inout CulpritSums) {
    visitFirings { problem, number, _, pieces in
      guard problem == .lateFiring else { return }
      let firing = log.firings[number]
      let limit = log.isLink ? log.pace(at: firing.began, times).limit : log.latenessLimit
      if firing.lateness > limit { sums.add(pieces) }
    }
    // The others are late by the clock on the wall alone: nothing held the thread.
    let found = sums.count
    if Int64(dates.late) > found { sums.add([], Int64(dates.late) - found) }
    let overdue = log.overdue(times)
    guard overdue > 0, let open = log.runs.first(where: { $0.outcome == .open }) else { return }
    // What the first of these dates waits for, the others behind it wait for, too.
    var cutter = BlameAttribution(self)
    cutter.chargeWait(
      TimeSpan(begin: open.first, end: max(open.first, log.window.end)), due: open.first,
      otherwise: log.openCause)
    sums.add(cutter.pieces, Int64(overdue))
  }

  fileprivate func addDoubled(to sums: inout CulpritSums, draws: Bool) {
    let lateness = pieces(of: draws ? .doubleFire : .lateFiring)
    if draws {
      // Dates that fall into one refresh come together on a free thread, too.
      _ = FiringsPerRefresh(log, times) { refresh, number in
        sums.add(number <= dates(in: refresh) ? [] : lateness[refresh] ?? [])
      }
      return
    }
    for place in log.measured.dropFirst() {
      let firing = log.firings[place]
      let interval = log.isLink ? log.pace(at: firing.began, times).interval : log.interval
      if log.isClose(place, interval: interval) { sums.add(lateness[place - 1] ?? []) }
    }
  }

  /// How many of the dates that were answered fall into a refresh.
  private func dates(in refresh: Int) -> Int {
    let begin = log.firings.partitionIndex { $0.due >= times.vsyncs[refresh] }
    let end = log.firings.partitionIndex { $0.due >= times.vsyncs[refresh + 1] }
    return end - begin
  }

  /// Adds the steps from frame to frame by what the callbacks at both ends waited for.
  fileprivate func addSteps(
    to sums: inout CulpritSums, _ isWrong: (StepSums.Step) -> Bool
  ) {
    let lateness = pieces(of: .lateFiring)
    func waited(_ refresh: Int) -> [BlameSegment] {
      let update = Int(presentation.shown[refresh])
      return lateness[Int(log.updates[update].firing)] ?? []
    }
    for step in steps.found where isWrong(step) { sums.add(waited(step.start) + waited(step.end)) }
  }

  /// Adds what the callbacks waited for and took themselves, where the next date counts from them.
  fileprivate func addShifts(to sums: inout CulpritSums) {
    let lateness = pieces(of: .lateFiring)
    for place in log.measured {
      let next = place + 1 < log.firings.count ? place + 1 : nil
      let firing = log.firings[place]
      let shift = log.detail(of: place).shift
      let growth = next.map { log.detail(of: $0).shift - shift } ?? firing.lateness
      // Dates that are on the grid again have lost nothing.
      guard growth > 0 else { continue }
      let waited = lateness[place] ?? []
      for piece in waited { sums.add(piece, piece.time) }
      let own = growth - waited.reduce(0) { $0 + $1.time }
      if own > 0 { sums.add(BlameSegment(cause: .own, time: own), own) }
    }
  }

  /// The pieces of each problem with firings, by its number.
  private func pieces(of kind: Problem) -> [Int: [BlameSegment]] {
    var found: [Int: [BlameSegment]] = [:]
    visitFirings { problem, number, _, pieces in
      if problem == kind { found[number, default: []] += pieces }
    }
    return found
  }
}

extension DueOutcome {
  /// Whether the date passed without a callback.
  fileprivate var isMissed: Bool {
    switch self {
    case .blocked, .starved, .suppressed, .folded, .refused: true
    case .cancelled, .open: false
    }
  }
}
