import LabKernel
import LabTrace

/// Cuts stretches of a driver's waiting so that every nanosecond has one cause.
///
/// The driver's own callbacks come first, then modes without the driver, then the holder of the
/// thread; what is left has the cause that the caller names, because the thread was free.
///
/// - Complexity: O(pieces) for each stretch, and O(n) for the n segments of the thread's time that
///   lie between stretches, if these come in the order of time.
struct BlameAttribution {
  /// The stretch cut so far; neighbours with the same culprit are one piece.
  private(set) var pieces: [BlameSegment] = []

  /// Where the last searches ended; the next stretch is seldom far from the one before.
  private(set) var segment = 0
  private var mode = 0

  /// Forgets the pieces, and keeps their memory.
  mutating func begin() { pieces.removeAll(keepingCapacity: true) }

  /// Charges a span to a cause without an owner.
  mutating func charge(_ span: TimeSpan, _ cause: BlameCause) {
    append(BlameSegment(cause: cause, time: span.length))
  }

  /// Charges the wait for a firing, or for a part of it.
  ///
  /// - Parameters:
  ///   - span: The wait, no longer than from the due instant to the beginning of the callback.
  ///   - index: The index of the firing.
  ///   - context: What has happened by now.
  mutating func chargeWait(
    _ span: TimeSpan, forFiring index: Int, _ context: BlameContext
  ) {
    guard !span.isEmpty else { return }
    let due = context.firings[index].due
    var rest = span
    let late = context.setLate(firing: index)
    charge(rest.cut(at: late?.at ?? due), .setLate)
    let cause = late?.isUnheard == true ? BlameCause.setLate : .unexplained
    chargeWait(rest, due: due, otherwise: cause, context)
  }

  /// Charges the wait for a callback that was due at an instant and could be answered ever since;
  /// the time in which nothing kept it from beginning goes to a cause of its own.
  mutating func chargeWait(
    _ span: TimeSpan, due: Int64, otherwise cause: BlameCause, _ context: BlameContext
  ) {
    var rest = span
    var next = context.ownSpans.partitionIndex { $0.end > span.begin }
    while next < context.ownSpans.endIndex, context.ownSpans[next].begin < span.end {
      let own = context.ownSpans[next]
      chargeOthers(rest.cut(at: own.begin), due: due, otherwise: cause, context)
      charge(rest.cut(at: own.end), .own)
      next += 1
    }
    chargeOthers(rest, due: due, otherwise: cause, context)
  }

  /// Charges a part of the wait in which no callback of the driver was under way.
  private mutating func chargeOthers(
    _ span: TimeSpan, due: Int64, otherwise cause: BlameCause, _ context: BlameContext
  ) {
    guard !span.isEmpty else { return }
    var rest = span
    chargeThread(rest.cut(at: due + context.tolerance), otherwise: .tolerance, context)
    chargeThread(rest, otherwise: cause, context)
  }

  /// Charges a span to modes without the driver, then to the holder of the thread.
  mutating func chargeThread(
    _ span: TimeSpan, otherwise cause: BlameCause, _ context: BlameContext
  ) {
    guard !span.isEmpty else { return }
    var rest = span
    var next = context.starvedSpans.partitionIndex { $0.end > span.begin }
    while next < context.starvedSpans.endIndex, context.starvedSpans[next].begin < span.end {
      let starved = context.starvedSpans[next]
      next += 1
      chargeHolders(rest.cut(at: starved.begin), otherwise: cause, context)
      chargeModes(rest.cut(at: starved.end), otherwise: nil, context)
    }
    chargeHolders(rest, otherwise: cause, context)
  }

