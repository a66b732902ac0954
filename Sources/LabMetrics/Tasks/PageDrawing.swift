import LabKernel
import LabTrace

/// When the frames of a browser's page are seen, each drawn in a refresh of its own.
struct PageDrawing: Sendable {
  private let drawn: Int64?
  private let late: Int64
  /// The frames that have ended and of which it is not known when they are seen.
  private var waiting = SlidingArray<(began: Int64, ended: Int64)>()
  private var began: Int64?
  /// The last refresh that drew something; that of the page's load is the first.
  private var used = 0

  init(_ page: Trace.Header.Page) {
    drawn = page.drawn?.wholeNanoseconds
    late = page.late.wholeNanoseconds
  }

  mutating func frameBegan(at now: Int64) { began = now }

  mutating func frameEnded(at now: Int64) {
    if let began { waiting.append((began, now)) }
    began = nil
  }

  /// Finds the next frame of which it is known when it is seen.
  ///
  /// - Parameters:
  ///   - vsyncs: Those so far.
  ///   - end: The end of the run, behind which nothing is seen.
  ///   - isOver: Whether there are no more vsyncs.
  /// - Returns: When its work began, and when it is seen; `nil` for none.
  mutating func next(
    _ vsyncs: SlidingArray<Int64>, end: Int64, isOver: Bool
  ) -> (began: Int64, photon: Int64)? {
    while let frame = waiting.first {
      let slot = vsyncs.partitionIndex(near: vsyncs.endIndex) { $0 > frame.ended } - 1
      // The vsync behind the end of a frame tells to which refresh it belongs.
      guard isOver || slot + 1 < vsyncs.endIndex else { return nil }
      var photon: Int64?
      if let drawn, slot > used {
        (used, photon) = (slot, frame.ended + drawn)
      } else {
        let next = max(used, slot) + 1
        guard isOver || next < vsyncs.endIndex else { return nil }
        used = next
        if next < vsyncs.endIndex { photon = vsyncs[next] + late }
      }
      waiting.forget(before: waiting.startIndex + 1)
      if let photon, photon < end { return (frame.began, photon) }
    }
    return nil
  }
}
