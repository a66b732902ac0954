/// Cuts stretches of a driver's waiting so that every nanosecond has one cause.
///
/// Own callbacks come first, then modes without the driver, then whoever held the thread; what is
/// left has the cause that the caller names, because the thread was free.
///
/// - Complexity: O(log n + pieces) for each stretch.
struct BlameCutter {
  /// The stretch cut so far; neighbours with the same culprit are one piece.
  private(set) var pieces: [BlamePiece] = []

  private let log: DriverLog
  private let thread: ThreadTime
  /// Where the last search ended; the next stretch is seldom far from the one before.
  private var segment = 0

  init(_ log: DriverLog, _ thread: ThreadTime) {
    self.log = log
    self.thread = thread
  }

  /// Forgets the pieces, and keeps their memory.
  mutating func begin() { pieces.removeAll(keepingCapacity: true) }

  /// Charges a span to a cause without an owner.
  mutating func charge(_ span: Span, _ cause: BlameCause) {
    append(BlamePiece(cause: cause, time: span.length))
  }

  /// Charges the wait for a firing, or for a part of it.
  ///
  /// - Parameters:
  ///   - span: The wait, no longer than from the due instant to the beginning of the callback.
  ///   - index: The index of the firing.
  ///   - ownEnd: When the callback before ended.
  mutating func chargeWait(_ span: Span, forFiring index: Int, ownEnd: Int64) {
    guard !span.isEmpty else { return }
    var rest = span
    charge(rest.cut(at: log.possibleSince(firing: index)), .setLate)
    charge(rest.cut(at: ownEnd), .own)
    chargeWait(rest, due: log.firings[index].due)
  }

  /// Charges the wait for a callback that was due at an instant and could be answered ever since.
  mutating func chargeWait(_ span: Span, due: Int64) {
    var rest = span
    chargeThread(rest.cut(at: due + log.tolerance), otherwise: .tolerance)
    chargeThread(rest, otherwise: .unexplained)
  }

  /// Charges a span to modes without the driver, then to whoever held the thread.
  mutating func chargeThread(_ span: Span, otherwise cause: BlameCause) {
    guard !span.isEmpty else { return }
    var rest = span
    var next = log.starvedSpans.partitionIndex { $0.end > span.begin }
    while next < log.starvedSpans.count, log.starvedSpans[next].begin < span.end {
      let starved = log.starvedSpans[next]
      next += 1
      chargeHolders(rest.cut(at: starved.begin), otherwise: cause)
      forEachMode(in: rest.cut(at: starved.end)) { cutter, part, mode in
        cutter.append(BlamePiece(cause: .starved, owner: Int32(mode), time: part.length))
      }
    }
    chargeHolders(rest, otherwise: cause)
  }

  /// Charges a span to whoever held the thread, whatever the mode.
  mutating func chargeHolders(_ span: Span, otherwise cause: BlameCause) {
    guard !span.isEmpty else { return }
    var rest = span
    segment = thread.segments.partitionIndex(near: segment) { $0.span.end > span.begin }
    var next = segment
    while next < thread.segments.count, thread.segments[next].span.begin < span.end {
      let segment = thread.segments[next]
      next += 1
      chargeFree(rest.cut(at: segment.span.begin), cause)
      append(
        BlamePiece(
          cause: segment.cause, owner: segment.owner, serial: segment.serial,
          time: rest.cut(at: segment.span.end).length))
    }
    chargeFree(rest, cause)
  }

  /// Charges a span in which nobody held the thread.
  private mutating func chargeFree(_ span: Span, _ cause: BlameCause) {
    guard !span.isEmpty else { return }
    forEachMode(in: span) { cutter, part, mode in
      cutter.charge(part, mode == 255 ? .outside : cause)
    }
  }

  private mutating func forEachMode(
    in span: Span, perform: (inout BlameCutter, Span, UInt8) -> Void
  ) {
    guard !span.isEmpty else { return }
    var rest = span
    let changes = thread.modeChanges
    var index = changes.partitionIndex { $0.time > span.begin }
    while !rest.isEmpty {
      let part = rest.cut(at: index < changes.count ? changes[index].time : .max)
      perform(&self, part, index > 0 ? changes[index - 1].mode : 255)
      index += 1
    }
  }

  private mutating func append(_ piece: BlamePiece) {
    guard piece.time > 0 else { return }
    if let last = pieces.last, last.hasSameCulprit(as: piece) {
      pieces[pieces.count - 1].time += piece.time
    } else {
      pieces.append(piece)
    }
  }
}
