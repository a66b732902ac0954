import LabKernel
import LabTrace

/// Cuts stretches of waiting so that every nanosecond has one cause.
///
/// The driver's own callbacks come first, then modes without the driver, then the holder of the
/// thread; what is left has the cause that the caller names, because the thread was free. Tasks
/// wait as drivers do, and have no callbacks of their own.
///
/// - Complexity: O(pieces) for each stretch, and O(n) for the n segments of the thread's time that
///   lie between stretches, if these come in the order of time.
struct BlameAttribution {
  /// The stretch cut so far; neighbours with the same culprit are one piece.
  private(set) var pieces: [BlameSegment] = []

  /// When callbacks of the driver itself were under way; empty if none of them waited for another.
  private let ownSpans: [TimeSpan]
  private let starvedSpans: [TimeSpan]
  private let tolerance: Int64
  private let thread: ThreadTime
  /// Whether a mode that serves a load may sleep over the date of its timer.
  private let isSleptOver: (UInt8, Int64) -> Bool

  /// Where the last searches ended; the next stretch is seldom far from the one before.
  private var segment = 0
  private var mode = 0

  /// Cuts the waiting of a driver.
  init(_ run: DriverRun) {
    ownSpans = run.log.ownSpans
    starvedSpans = run.log.starvedSpans
    tolerance = run.log.tolerance.addingSaturating(run.facts.header.alarmDelay)
    thread = run.facts.thread
    isSleptOver = { _, _ in false }
  }

  /// Cuts the waiting of the tasks of a load.
  init(_ load: LoadLog, _ thread: ThreadTime) {
    let changes = thread.modeChanges
    let isServed = thread.modes.map { load.outline.modes?.contains($0) ?? true }
    starvedSpans = changes.indices.filter { place in
      changes[place].mode != 255 && !isServed[Int(changes[place].mode)]
    }.map { place in
      let end = place + 1 < changes.count ? changes[place + 1].time : .max
      return TimeSpan(begin: changes[place].time, end: end)
    }
    (ownSpans, tolerance, self.thread) = ([], 0, thread)
    isSleptOver = load.isSleptOver
  }

  /// Forgets the pieces, and keeps their memory.
  mutating func begin() { pieces.removeAll(keepingCapacity: true) }

  /// Charges a span to a cause without an owner.
  mutating func charge(_ span: TimeSpan, _ cause: BlameCause) {
    append(BlameSegment(cause: cause, time: span.length))
  }

  /// Charges the wait for a firing, or for a part of it, no longer than from the due instant to the
  /// beginning of the callback.
  mutating func chargeWait(_ span: TimeSpan, forFiring index: Int, of run: DriverRun) {
    guard !span.isEmpty else { return }
    let due = run.log.firings[index].due
    var rest = span
    let late = run.log.knownDetail(of: index)?.setLate
    charge(rest.cut(at: late?.at ?? due), .setLate)
    let cause = late?.isUnheard == true ? BlameCause.setLate : .unexplained
    chargeWait(rest, due: due, otherwise: cause)
  }

  /// Charges the wait for a callback that was due at an instant and could be answered ever since;
  /// the time in which nothing kept it from beginning goes to a cause of its own.
  mutating func chargeWait(_ span: TimeSpan, due: Int64, otherwise cause: BlameCause) {
    var rest = span
    var next = ownSpans.partitionIndex { $0.end > span.begin }
    while next < ownSpans.endIndex, ownSpans[next].begin < span.end {
      let own = ownSpans[next]
      chargeOthers(rest.cut(at: own.begin), due: due, otherwise: cause)
      charge(rest.cut(at: own.end), .own)
      next += 1
    }
    chargeOthers(rest, due: due, otherwise: cause)
  }

  /// Charges a part of the wait in which no callback of the driver was under way.
  private mutating func chargeOthers(_ span: TimeSpan, due: Int64, otherwise cause: BlameCause) {
    guard !span.isEmpty else { return }
    var rest = span
    chargeThread(rest.cut(at: due + tolerance), otherwise: .tolerance)
    chargeThread(rest, otherwise: cause)
  }

  /// Charges a span to modes without the driver, then to the holder of the thread.
  mutating func chargeThread(_ span: TimeSpan, otherwise cause: BlameCause) {
    guard !span.isEmpty else { return }
    var rest = span
    var next = starvedSpans.partitionIndex { $0.end > span.begin }
    while next < starvedSpans.endIndex, starvedSpans[next].begin < span.end {
      let starved = starvedSpans[next]
      next += 1
      chargeHolders(rest.cut(at: starved.begin), otherwise: cause)
      chargeModes(rest.cut(at: starved.end), otherwise: nil)
    }
    chargeHolders(rest, otherwise: cause)
  }

  /// Charges a span to the holder of the thread, whatever the mode.
  mutating func chargeHolders(_ span: TimeSpan, otherwise cause: BlameCause) {
    guard !span.isEmpty else { return }
    let end = thread.segments.count
    segment = thread.segments.partitionIndex(near: segment) { $0.end > span.begin }
    var rest = span
    while segment < end {
      let held = thread.segments[segment]
      guard held.begin < span.end else { break }
      if rest.begin < held.begin { chargeModes(rest.cut(at: held.begin), otherwise: cause) }
      append(thread.holder(of: held, for: rest.cut(at: held.end).length))
      segment += 1
    }
    if !rest.isEmpty { chargeModes(rest, otherwise: cause) }
  }

  /// Charges a span to a cause, as far as a run of the loop was under way, or, without one, to the
  /// modes in which the driver starved.
  private mutating func chargeModes(_ span: TimeSpan, otherwise cause: BlameCause?) {
    let end = thread.modeChanges.count
    while mode > 0, thread.modeChanges[mode].time > span.begin { mode -= 1 }
    var rest = span
    while !rest.isEmpty {
      while mode + 1 < end, thread.modeChanges[mode + 1].time <= rest.begin { mode += 1 }
      let current = thread.modeChanges[mode].mode
      let begin = rest.begin
      let part = rest.cut(at: mode + 1 < end ? thread.modeChanges[mode + 1].time : .max)
      if let cause, current == 255 || !isSleptOver(current, begin) {
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
