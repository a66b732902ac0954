import LabKernel
import LabTrace

/// Puts dropped slots down to what the next frame of a driver waited for, in ascending order.
///
/// At every instant a frame is not due yet, or waits for its callback, or for its commit. The time
/// before a due instant has the cause that used up what was left to the latch, if its callback
/// would have been in time on a free thread; otherwise it is the phase. So it is, too, if the next
/// date of a timer comes too late for the next slot: on a free thread that one would be dropped.
struct SlotAttribution {
  private var cutter = BlameAttribution()
  /// Asks for the cause of a single nanosecond.
  private var probe = BlameAttribution()
  /// The commit after the last update of each firing; −1 if it made none.
  private var commits: [Int32]
  private var firing = 0
  /// Where the last search for due instants without a callback ended.
  private var run = 0
  /// How long the slot is that is cut.
  private var length: Int64 = 0

  init(_ log: borrowing DriverLog) {
    commits = Array(repeating: -1, count: log.firings.count)
    for update in log.updates { commits[Int(update.firing)] = update.commit }
  }

  /// Goes on to the first firing of which something may still be waited for after an instant.
  private mutating func skipFirings(doneBy instant: Int64, _ context: BlameContext) {
    while firing < commits.count, isDone(firing, by: instant, context) { firing += 1 }
  }

  /// Cuts a slot where the cause changes.
  ///
  /// - Parameters:
  ///   - slot: The time between its latches, or by how much a frame came too late.
  ///   - deadline: The instant by which a frame had to be committed.
  ///   - context: What has happened by now.
  /// - Returns: The pieces, which together are the time of the slot.
  mutating func cut(
    _ slot: TimeSpan, deadline: Int64, _ context: BlameContext
  ) -> [BlameSegment] {
    cutter.begin()
    length = slot.length
    skipFirings(doneBy: slot.begin, context)
    var rest = slot
    var index = firing
    while index < context.firings.endIndex, !rest.isEmpty {
      let next = context.firings[index]
      chargeGap(rest.cut(at: next.due), before: index, deadline, context)
      guard !rest.isEmpty else { break }
      cutter.chargeWait(rest.cut(at: next.began), forFiring: index, context)
      guard !rest.isEmpty else { break }
      cutter.charge(rest.cut(at: next.ended), .own)
      guard !rest.isEmpty else { break }
      let wait = wait(of: index, context)
      cutter.chargeHolders(rest.cut(at: wait.committed), otherwise: .commit, context)
      cutter.charge(rest.cut(at: wait.queueEnd), .queue)
      cutter.charge(rest.cut(at: wait.renderEnd), .render)
      cutter.charge(rest.cut(at: wait.panelEnd), .panel)
      index += 1
    }
    chargeGap(rest, before: context.firings.endIndex, deadline, context)
    return cutter.pieces
  }

  /// The way of a firing's last update to the display.
  private func wait(of index: Int, _ context: BlameContext) -> PipelineWait {
    guard commits[index] >= 0 else { return PipelineWait() }
    return context.schedule.wait(of: commits[index], context.times)
  }

  /// Whether nothing of a firing had to be waited for any more.
  private func isDone(_ index: Int, by instant: Int64, _ context: BlameContext) -> Bool {
    context.firings[index].ended <= instant && wait(of: index, context).end <= instant
  }
}

extension SlotAttribution {
  /// What is waited for between two firings.
  private enum Gap {
    case plain(BlameCause)
    case lost
    case open(due: Int64)

    /// Whether nothing is waited for that is due.
    var isPlain: Bool { if case .plain = self { true } else { false } }

    init(_ outcome: DueOutcome, due: Int64) {
      switch outcome {
      case .cancelled: self = .plain(.idle)
      case .open: self = .open(due: due)
      case .blocked, .starved, .suppressed, .folded, .refused: self = .lost
      }
    }
  }

