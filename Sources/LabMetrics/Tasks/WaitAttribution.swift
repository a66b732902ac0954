/// Cuts the waits of tasks so that every nanosecond has one cause.
///
/// Modes in which the task is not served come first, then the holder of the thread, then a mode
/// that slept over the timer of the load; what is left passed outside of any run of the loop, or
/// is unexplained.
struct WaitAttribution: Sendable {
  /// Whether each stretch has a piece of its own, which names the task; otherwise each culprit has
  /// one, and all tasks of a load are one culprit.
  private let keepsTasks: Bool
  /// The wait cut so far.
  private(set) var pieces: [BlameSegment] = []
  /// Where the last search ended; the next wait is seldom far from the one before.
  private var segment = 0

  init(keepsTasks: Bool = false) { self.keepsTasks = keepsTasks }

  /// Cuts a wait.
  ///
  /// - Parameters:
  ///   - wait: From the arrival of a task to its beginning.
  ///   - load: Its load.
  ///   - thread: Who held the thread up to the beginning.
  ///   - served: Whether the load is served in each mode.
  /// - Complexity: O(pieces).
  mutating func cut(
    _ wait: TimeSpan, of load: borrowing LoadLog, _ thread: borrowing ThreadTime, _ served: [Bool]
  ) {
    pieces.removeAll(keepingCapacity: true)
    guard !wait.isEmpty else { return }
    let changes = thread.modeChanges
    var mode = max(0, changes.partitionIndex(near: changes.count) { $0.time > wait.begin } - 1)
    var rest = wait
    while !rest.isEmpty {
      let end = mode + 1 < changes.count ? changes[mode + 1].time : .max
      let part = rest.cut(at: end)
      let current = changes[mode].mode
      if current != 255, !served[Int(current)] {
        append(BlameSegment(cause: .starved, owner: Int32(current), time: part.length))
      } else {
        chargeHolders(part, of: load, in: current, thread)
      }
      mode += 1
    }
  }

  private mutating func chargeHolders(
    _ span: TimeSpan, of load: borrowing LoadLog, in mode: UInt8, _ thread: borrowing ThreadTime
  ) {
    guard !span.isEmpty else { return }
    let segments = thread.segments
    segment = segments.partitionIndex(near: segment) { $0.end > span.begin }
    var rest = span
    while segment < segments.count, segments[segment].begin < span.end {
      let held = segments[segment]
      chargeNone(rest.cut(at: held.begin), of: load, in: mode)
      var piece = thread.holder(of: held, for: rest.cut(at: held.end).length)
      if !keepsTasks { piece.serial = -1 }
      append(piece)
      segment += 1
    }
    chargeNone(rest, of: load, in: mode)
  }

  /// Charges a stretch in which the thread was free.
  private mutating func chargeNone(
    _ span: TimeSpan, of load: borrowing LoadLog, in mode: UInt8
  ) {
    guard !span.isEmpty else { return }
    if mode != 255, load.isSleptOver(in: mode, at: span.begin) {
      append(BlameSegment(cause: .starved, owner: Int32(mode), time: span.length))
    } else {
      append(BlameSegment(cause: mode == 255 ? .outside : .unexplained, time: span.length))
    }
  }

  private mutating func append(_ piece: BlameSegment) {
    guard piece.time > 0 else { return }
    if !keepsTasks, let place = pieces.firstIndex(where: { $0.hasSameCulprit(as: piece) }) {
      pieces[place].time += piece.time
    } else {
      pieces.append(piece)
    }
  }
}
