/// Finds the frames of one main thread among those of a browser's trace.
struct PageFinder {
  private let window: ClosedRange<Int64>
  private let vsyncs: [Int64]
  private let mains: [Int64]
  /// When the compositor sent a frame to the thread; empty in a file that does not tell.
  private let sent: [Int64]
  private let reporters: [RawFrame]

  /// Takes the frames of the compositor that asks a thread for them; `nil` without one.
  init?(_ raw: RawTrace, _ thread: RawThread, in window: ClosedRange<Int64>) {
    let page = raw.page
    guard let owner = page.compositor(process: thread.process, thread: thread.thread) else {
      return nil
    }
    self.window = window
    vsyncs = page.begins[owner, default: []].distinct(in: window)
    mains = page.mains.filter { $0.owner == owner }.map(\.time).distinct(in: window)
    sent = page.sent[owner.process, default: []].distinct(in: window)
    reporters = raw.frames.filter { $0.process == owner.process && $0.outcome != .unknown }
  }

  /// Returns the frames, given all tasks of the thread; `nil` if none of them is in a task.
  func frames(in tasks: [WholeSlice]) -> ImportedTrace.PageFrames? {
    var frames: [ImportedTrace.PageFrames.MainFrame] = []
    for main in mains {
      let (index, vsync) = (tasks.partition { $0.start > main } - 1, refresh(of: main))
      guard index >= 0, tasks[index].end >= main, vsync >= 0 else { continue }
      let start = max(tasks[index].start, window.lowerBound)
      let end = min(tasks[index].end, window.upperBound)
      // Of two in one task the first stands for both.
      guard frames.last?.start != start - window.lowerBound else { continue }
      frames.append(
        ImportedTrace.PageFrames.MainFrame(
          vsync: vsync, start: start - window.lowerBound, duration: end - start))
    }
    guard !frames.isEmpty else { return nil }
    let (reported, answered) = (reported, answered)
    return ImportedTrace.PageFrames(
      vsyncs: vsyncs.map { $0 - window.lowerBound }, mainFrames: frames, reported: reported.count,
      reportedRight: reported.count { $0.value == answered.contains($0.key) })
  }

  /// The last vsync before an instant, by its number; −1 if there is none.
  private func refresh(of time: Int64) -> Int { vsyncs.partition { $0 > time } - 1 }

  /// The vsyncs with a main frame: that after which it was sent, or else the last one before it.
  private var answered: Set<Int> {
    Set(
      mains.map { main in
        guard !sent.isEmpty else { return refresh(of: main) }
        let order = sent.partition { $0 > main } - 1
        return order < 0 ? -1 : refresh(of: sent[order])
      })
  }

  /// Whether the vsyncs wanted a main frame of which the file tells what became of their frames.
  private var reported: [Int: Bool] {
    let wanted = Set(sent.map(refresh))
    var reported: [Int: Bool] = [:]
    for frame in reporters {
      let vsync = refresh(of: frame.start)
      guard vsync >= 0, vsyncs[vsync] == frame.start else { continue }
      let isWanted = sent.isEmpty ? frame.outcome != .idle : wanted.contains(vsync)
      reported[vsync] = (reported[vsync] ?? false) || isWanted
    }
    return reported
  }
}
