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
  private static let ownerLimit = 64

  /// The vsyncs that compositors noted, in the order of the file.
  private(set) var begins: [Owner: [Int64]] = [:]
  /// The frames of main threads, with the number of the thread.
  private(set) var mains: [(owner: Owner, thread: Int64, time: Int64)] = []
  /// When compositors sent a frame to their main threads.
  private(set) var sent: [Int64: [Int64]] = [:]
  private var owners: Set<Owner> = []
  private var count = 0

  mutating func addBegin(_ owner: Owner, at time: Int64) {
    if hasRoom(for: owner) { begins[owner, default: []].append(time) }
  }

  mutating func addMain(_ owner: Owner, thread: Int64, at time: Int64) {
    if hasRoom(for: owner) { mains.append((owner, thread, time)) }
  }

  mutating func addSent(process: Int64, at time: Int64) {
    if hasRoom() { sent[process, default: []].append(time) }
  }

  private mutating func hasRoom(for owner: Owner) -> Bool {
    guard owners.contains(owner) || owners.count < Self.ownerLimit else { return false }
    owners.insert(owner)
    return hasRoom()
  }

  private mutating func hasRoom() -> Bool {
    count += 1
    return count <= Self.limit
  }

  /// The compositor of a main thread: the one whose frames it began most often, and of those the
  /// one that came first.
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

/// One event of the user, as an `EventTiming` of a browser's trace tells it.
///
/// - Source: W3C Event Timing; chromium window_performance.cc. The event begins when the user did
///   something and ends when the frame is presented that shows it; its arguments are in
///   milliseconds of the page's clock.
struct RawInput {
  let process: Int64
  let thread: Int64
  let type: String
  let arrived: Int64
  let began: Int64
  let ended: Int64
  let shown: Int64
  let interaction: Int64

  /// Reads the two ends of an event; `nil` if they do not say when it was handled.
  init?(_ begin: JSONValue, _ end: JSONValue, process: Int64, thread: Int64) {
    func data(_ key: String) -> JSONValue? {
      begin["args"]?["data"]?[key] ?? end["args"]?["data"]?[key]
    }
    func time(_ key: String) -> Int64? { data(key)?.decimal?.nanoseconds(6) }
    guard let arrived = begin["ts"]?.decimal?.nanoseconds(3),
      let shown = end["ts"]?.decimal?.nanoseconds(3), let stamp = time("timeStamp"),
      let first = time("processingStart"), let last = time("processingEnd"),
      let type = data("type")?.text, !type.isEmpty, stamp <= first, first <= last, arrived <= shown
    else { return nil }
    (self.process, self.thread, self.type) = (process, thread, type)
    (self.arrived, self.shown) = (arrived, shown)
    (began, ended) = (arrived + first - stamp, arrived + last - stamp)
    interaction = data("interactionId")?.integer ?? 0
  }

  /// Events of a pointer that moves, which is no input.
  private static let moves: Set<String> = [
    "pointerover", "pointerenter", "pointerout", "pointerleave", "mouseover", "mouseenter",
    "mouseout", "mouseleave", "pointermove", "mousemove", "dragover", "dragenter", "dragleave",
  ]

  /// What tells the events of one native input from others: they share arrival and picture.
  private struct Key: Hashable, Comparable {
    let arrived: Int64
    let shown: Int64

    static func < (one: Self, other: Self) -> Bool {
      (one.arrived, one.shown) < (other.arrived, other.shown)
    }
  }

  /// Joins the events of each native input that a thread was given in a window.
  static func inputs(
    _ events: [RawInput], process: Int64, thread: Int64, in window: ClosedRange<Int64>
  ) -> [ImportedTrace.Input] {
    var joined: [Key: [RawInput]] = [:]
    for event in events where event.process == process && event.thread == thread {
      guard window.contains(event.arrived), event.ended <= window.upperBound else { continue }
      joined[Key(arrived: event.arrived, shown: event.shown), default: []].append(event)
    }
    let start = window.lowerBound
    return joined.sorted { $0.key < $1.key }.compactMap { key, events in
      guard
        let first = events.first(where: { $0.interaction != 0 })
          ?? events.first(where: { !moves.contains($0.type) })
      else { return nil }
      return ImportedTrace.Input(
        name: Label.clean(first.type), arrived: key.arrived - start,
        began: (events.map(\.began).min() ?? key.arrived) - start,
        ended: (events.map(\.ended).max() ?? key.arrived) - start, shown: key.shown - start,
        interaction: first.interaction == 0 ? nil : first.interaction)
    }
  }
}
