import LabKernel
import LabTrace

/// Puts dropped slots down to what the next frame of a driver waited for, in ascending order.
///
/// At every instant a frame is not due yet, or waits for its callback, or for its commit. The time
/// before a due instant has the cause that used up what was left to the latch, if its callback
/// would have been in time on a free thread; otherwise it is the phase. So it is, too, if the next
/// date of a timer comes too late for the next slot: on a free thread that one would be dropped.
struct SlotAttribution {
  private let run: DriverRun
  private let firings: [Firing]
  private var cutter: BlameAttribution
  /// Asks for the cause of a single nanosecond.
  private var probe: BlameAttribution
  /// The commit after the last update of each firing; −1 if it made none.
  private var commits: [Int32]
  /// How far apart the first and the last due instant of a series are at most.
  private let longestSeries: Int64
  private var firing = 0
  /// Where the last search for due instants without a callback ended.
  private var series = 0
  /// How long the slot is that is cut.
  private var length: Int64 = 0

  init(_ run: DriverRun) {
    (self.run, firings) = (run, run.log.firings)
    cutter = BlameAttribution(run)
    probe = cutter
    longestSeries = run.log.runs.reduce(0) { max($0, $1.last - $1.first) }
    commits = Array(repeating: -1, count: firings.count)
    for update in run.log.updates { commits[Int(update.firing)] = update.commit }
  }

  /// Cuts a slot where the cause changes.
  ///
  /// - Parameters:
  ///   - slot: The time between its latches, or by how much a frame came too late.
  ///   - deadline: The instant by which a frame had to be committed.
  /// - Returns: The pieces, which together are the time of the slot.
  mutating func cut(_ slot: TimeSpan, deadline: Int64) -> [BlameSegment] {
    cutter.begin()
    length = slot.length
    // Of those before nothing is waited for any more.
    while firing < commits.count, isDone(firing, by: slot.begin) { firing += 1 }
    var rest = slot
    var index = firing
    while index < firings.endIndex, !rest.isEmpty {
      let next = firings[index]
      chargeGap(rest.cut(at: next.due), before: index, deadline)
      guard !rest.isEmpty else { break }
      cutter.chargeWait(rest.cut(at: next.began), forFiring: index, of: run)
      guard !rest.isEmpty else { break }
      cutter.charge(rest.cut(at: next.ended), .own)
      guard !rest.isEmpty else { break }
      let wait = wait(of: index)
      cutter.chargeHolders(rest.cut(at: wait.committed), otherwise: .commit)
      cutter.charge(rest.cut(at: wait.queueEnd), .queue)
      cutter.charge(rest.cut(at: wait.renderEnd), .render)
      cutter.charge(rest.cut(at: wait.panelEnd), .panel)
      index += 1
    }
    chargeGap(rest, before: firings.endIndex, deadline)
    return cutter.pieces
  }

  /// The way of a firing's last update to the display.
  private func wait(of index: Int) -> PipelineWait {
    guard commits[index] >= 0 else { return PipelineWait() }
    return run.facts.schedule.wait(of: commits[index], run.times)
  }

  /// Whether nothing of a firing had to be waited for any more.
  private func isDone(_ index: Int, by instant: Int64) -> Bool {
    firings[index].ended <= instant && wait(of: index).end <= instant
  }
}

extension SlotAttribution {
  /// What is waited for between two firings.
  private enum Gap {
    case plain(BlameCause)
    case lost
    case open(due: Int64, otherwise: BlameCause)

    /// Whether nothing is waited for that is due.
    var isPlain: Bool { if case .plain = self { true } else { false } }

    init(_ outcome: DueOutcome, due: Int64, _ log: borrowing DriverLog) {
      switch outcome {
      case .cancelled: self = .plain(.idle)
      case .open: self = .open(due: due, otherwise: log.openCause)
      case .blocked, .starved, .suppressed, .folded, .refused: self = .lost
      }
    }

    func charge(_ span: TimeSpan, to cutter: inout BlameAttribution) {
      switch self {
      case .plain(let cause): cutter.charge(span, cause)
      case .lost: cutter.chargeThread(span, otherwise: .missed)
      case .open(let due, let cause): cutter.chargeWait(span, due: due, otherwise: cause)
      }
    }
  }

  /// Charges the time before a firing was due.
  ///
  /// Due instants that the firing before could no longer answer change what is waited for.
  private mutating func chargeGap(
    _ gap: TimeSpan, before index: Int, _ deadline: Int64
  ) {
    guard !gap.isEmpty else { return }
    var rest = gap
    let answered = index > 0 ? firings[index - 1].began : 0
    var state = Gap.plain(plainCause(before: index))
    // Of those that passed before the gap, the last decides what is waited for.
    let earliest = max(answered, gap.begin) - longestSeries
    series = max(0, run.log.runs.partitionIndex(near: series) { $0.first >= earliest } - 1)
    for dates in run.log.runs[series...].prefix(while: { $0.first <= gap.end }) {
      guard let date = dates.first(from: answered), date <= gap.end else { continue }
      let lost = Gap(dates.outcome, due: date, run.log)
      let before = rest.cut(at: date)
      if !state.isPlain || !charge(before, lost, due: date, before: index, deadline) {
        state.charge(before, to: &cutter)
      }
      state = lost
      // Up to the last of these dates, the next one to come is no better.
      state.charge(rest.cut(at: dates.last), to: &cutter)
    }
    guard !rest.isEmpty else { return }
    if index < firings.endIndex,
      let cause = decisiveCause(ofFiring: index, deadline)
    {
      cutter.append(cause, for: rest.length)
    } else {
      state.charge(rest, to: &cutter)
    }
  }