  /// Charges the time before a firing was due.
  ///
  /// Due instants that the firing before could no longer answer change what is waited for.
  private mutating func chargeGap(
    _ gap: TimeSpan, before index: Int, _ deadline: Int64, _ context: BlameContext
  ) {
    guard !gap.isEmpty else { return }
    var rest = gap
    let answered = index > 0 ? context.firings[index - 1].began : 0
    var state = Gap.plain(plainCause(before: index, context))
    // Of those that passed before the gap, the last decides what is waited for.
    let earliest = max(answered, gap.begin) - context.longestRun
    run = max(0, context.runs.partitionIndex(near: run) { $0.first >= earliest } - 1)
    var next = run
    while next < context.runs.endIndex, context.runs[next].first <= gap.end {
      let run = context.runs[next]
      next += 1
      guard let date = run.first(from: answered), date <= gap.end else { continue }
      let lost = Gap(run.outcome, due: date)
      let before = rest.cut(at: date)
      if !state.isPlain || !charge(before, lost, due: date, before: index, deadline, context) {
        charge(before, state, context)
      }
      state = lost
      // Up to the last of these dates, the next one to come is no better.
      charge(rest.cut(at: run.last), state, context)
    }
    guard !rest.isEmpty else { return }
    if index < context.firings.endIndex,
      let cause = decisiveCause(ofFiring: index, deadline, context)
    {
      cutter.append(cause, for: rest.length)
    } else {
      charge(rest, state, context)
    }
  }

  /// Why nothing is waited for that is due: the last callback changed nothing, or its update was
  /// refused; otherwise it is the phase.
  private func plainCause(before index: Int, _ context: BlameContext) -> BlameCause {
    if index == context.firings.endIndex, context.hasEnded { return .idle }
    guard index > 0, commits[index - 1] >= 0 else { return .idle }
    return context.schedule.isRefused(commits[index - 1]) ? .refused : .phase
  }

  private mutating func charge(_ span: TimeSpan, _ state: Gap, _ context: BlameContext) {
    switch state {
    case .plain(let cause): cutter.charge(span, cause)
    case .lost: cutter.chargeThread(span, otherwise: .missed, context)
    case .open(let due): cutter.chargeWait(span, due: due, otherwise: context.openCause, context)
    }
  }

  /// Charges the time before a due instant that got no callback, and returns whether a callback as
  /// long as the one before it would have been in time.
  private mutating func charge(
    _ span: TimeSpan, _ lost: Gap, due: Int64, before index: Int, _ deadline: Int64,
    _ context: BlameContext
  ) -> Bool {
    guard !span.isEmpty else { return true }
    var cost: Int64 = 0
    if index > 0 {
      let last = context.firings[index - 1]
      cost = min(last.ended, context.end) - last.began
    }
    let latest = deadline - cost
    guard due <= latest else { return false }
    let instant = TimeSpan(begin: latest, end: latest + 1)
    probe.begin()
    switch lost {
    case .plain(let cause): probe.charge(instant, cause)
    case .lost: probe.chargeThread(instant, otherwise: .missed, context)
    case .open(let due): probe.chargeWait(instant, due: due, otherwise: context.openCause, context)
    }
    guard let cause = probe.pieces.first else { return false }
    cutter.append(cause, for: span.length)
    return true
  }

  /// What used up the time that a callback had until the deadline; `nil` if even on a free thread
  /// it would not have been in time.
  private mutating func decisiveCause(
    ofFiring index: Int, _ deadline: Int64, _ context: BlameContext
  ) -> BlameSegment? {
    let firing = context.firings[index]
    let ended = min(firing.ended, context.end)
    let latest = deadline - (ended - firing.began)
    guard firing.due <= latest else { return nil }
    probe.begin()
    guard firing.began <= latest else {
      let instant = TimeSpan(begin: latest, end: latest + 1)
      if !context.times.isAdaptive, firing.due + context.interval > latest + length {
        probe.charge(instant, .phase)
      } else {
        probe.chargeWait(instant, forFiring: index, context)
      }
      return probe.pieces.first
    }
    let wait = wait(of: index, context)
    let instant = TimeSpan(begin: deadline, end: deadline + 1)
    if commits[index] < 0 {
      probe.charge(instant, firing.ended == .max ? .own : .idle)
    } else if wait.committed > deadline {
      probe.chargeHolders(instant, otherwise: .commit, context)
    } else if context.schedule.isRefused(commits[index]) {
      probe.charge(instant, .refused)
    } else if wait.queueEnd > deadline {
      probe.charge(instant, .queue)
    } else if wait.end > deadline {
      probe.charge(instant, wait.renderEnd > deadline ? .render : .panel)
    }
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
    var seen: UInt32 = 0
    for segment in self where seen & segment.cause.bit == 0 {
      seen |= segment.cause.bit
      // There are seldom more than three causes, which are added up sooner than a table is made.
      let time = reduce(0) { $0 + ($1.cause == segment.cause ? $1.time : 0) }
      if time > most || (time == most && segment.cause.position < largest.position) {
        (largest, most) = (segment.cause, time)
      }
    }
    return largest
  }
}
