import LabKernel
package import LabTrace

/// When the frames of a browser's page are seen, each drawn in a refresh of its own.
struct PageDrawing: Sendable {
  private let drawn: Int64?
  private let late: Int64
  /// The frames that have ended and of which it is not known when they are seen.
  private var waiting = SlidingArray<(began: Int64, ended: Int64)>()
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
    var grid = SlidingArray<Int64>()
    for vsync in vsyncs { grid.append(vsync) }
    for span in spans {
      drawing.frameBegan(at: span.lowerBound)
      drawing.frameEnded(at: span.upperBound)
    }
    while let frame = drawing.next(grid, end: .max, isOver: true) { frames.append(frame) }
  }

  /// Returns when the first frame is seen that begins at an instant or later; `nil` without one.
  package func photon(from instant: Int64) -> Int64? {
    let index = frames.partitionIndex { $0.began >= instant }
    return index < frames.count ? frames[index].photon : nil
  }
}
