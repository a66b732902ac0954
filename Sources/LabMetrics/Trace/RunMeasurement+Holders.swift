public import LabKernel

extension RunMeasurement {
  /// Returns who held the thread in a stretch of the run, in order, each with how long it did.
  ///
  /// Time in which the thread was free is left out. A holder that comes again is named again.
  ///
  /// - Complexity: O(log n + h) for n changes of the holder, h of them in the stretch.
  public func holders(from begin: Instant, for length: Duration) -> [Blame] {
    let span = TimeSpan(
      begin: begin.nanoseconds, end: begin.advanced(by: length).nanoseconds)
    let first = thread.segments.partitionIndex { $0.end > span.begin }
    var pieces: [BlameSegment] = []
    var last: ThreadTime.Segment?
    for segment in thread.segments[first...].prefix(while: { $0.begin < span.end }) {
      let holder = thread.holders[Int(segment.holder)]
      let time = segment.span.overlap(with: span)
      if last?.isContinued(by: segment) == true {
        pieces[pieces.count - 1].time += time
      } else {
        pieces.append(
          BlameSegment(cause: holder.cause, owner: holder.owner, serial: holder.serial, time: time))
      }
      last = segment
    }
    return pieces.map { thread.blame($0) }
  }
}