  /// Why nothing is waited for that is due: the last callback changed nothing, or its update was
  /// refused; otherwise it is the phase.
  private func plainCause(before index: Int) -> BlameCause {
    if index == firings.endIndex, run.log.hasEnded { return .idle }
    guard index > 0, commits[index - 1] >= 0 else { return .idle }
    return run.facts.schedule.isRefused(commits[index - 1]) ? .refused : .phase
  }

  /// Charges the time before a due instant that got no callback, and returns whether a callback as
  /// long as the one before it would have been in time.
  private mutating func charge(
    _ span: TimeSpan, _ lost: Gap, due: Int64, before index: Int, _ deadline: Int64
  ) -> Bool {
    guard !span.isEmpty else { return true }
    var cost: Int64 = 0
    if index > 0 {
      let last = firings[index - 1]
      cost = min(last.ended, run.log.window.end) - last.began
    }
    let latest = deadline - cost
    guard due <= latest else { return false }
    let instant = TimeSpan(begin: latest, end: latest + 1)
    probe.begin()
    lost.charge(instant, to: &probe)
    guard let cause = probe.pieces.first else { return false }
    cutter.append(cause, for: span.length)
    return true
  }

  /// What used up the time that a callback had until the deadline; `nil` if even on a free thread
  /// it would not have been in time.
  private mutating func decisiveCause(
    ofFiring index: Int, _ deadline: Int64
  ) -> BlameSegment? {
    let firing = firings[index]
    let ended = min(firing.ended, run.log.window.end)
    let latest = deadline - (ended - firing.began)
    guard firing.due <= latest else { return nil }
    guard firing.began <= latest else {
      return isTooEarly(index, for: latest)
        ? BlameSegment(cause: .phase, time: 1) : wait(at: latest, forFiring: index)
    }
    probe.begin()
    let wait = wait(of: index)
    let instant = TimeSpan(begin: deadline, end: deadline + 1)
    if commits[index] < 0 {
      probe.charge(instant, firing.ended == .max ? .own : .idle)
    } else if wait.committed > deadline {
      probe.chargeHolders(instant, otherwise: .commit)
    } else if run.facts.schedule.isRefused(commits[index]) {
      probe.charge(instant, .refused)
    } else if wait.queueEnd > deadline {
      probe.charge(instant, .queue)
    } else if wait.end > deadline {
      probe.charge(instant, wait.renderEnd > deadline ? .render : .panel)
    }
    return probe.pieces.first
  }
}

extension SlotAttribution {
  /// Who held up the last callback before the end of the slot that was cut last, or its frame, if
  /// it would have been in time otherwise; `nil` if it would not.
  ///
  /// On a thread that does nothing else each callback begins at its date, or as the one before it
  /// ends: what ends too late then is too long itself.
  mutating func delay(beyond deadline: Int64) -> BlameSegment? {
    var (index, latest) = (firings.partitionIndex { $0.began > deadline } - 1, deadline)
    guard index >= 0 else { return nil }
    guard firings[index].ended > deadline else { return decisiveCause(ofFiring: index, deadline) }
    latest -= firings[index].ended - firings[index].began
    guard !isTooEarly(index, for: latest) else { return nil }
    while true {
      guard min(firings[index].due, firings[index].began) <= latest else { return nil }
      guard index > 0, firings[index - 1].ended > latest else {
        return wait(at: latest, forFiring: index)
      }
      index -= 1
      latest -= firings[index].ended - firings[index].began
    }
  }

  /// Whether the next date of a timer comes too late for the next slot, if a callback had to begin
  /// by an instant: on a free thread that one would be dropped.
  private func isTooEarly(_ index: Int, for latest: Int64) -> Bool {
    let interval = run.log.isLink ? 0 : run.log.interval
    return !run.times.isAdaptive && firings[index].due + interval > latest + length
  }

  /// Why a callback had not begun at an instant.
  private mutating func wait(at instant: Int64, forFiring index: Int) -> BlameSegment? {
    probe.begin()
    probe.chargeWait(
      TimeSpan(begin: instant, end: instant + 1), forFiring: index, of: run)
    return probe.pieces.first
  }
}

extension DueSeries {
  /// The earliest due instant from a date on; `nil` if there is none.
  fileprivate func first(from date: Int64) -> Int64? {
    let instant = first + step * gridDates(from: first, before: date, step: step)
    return instant <= last && instant >= date ? instant : nil
  }
}

extension [BlameSegment] {
  /// The cause with most of the time, the earlier one of two with the same; `nil` without any.
  var largestCause: BlameCause? {
    guard let first else { return nil }
    guard contains(where: { $0.cause != first.cause }) else { return first.cause }
    var (largest, most) = (first.cause, Int64(-1))
    // There are seldom more than three causes, which are added up sooner than a table is made.
    for segment in self {
      let time = reduce(0) { $0 + ($1.cause == segment.cause ? $1.time : 0) }
      if time > most || (time == most && segment.cause.position < largest.position) {
        (largest, most) = (segment.cause, time)
      }
    }
    return largest
  }
}
