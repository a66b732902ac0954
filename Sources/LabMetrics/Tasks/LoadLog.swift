import LabKernel
import LabTrace

/// The tasks of one load, each with the instants of its way.
struct LoadLog: Sendable {
  let outline: Trace.Header.Load
  /// Every task, in the order of arrivals; one in pieces is one.
  private(set) var rows: [TaskRow] = []
  /// The tasks that wait, or what is left of them, by their serial numbers: the places of their
  /// rows.
  private var waiting: [Int64: Int] = [:]
  /// The tasks under way, innermost last.
  private var running: [(serial: Int64, row: Int, since: Int64)] = []
  /// The task whose piece has ended last, and when that piece began.
  private var last: (row: Int, since: Int64)?
  /// When a timer of its own fired, and in which mode.
  private var firings: [(time: Int64, mode: UInt8)] = []

  init(_ outline: Trace.Header.Load) { self.outline = outline }

  /// Takes a task that arrives, or what is left of the one whose piece has ended right before.
  mutating func arrived(_ serial: Int64, at now: Int64, behindEnd: Bool) {
    guard behindEnd, outline.hasPieces, let last, last.since < now,
      rows[last.row].ended?.nanoseconds == now
    else {
      waiting[serial] = newTask(at: now)
      return
    }
    rows[last.row].ended = nil
    waiting[serial] = last.row
  }

  private mutating func newTask(at now: Int64) -> Int {
    rows.append(TaskRow(arrival: Instant(nanoseconds: now)))
    return rows.count - 1
  }

  mutating func began(_ serial: Int64, arrival: Int64, at now: Int64) {
    let row = waiting.removeValue(forKey: serial) ?? newTask(at: arrival)
    if rows[row].began == nil { rows[row].began = Instant(nanoseconds: now) }
    running.append((serial, row, now))
  }

  mutating func ended(_ serial: Int64, at now: Int64) {
    last = nil
    guard let task = running.popLast(), task.serial == serial else { return }
    rows[task.row].ended = Instant(nanoseconds: now)
    last = (task.row, task.since)
  }

  mutating func timerFired(in mode: UInt8, at now: Int64) { firings.append((now, mode)) }

  /// Whether a mode that serves the load may sleep over the date of its timer.
  ///
  /// A timer that is set while it fires is set again in the mode in which it fires, in no other.
  func isSleptOver(in mode: UInt8, at instant: Int64) -> Bool {
    let next = firings.partitionIndex { $0.time > instant }
    return next > 0 && firings[next - 1].mode != mode
  }

  /// Lets each task be shown by the first of some frames that began when it had ended.
  mutating func show(_ frames: [SeenFrames.Frame]) {
    guard outline.driver != nil else { return }
    let ended = rows.indices.filter { rows[$0].ended != nil }
      .sorted { (rows[$0].ended ?? .start, $0) < (rows[$1].ended ?? .start, $1) }
    var next = 0
    for frame in frames {
      while next < ended.count, let end = rows[ended[next]].ended, end <= frame.began {
        rows[ended[next]].photon = frame.photon
        next += 1
      }
    }
  }

  /// What the waits are put down to, and the identity that they break, if they do.
  func waits(_ thread: ThreadTime) -> (causes: BlameTotals, violation: ConservationViolation?) {
    var (cutter, causes) = (BlameAttribution(self, thread), BlameTotals())
    var violation: ConservationViolation?
    for row in rows {
      guard let began = row.began else { continue }
      cutter.begin()
      let wait = TimeSpan(begin: row.arrival.nanoseconds, end: began.nanoseconds)
      cutter.chargeThread(wait, otherwise: .unexplained)
      causes.add(cutter.pieces)
      let sum = cutter.pieces.reduce(0) { $0 + $1.time }
      if sum != wait.length, violation == nil {
        violation = ConservationViolation(
          .blame, of: outline.name, "the causes of a wait add up to it", wait.length, sum)
      }
    }
    return (causes, violation)
  }
}

extension [Int64] {
  /// The interaction to next paint of the times that interactions took: the longest of them,
  /// without one for every fifty; `nil` without an interaction.
  ///
  ///     the (⌊n / 50⌋ + 1)-th longest of n interactions, at most the tenth
  ///
  /// - Source: web-vitals, `onINP` and `estimateP98LongestInteraction`.
  package var interactionToNextPaint: Int64? {
    isEmpty ? nil : sorted(by: >)[Swift.min(count - 1, count / 50, 9)]
  }
}
