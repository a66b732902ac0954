import LabKernel
import LabTrace

/// One hand-over to the render server, in nanoseconds, and the way of its frame to the display.
struct CommitTiming: Hashable, Sendable {
  /// When it was committed; `Int64.max` if that never happened.
  var committed = Int64.max
  /// The refresh for which it was in time, which may lie beyond the end of the run; `Int32.max` if
  /// none latched after it.
  var arrival = Int32.max
  /// The refresh that is the first to show it, or what took its place; −1 if none did.
  var refresh: Int32 = -1
}

/// Until when a committed frame waits for what; `Int64.min` where it need not.
///
/// On a grid a late render server is charged from the latch before the one that took the frame to
/// the one that belongs to the refresh that shows it, as if it had been committed only then.
struct PipelineWait: Hashable, Sendable {
  var committed = Int64.min
  var queueEnd = Int64.min
  var renderEnd = Int64.min
  var panelEnd = Int64.min

  /// When it no longer waits for anything.
  var end: Int64 { max(committed, queueEnd, renderEnd, panelEnd) }
}

/// The way of every committed frame to the display.
///
/// A commit is taken at the first latch that is not before it. With a depth of 1 or 2 the render
/// server begins then, with 0 at the commit; the frame is displayed at the first vsync, not before
/// the one that belongs to the latch, at which it is complete. A pure function of commits and
/// vsyncs, so that a commit at the very instant of a latch still counts, and a live trace is
/// treated alike.
struct PresentationSchedule: Sendable {
  /// The way of each commit, and that of what was not committed, which leads nowhere.
  private(set) var timings: [CommitTiming]
  /// How long each frame takes to render; empty if none takes time.
  private let costs: [Int64]
  /// When the frame of each commit was rendered; nothing on a grid, where it is not needed.
  private var rendered: [Int64] = []
  /// What became of each frame in a queue; nothing without one, when none waits or is refused.
  private var queue: [QueueSlot] = []
  /// The first refresh that can show what is decided next.
  private var photon = 0

  /// What became of a frame in the queue for the display.
  private struct QueueSlot: Hashable, Sendable {
    /// The refresh whose latch took it: later than the arrival if it waited.
    var latched = Int32.max
    /// Whether the queue was full, so that it was thrown away.
    var isRefused = false
  }

  /// Finds the way of all frames of a run, which it takes out of the log.
  ///
  /// - Complexity: O(commits + vsyncs).
  init(_ mode: PresentMode, _ log: inout CommitLog, _ times: borrowing RefreshTimes) {
    costs = log.costs
    timings = []
    // Exchanged, not copied: there may be very many.
    swap(&timings, &log.timings)
    let count = timings.count
    if times.isAdaptive { rendered = Array(repeating: .max, count: count + 1) }
    findArrivals(times)
    if mode == .mailbox {
      showNewest(times)
    } else {
      queue = Array(repeating: QueueSlot(), count: count + 1)
      showInOrder(times, log.targets, capacity: mode.capacity ?? PresentMode.targetCapacity)
    }
    timings.append(CommitTiming())
  }

  /// The refresh whose latch took the frame of a commit; beyond the end of the run if none did.
  @inline(__always)
  func latched(_ commit: Int32) -> Int32 {
    queue.isEmpty ? timings[Int(commit)].arrival : queue[Int(commit)].latched
  }

  /// Whether the frame of a commit was thrown away because the queue was full.
  @inline(__always)
  func isRefused(_ commit: Int32) -> Bool { !queue.isEmpty && queue[Int(commit)].isRefused }

  /// Until when the frame of a commit waits for what.
  func wait(of commit: Int32, _ times: borrowing RefreshTimes) -> PipelineWait {
    var wait = PipelineWait()
    let timing = timings[Int(commit)]
    wait.committed = timing.committed
    guard timing.arrival < times.vsyncs.count, !isRefused(commit) else { return wait }
    let latched = latched(commit)
    let isLate = timing.refresh != latched
    if latched > timing.arrival { wait.queueEnd = times.latch(Int(latched) - (isLate ? 1 : 0)) }
    guard isLate || times.isAdaptive else { return wait }
    let shown = timing.refresh < 0 ? Int64.max : times.latch(Int(timing.refresh))
    if times.isAdaptive {
      (wait.renderEnd, wait.panelEnd) = (rendered[Int(commit)], shown)
    } else {
      wait.renderEnd = shown
    }
    return wait
  }

