/// The frames of all pages of a browser's trace, as they stand in the file.
struct RawPage {
  /// A compositor, or the main thread that it asks for frames.
  struct Owner: Hashable, Comparable {
    var process: Int64
    /// The number of its tree of layers, which a process may have several of.
    var layerTree: Int64

    static func < (one: Owner, other: Owner) -> Bool {
      (one.process, one.layerTree) < (other.process, other.layerTree)
    }
  }

  private static let limit = 1 << 20

  /// The vsyncs that compositors noted, in the order of the file.
  private(set) var begins: [Owner: [Int64]] = [:]
  /// The frames of main threads, with the number of the thread.
  private(set) var mains: [(owner: Owner, thread: Int64, time: Int64)] = []
  /// When compositors sent a frame to their main threads.
  private(set) var sent: [Int64: [Int64]] = [:]
  private var count = 0

  mutating func addBegin(_ owner: Owner, at time: Int64) {
    if hasRoom() { begins[owner, default: []].append(time) }
  }

  mutating func addMain(_ owner: Owner, thread: Int64, at time: Int64) {
    if hasRoom() { mains.append((owner, thread, time)) }
  }

  mutating func addSent(process: Int64, at time: Int64) {
    if hasRoom() { sent[process, default: []].append(time) }
  }

  private mutating func hasRoom() -> Bool {
    count += 1
    return count <= Self.limit
  }

  /// The compositor of a main thread: the one whose frames it began most often, and of those the one
  /// that came first.
  func compositor(process: Int64, thread: Int64) -> Owner? {
    var counts: [(owner: Owner, count: Int)] = []
    for main in mains where main.owner.process == process && main.thread == thread {
      if let known = counts.firstIndex(where: { $0.owner == main.owner }) {
        counts[known].count += 1
      } else {
        counts.append((main.owner, 1))
      }
    }
    let most = counts.map(\.count).max()
    return counts.first { $0.count == most }?.owner
  }

  /// Returns the frames of a main thread.
  ///
  /// A main frame belongs to the vsync after which it was sent, if the file tells that, else to the last
  /// one before it. A vsync is reported if a frame of the compositor begins with it, of which the file
  /// tells what became of it. It wants a main frame if one was sent before the next vsync, or if the file
  /// tells of none that was sent, unless there was nothing to show.
  ///
  /// - Parameters:
  ///   - thread: The main thread.
  ///   - tasks: Its tasks.
  ///   - frames: The frames of all compositors.
  ///   - window: What is looked at, on the clock of the file.
  /// - Returns: `nil` without a main frame.
  func frames(
    of thread: RawThread, tasks: [WholeSlice], reporters: [RawFrame], in window: ClosedRange<Int64>
  ) -> ImportedTrace.PageFrames? {
    guard let owner = compositor(process: thread.process, thread: thread.thread) else { return nil }
    let vsyncs = begins[owner, default: []].distinct(in: window)
    let sent = sent[owner.process, default: []].distinct(in: window)
    func refresh(of time: Int64) -> Int { vsyncs.partition { $0 > time } - 1 }
    var mains: [ImportedTrace.PageFrames.MainFrame] = []
    var answered: Set<Int> = []
    for main in self.mains.filter({ $0.owner == owner }).map(\.time).distinct(in: window) {
      let index = tasks.partition { $0.start > main } - 1
      let vsync = refresh(of: main)
      guard index >= 0, tasks[index].end >= main, vsync >= 0 else { continue }
      let task = tasks[index]
      let order = sent.partition { $0 > main } - 1
      answered.insert(sent.isEmpty ? vsync : order < 0 ? -1 : refresh(of: sent[order]))
      // Of two in one task the first stands for both.
      guard mains.last?.start != task.start - window.lowerBound else { continue }
      mains.append(
        ImportedTrace.PageFrames.MainFrame(
          vsync: vsync, start: task.start - window.lowerBound, duration: task.end - task.start))
    }
    guard !mains.isEmpty else { return nil }
    let wanted = Set(sent.map(refresh))
    var reported: [Int: Bool] = [:]
    for frame in reporters where frame.process == owner.process && frame.outcome != .unknown {
      let vsync = refresh(of: frame.start)
      guard vsync >= 0, vsyncs[vsync] == frame.start else { continue }
      let isWanted = sent.isEmpty ? frame.outcome != .idle : wanted.contains(vsync)
      reported[vsync] = (reported[vsync] ?? false) || isWanted
    }
    return ImportedTrace.PageFrames(
      vsyncs: vsyncs.map { $0 - window.lowerBound }, mainFrames: mains, reported: reported.count,
      reportedRight: reported.count { $0.value == answered.contains($0.key) })
  }
}

extension [Int64] {
  /// The instants that lie in a window, each once, in ascending order.
  func distinct(in window: ClosedRange<Int64>) -> [Int64] {
    var distinct: [Int64] = []
    for time in sorted() where time != distinct.last && window.contains(time) {
      distinct.append(time)
    }
    return distinct
  }
}
