import LabKernel
package import LabTrace

/// When the frames of a browser's page are seen, each drawn in a refresh of its own.
struct PageDrawing: Sendable {
  private let drawn: Int64?
  private let late: Int64
  /// The frames that have ended; those from the next one on were not drawn.
  private var waiting: [(began: Int64, ended: Int64)] = []
  private var following = 0
  private var began: Int64?
  /// The last refresh that drew something; that of the page's load is the first.
  private var used: Int

  init(_ page: Trace.Header.Page, hasDrawn: Bool = true) {
    drawn = page.drawn?.wholeNanoseconds
    late = page.late.wholeNanoseconds
    used = hasDrawn ? 0 : -1
  }

  mutating func frameBegan(at now: Int64) { began = now }

  mutating func frameEnded(at now: Int64) {
    if let began { waiting.append((began, now)) }
    began = nil
  }

  /// Finds the next frame that is seen.
  ///
  /// - Parameters:
  ///   - vsyncs: All vsyncs.
  ///   - end: The end of the run, behind which nothing is seen.
  /// - Returns: When its work began, and when it is seen; `nil` for none.
  mutating func next(_ vsyncs: [Int64], end: Int64) -> (began: Int64, photon: Int64)? {
    while following < waiting.count {
      let frame = waiting[following]
      following += 1
      let slot = vsyncs.partitionIndex { $0 > frame.ended } - 1
      var photon: Int64?
      if let drawn, slot > used {
        (used, photon) = (slot, frame.ended + drawn)
      } else {
        used = max(used, slot) + 1
        if used < vsyncs.count { photon = vsyncs[used] + late }
      }
      if let photon, photon < end { return (frame.began, photon) }
    }
    return nil
  }
}

/// When the frames are seen that a page's main thread was recorded to make.
package struct SeenFrames: Sendable {
  private var frames: [(began: Int64, photon: Int64)] = []

  /// Draws the frames by a browser's rules.
  ///
  /// - Parameters:
  ///   - spans: From when to when each frame held the thread, in order.
  ///   - page: The rules.
  ///   - vsyncs: The vsyncs, in order.
  ///   - hasDrawn: Whether the refresh in which the recording begins had drawn a frame already.
  package init(
    _ spans: [Range<Int64>], _ page: Trace.Header.Page, _ vsyncs: [Int64], hasDrawn: Bool
  ) {
    var drawing = PageDrawing(page, hasDrawn: hasDrawn)
    for span in spans {
      drawing.frameBegan(at: span.lowerBound)
      drawing.frameEnded(at: span.upperBound)
    }
    while let frame = drawing.next(vsyncs, end: .max) { frames.append(frame) }
  }

  /// Returns when the first frame is seen that begins at an instant or later; `nil` without one.
  package func photon(from instant: Int64) -> Int64? {
    let index = frames.partitionIndex { $0.began >= instant }
    return index < frames.count ? frames[index].photon : nil
  }
}