  private func cost(_ index: Int) -> Int64 { costs.isEmpty ? 0 : costs[index] }

  /// Shows the newest frame that is complete.
  private mutating func showNewest(_ times: borrowing RefreshTimes) {
    var server = RenderServer()
    // The first commit that others may replace, and the first that was not offered.
    var (waiting, offered) = (0, 0)
    // What no latch sees leads nowhere, nor does what is committed after it.
    while offered < timings.count, let available = available(offered, times) {
      if let end = server.offer(available: available, cost: cost(offered)) {
        show(waiting..<offered, renderedAt: end, times)
        waiting = offered
      }
      offered += 1
    }
    if let end = server.finish() { show(waiting..<offered, renderedAt: end, times) }
  }

  /// Shows all frames, as far as there is room.
  private mutating func showInOrder(
    _ times: borrowing RefreshTimes, _ targets: [FrameTarget], capacity: Int
  ) {
    let (depth, end) = (times.depth, times.vsyncs.count)
    var free = Int64.min
    // When those accepted so far are taken from the queue, in ascending order.
    var leaves: [Int64] = []
    var left = 0
    // The first refresh whose latch is free to take a frame.
    var firstFree = 0
    for index in timings.indices {
      let available = available(index, times) ?? timings[index].committed
      while left < leaves.count, leaves[left] <= timings[index].committed { left += 1 }
      guard leaves.count - left < capacity else {
        queue[index].latched = timings[index].arrival
        queue[index].isRefused = true
        continue
      }
      if !targets.isEmpty { waitForTarget(targets[index], index, times) }
      // With depth 0 the server does not wait for a latch, nor a latch for the server.
      let taken = max(Int(timings[index].arrival), depth == 0 ? firstFree : photon)
      queue[index].latched = timings[index].arrival
      var leave = Int64.max
      if taken < end {
        queue[index].latched = Int32(taken)
        let begin = depth == 0 ? available : times.latch(taken)
        free = max(begin, free).addingSaturating(cost(index))
        show(index..<index + 1, renderedAt: free, times)
        firstFree = taken + 1
        let refresh = Int(timings[index].refresh)
        if refresh >= 0 { leave = times.latch(refresh) }
        photon += 1
      }
      leaves.append(leave)
    }
  }

  /// Lets a frame arrive no sooner than for its target.
  private mutating func waitForTarget(
    _ target: FrameTarget, _ index: Int, _ times: borrowing RefreshTimes
  ) {
    let end = times.vsyncs.count
    guard timings[index].arrival < end else { return }
    var latch = Int(timings[index].arrival) - times.depth
    while latch < end, !target.isReached(by: latch, at: times.vsyncs[latch]) { latch += 1 }
    timings[index].arrival = latch < end ? Int32(latch + times.depth) : .max
  }

  /// Finds the refresh whose latch is the first to see each commit.
  private mutating func findArrivals(_ times: borrowing RefreshTimes) {
    let (vsyncs, depth, guardTime) = (times.vsyncs, times.depth, times.guardTime)
    var latch = 0
    for index in timings.indices {
      let committed = timings[index].committed
      while latch < vsyncs.count, vsyncs[latch] - guardTime < committed { latch += 1 }
      guard latch < vsyncs.count else { return }
      timings[index].arrival = Int32(latch + depth)
    }
  }

  /// Returns when the frame of a commit can be rendered; `nil` if no latch sees it.
  private func available(_ index: Int, _ times: borrowing RefreshTimes) -> Int64? {
    let timing = timings[index]
    guard timing.arrival < .max else { return nil }
    return times.depth > 0 ? times.latch(Int(timing.arrival)) : timing.committed
  }

  /// Shows frames, all but the last of which it replaces, at the first refresh that can.
  private mutating func show(
    _ indices: Range<Int>, renderedAt end: Int64, _ times: borrowing RefreshTimes
  ) {
    guard let last = indices.last else { return }
    let vsyncs = times.vsyncs
    var first = max(photon, Int(latched(Int32(last))))
    while first < vsyncs.count, vsyncs[first] < end { first += 1 }
    photon = first
    if times.isAdaptive {
      for index in indices { rendered[index] = end }
    }
    guard photon < vsyncs.count else { return }
    for index in indices { timings[index].refresh = Int32(photon) }
  }
}
