import LabKernel

extension RunMeasurement {
  /// The name of the driver with the greatest share of something wrong; `nil` without a driver.
  ///
  /// Of equals it is the first, and so if nothing is wrong.
  public var worstDriver: String? {
    var worst: (name: String, share: Symptoms.Share)?
    for driver in drivers {
      guard let share = Symptoms(driver).worst else { continue }
      if worst.map({ $0.share < share }) ?? true { worst = (driver.name, share) }
    }
    return worst?.name ?? drivers.first?.name
  }

  /// Finds who is to blame for each time that something went wrong with a driver.
  ///
  ///     Σ counts = how often it went wrong
  ///
  /// A missed date is put down to what held the thread, or to the mode, at that instant; a dropped
  /// slot as in ``BlameLedger/counts``; a late callback and one that came together with others to
  /// what most of their lateness was spent on. Two callbacks that come together without a delay are
  /// the beat of two rates, ``BlameCause/phase``.
  ///
  /// - Parameters:
  ///   - symptom: What went wrong.
  ///   - driver: The name of the driver.
  /// - Returns: The culprits, the worst first; `nil` for a symptom without moments of its own: it
  ///   is about the whole run, or about what was drawn.
  /// - Complexity: O(n) for n firings, slots and changes of the thread's holder.
  public func culprits(of symptom: Symptom, driver: String) -> [BlameCount]? {
    guard let place = analyses.firstIndex(where: { $0.log.name == driver }) else { return nil }
    let (analysis, metrics) = (analyses[place], drivers[place])
    var sums = CulpritSums()
    switch symptom {
    case .missed: analysis.addMissed(to: &sums, thread)
    case .dropped:
      return metrics.blame[.droppedSlot].counts.sorted { $0.count > $1.count }
    case .late:
      guard !metrics.symptoms.draws else { return nil }
      analysis.addLate(to: &sums, thread)
    case .doubled: analysis.addDoubled(to: &sums, thread, draws: metrics.symptoms.draws)
    case .short, .behind, .extra, .speed, .stale, .jumped, .uneven, .wasted: return nil
    }
    return sums.counts(thread)
  }
}

/// How often each culprit is to blame, in the order in which they were found.
private struct CulpritSums {
  private var sums: [(segment: BlameSegment, count: Int)] = []

  mutating func add(_ segment: BlameSegment, _ count: Int) {
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
  mutating func add(_ pieces: [BlameSegment], _ count: Int = 1) {
    guard let cause = pieces.largestCause else {
      return add(BlameSegment(cause: .phase, time: 0), count)
    }
    let own = pieces.filter { $0.cause == cause }
    add(own.max { $0.time < $1.time } ?? own[0], count)
  }

  /// The worst first; equals in the order in which they were found.
  func counts(_ thread: borrowing ThreadTime) -> [BlameCount] {
    sums.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .map { _, sum in
        let blame = thread.blame(sum.segment)
        return BlameCount(cause: blame.cause, owner: blame.owner, count: sum.count)
      }
  }
}

extension DriverAnalysis {
  /// Cuts each series of dates where another begins to hold the thread: there may be very many.
  fileprivate func addMissed(to sums: inout CulpritSums, _ thread: ThreadTime) {
    var boundaries = ProblemBoundaries()
    let context = boundaries.load(log, display, times, thread)
    var cutter = BlameAttribution()
    cutter.skip(to: context)
    for series in log.runs where series.outcome.isMissed {
      cutter.begin()
      cutter.chargeThread(
        TimeSpan(begin: series.first, end: series.last + 1), otherwise: .missed, context)
      var begin = series.first
      for piece in cutter.pieces {
        let end = begin + piece.time
        let span = TimeSpan(
          begin: max(begin, log.window.span.begin), end: min(end, log.window.span.end))
        begin = end
        guard !span.isEmpty else { continue }
        sums.add(own(piece, thread), Int(series.count(in: span)))
      }
    }
  }

  /// The same piece; one in which a callback of the driver held the thread is its own.
  private func own(_ piece: BlameSegment, _ thread: ThreadTime) -> BlameSegment {
    guard piece.cause == .callouts, thread.blame(piece).owner == log.name else { return piece }
    return BlameSegment(cause: .own, time: piece.time)
  }

  fileprivate func addLate(to sums: inout CulpritSums, _ thread: ThreadTime) {
    visitProblems(thread) { problem, number, _, pieces in
      guard problem == .lateFiring else { return }
      let firing = log.firings[number]
      let limit = log.isLink ? log.pace(at: firing.began, times).limit : log.latenessLimit
      if firing.lateness > limit { sums.add(pieces) }
    }
    let overdue = log.overdue(times)
    guard overdue > 0, let open = log.runs.first(where: { $0.outcome == .open }) else { return }
    // What the first of these dates waits for, the others behind it wait for, too.
    var boundaries = ProblemBoundaries()
    let context = boundaries.load(log, display, times, thread)
    var cutter = BlameAttribution()
    cutter.skip(to: context)
    cutter.chargeWait(
      TimeSpan(begin: open.first, end: max(open.first, log.window.end)), due: open.first, context)
    sums.add(cutter.pieces, overdue)
  }

  fileprivate func addDoubled(to sums: inout CulpritSums, _ thread: ThreadTime, draws: Bool) {
    var lateness: [Int: [BlameSegment]] = [:]
    visitProblems(thread) { problem, number, _, pieces in
      if problem == (draws ? .doubleFire : .lateFiring) { lateness[number, default: []] += pieces }
    }
    if draws {
      var firings = FiringsPerRefresh()
      return firings.advance(log, times) { refresh, _ in sums.add(lateness[refresh] ?? []) }
    }
    for place in log.measured.dropFirst() {
      let (before, firing) = (log.firings[place - 1], log.firings[place])
      let interval = log.isLink ? log.pace(at: firing.began, times).interval : log.interval
      if firing.isClose(to: before, interval: interval) { sums.add(lateness[place - 1] ?? []) }
    }
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
