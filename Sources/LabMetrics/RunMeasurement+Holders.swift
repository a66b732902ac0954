public import LabKernel

extension RunMeasurement {
  /// Returns who held the thread in a stretch of the run, in order, each with how long it did.
  ///
  /// Time in which nobody did is left out. A holder that comes again is named again.
  ///
  /// - Complexity: O(log n + h) for n changes of the holder, h of them in the stretch.
  public func holders(from begin: Instant, for length: Duration) -> [Blame] {
    let span = Span(
      begin: begin.nanoseconds, end: begin.advanced(by: length).nanoseconds)
    let first = thread.segments.partitionIndex { $0.span.end > span.begin }
    return thread.segments[first...].prefix { $0.span.begin < span.end }.map { segment in
      thread.blame(
        BlamePiece(
          cause: segment.cause, owner: segment.owner, serial: segment.serial,
          time: segment.span.overlap(with: span)))
    }
  }
}
