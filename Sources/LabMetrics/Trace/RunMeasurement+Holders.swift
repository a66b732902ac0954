public import LabKernel

extension RunMeasurement {
  /// A stretch in which one held the thread.
  public struct Holding: Hashable, Sendable {
    /// When it took the thread, or the beginning of what was asked for.
    public let begin: Instant
    /// Who held it, and for how long.
    public let holder: Blame

    /// When it gave the thread back, or the end of what was asked for.
    public var end: Instant { begin.advanced(by: holder.time) }
  }

  /// Returns who held the thread in a stretch of the run, in order.
  ///
  /// Time in which the thread was free is left out. A holder that comes again is named again.
  ///
  /// - Complexity: O(log n + h) for n changes of the holder, h of them in the stretch.
  public func holdings(from begin: Instant, for length: Duration) -> [Holding] {
    let span = TimeSpan(
      begin: begin.nanoseconds, end: begin.advanced(by: length).nanoseconds)
    let first = thread.segments.partitionIndex { $0.end > span.begin }
    var pieces: [(begin: Int64, segment: BlameSegment)] = []
    var last: ThreadTime.Segment?
    for segment in thread.segments[first...].prefix(while: { $0.begin < span.end }) {
      let time = segment.span.overlap(with: span)
      if last?.isContinued == true {
        pieces[pieces.count - 1].segment.time += time
      } else {
        pieces.append((max(segment.begin, span.begin), thread.holder(of: segment, for: time)))
      }
      last = segment
    }
    return pieces.map {
      Holding(begin: Instant(nanoseconds: $0.begin), holder: thread.blame($0.segment))
    }
  }

  /// Returns who held the thread in a stretch of the run, in order, each with how long it did.
  ///
  /// - Complexity: That of ``holdings(from:for:)``.
  public func holders(from begin: Instant, for length: Duration) -> [Blame] {
    holdings(from: begin, for: length).map { $0.holder }
  }

  /// When every refresh of the run began; the last may have no end.
  ///
  /// - Complexity: O(n) for n refreshes.
  public var vsyncs: [Instant] { times.vsyncs.map { Instant(nanoseconds: $0) } }
}
