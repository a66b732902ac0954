import LabKernel
package import LabTrace

/// When the frames of a browser's page are seen, each drawn in a refresh of its own.
package struct SeenFrames: Sendable {
  /// A frame that is seen.
  struct Frame {
    /// When the work on it began.
    let began: Instant
    let photon: Instant
  }

  private(set) var frames: [Frame] = []

  /// Draws by a browser's rules the frames that held the thread for spans, in order; nothing is
  /// seen from the end on.
  ///
  /// The refresh in which a recording begins may have drawn a frame already.
  package init(
    _ spans: [Range<Int64>], _ page: Trace.Header.Page, _ vsyncs: [Int64], hasDrawn: Bool = true,
    until end: Int64 = .max
  ) {
    let drawn = page.drawn?.wholeNanoseconds
    // The last refresh that drew something; that of the page's load is the first.
    var used = hasDrawn ? 0 : -1
    for span in spans {
      let slot = vsyncs.partitionIndex { $0 > span.upperBound } - 1
      var photon: Int64?
      if let drawn, slot > used {
        (used, photon) = (slot, span.upperBound + drawn)
      } else {
        used = max(used, slot) + 1
        if used < vsyncs.count { photon = vsyncs[used] + page.late.wholeNanoseconds }
      }
      guard let photon, photon < end else { continue }
      frames.append(
        Frame(
          began: Instant(nanoseconds: span.lowerBound), photon: Instant(nanoseconds: photon)))
    }
  }

  /// Returns when the first frame is seen that begins at an instant or later; `nil` without one.
  package func photon(from instant: Int64) -> Int64? {
    let index = frames.partitionIndex { $0.began.nanoseconds >= instant }
    return index < frames.count ? frames[index].photon.nanoseconds : nil
  }
}