  /// Charges a span to the holder of the thread, whatever the mode.
  mutating func chargeHolders(
    _ span: TimeSpan, otherwise cause: BlameCause, _ context: BlameContext
  ) {
    guard !span.isEmpty else { return }
    let end = context.thread.segments.count
    while segment > 0, context.thread.segments[segment - 1].end > span.begin { segment -= 1 }
    while segment < end, context.thread.segments[segment].end <= span.begin { segment += 1 }
    var rest = span
    while segment < end {
      let held = context.thread.segments[segment]
      guard held.begin < span.end else { break }
      if rest.begin < held.begin {
        chargeModes(rest.cut(at: held.begin), otherwise: cause, context)
      }
      append(context.thread.holder(of: held, for: rest.cut(at: held.end).length))
      segment += 1
    }
    if !rest.isEmpty { chargeModes(rest, otherwise: cause, context) }
  }

  /// Charges a span to a cause, as far as a run of the loop was under way, or, without one, to the
  /// modes in which the driver starved.
  private mutating func chargeModes(
    _ span: TimeSpan, otherwise cause: BlameCause?, _ context: BlameContext
  ) {
    let end = context.thread.modeChanges.count
    while mode > 0, context.thread.modeChanges[mode].time > span.begin { mode -= 1 }
    var rest = span
    while !rest.isEmpty {
      while mode + 1 < end, context.thread.modeChanges[mode + 1].time <= rest.begin { mode += 1 }
      let current = context.thread.modeChanges[mode].mode
      let part = rest.cut(at: mode + 1 < end ? context.thread.modeChanges[mode + 1].time : .max)
      if let cause {
        charge(part, current == 255 ? .outside : cause)
      } else {
        append(BlameSegment(cause: .starved, owner: Int32(current), time: part.length))
      }
    }
  }

  /// Charges so many nanoseconds to the cause and owner of another piece.
  mutating func append(_ piece: BlameSegment, for time: Int64) {
    append(
      BlameSegment(cause: piece.cause, owner: piece.owner, serial: piece.serial, time: time))
  }

  private mutating func append(_ piece: BlameSegment) {
    guard piece.time > 0 else { return }
    let last = pieces.count - 1
    if last >= 0, pieces[last].hasSameCulprit(as: piece) {
      pieces[last].time += piece.time
    } else {
      pieces.append(piece)
    }
  }
}

/// What is needed of a driver's log and of the thread's time to put waiting down to causes.
///
/// Several share it, who would each hold all of it otherwise.
final class BlameContext: Sendable {
  let firings: [Firing]
  let setLate: [DriverLog.SetLate]
  /// When callbacks of the driver itself were under way; empty if none of them waited for another.
  let ownSpans: [TimeSpan]
  let starvedSpans: [TimeSpan]
  let tolerance: Int64
  /// How far apart the dates of a timer are; 0 for a link.
  let interval: Int64
  let thread: ThreadTime
  /// The due instants without a callout of their own.
  let runs: [DueSeries]
  let longestRun: Int64
  let hasEnded: Bool
  /// What it is attributed to that a free thread does not answer the last date of a timer.
  let openCause: BlameCause
  /// The end of the run.
  let end: Int64
  let schedule: PresentationSchedule
  let times: RefreshTimes

  init(_ run: DriverRun) {
    firings = run.log.firings
    setLate = run.log.setLate
    ownSpans = run.log.ownSpans
    starvedSpans = run.log.starvedSpans
    tolerance = run.log.tolerance.addingSaturating(run.facts.header.alarmDelay)
    interval = run.log.isLink ? 0 : run.log.interval
    thread = run.facts.thread
    runs = run.log.runs
    longestRun = run.log.longestRun
    hasEnded = run.log.hasEnded
    openCause = run.log.timer.isSetInCallout ? .setLate : .unexplained
    end = run.log.window.end
    schedule = run.facts.schedule
    times = run.times
  }

  /// How a firing was set late, if it was.
  func setLate(firing index: Int) -> DriverLog.SetLate? {
    guard !setLate.isEmpty else { return nil }
    let next = setLate.partitionIndex { $0.firing >= index }
    return next < setLate.endIndex && setLate[next].firing == index ? setLate[next] : nil
  }
}
