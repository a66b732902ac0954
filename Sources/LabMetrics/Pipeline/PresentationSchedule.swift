import LabKernel
import LabTrace

/// The way of every committed frame to the display.
///
/// A commit is taken at the first latch that is not before it. With a depth of 1 or 2 the render server
/// begins then, with 0 at the commit; the frame is displayed at the first vsync, not before the one
/// that belongs to the latch, at which it is complete. A pure function of commits and vsyncs, so that
/// a commit at the very instant of a latch still counts, and a live trace is treated alike.
struct PresentationSchedule: Sendable {
  /// The way of each commit; the last one, which leads nowhere, is that of what was not committed.
  private(set) var timings: [CommitTiming]
  /// When the frame of each commit was rendered; nothing on a grid, where it is not needed.
  private var rendered: [Int64]
  /// What became of each frame in a queue; nothing without one, when none waits or is refused.
  private var queue: [QueueSlot] = []
  private let times: RefreshTimes
  /// The first refresh that can show what is decided next.
  private var photon = 0

  /// Decides for every commit.
  ///
  /// - Complexity: O(commits + vsyncs).
  init(_ log: consuming CommitLog, _ times: RefreshTimes, _ mode: PresentMode) {
    self.times = times
    let count = log.timings.count
    rendered = times.isAdaptive ? Array(repeating: .max, count: count + 1) : []
    timings = []
    swap(&timings, &log.timings)
    findArrivals()
    switch mode {
    case .mailbox: showNewest(log)
    case .fifo(let capacity):
      queue = Array(repeating: QueueSlot(), count: count + 1)
      showInOrder(log, capacity: capacity)
    }
    timings.append(CommitTiming())
  }

  /// The refresh whose latch took the frame of a commit; −1 if none did.
  func latched(_ commit: Int32) -> Int32 {
    queue.isEmpty ? timings[Int(commit)].arrival : queue[Int(commit)].latched
  }

  /// Whether the frame of a commit was thrown away because the queue was full.
  func isRefused(_ commit: Int32) -> Bool { !queue.isEmpty && queue[Int(commit)].isRefused }

  /// Until when the frame of a commit waits for what.
  func wait(of commit: Int32) -> PipelineWait {
    var wait = PipelineWait()
    let timing = timings[Int(commit)]
    wait.committed = timing.committed
    guard timing.arrival >= 0, !isRefused(commit) else { return wait }
    let latched = latched(commit)
    let isLate = timing.refresh != latched
    if latched > timing.arrival {
      wait.queueEnd = times.latch(Int(latched) - (isLate ? 1 : 0))
    }
    guard isLate || times.isAdaptive else { return wait }
    let shown = timing.refresh < 0 ? Int64.max : times.latch(Int(timing.refresh))
    if times.isAdaptive {
      (wait.renderEnd, wait.panelEnd) = (rendered[Int(commit)], shown)
    } else {
      wait.renderEnd = shown
    }
    return wait
  }

  private mutating func showNewest(_ log: borrowing CommitLog) {
    var server = RenderServer()
    var latch = max(0, times.vsyncs.count - times.depth)
    var waiting = 0
    var offered = 0
    for index in timings.indices {
      guard let available = available(index, lastLatch: &latch) else { continue }
      offered = index + 1
      if let end = server.offer(available: available, cost: log.cost(of: index)) {
        show(waiting..<index, renderedAt: end)
        waiting = index
      }
    }
    if let end = server.finish() { show(waiting..<offered, renderedAt: end) }
  }

  private mutating func showInOrder(_ log: borrowing CommitLog, capacity: Int) {
    var last = max(0, times.vsyncs.count - times.depth)
    var free = Int64.min
    /// When those accepted so far are taken from the queue, in ascending order.
    var leaves: [Int64] = []
    var left = 0
    for index in timings.indices {
      let available = available(index, lastLatch: &last) ?? timings[index].committed
      queue[index].latched = timings[index].arrival
      while left < leaves.count, leaves[left] <= timings[index].committed { left += 1 }
      if leaves.count - left >= capacity {
        queue[index].isRefused = true
        continue
      }
      leaves.append(.max)
      let latch = timings[index].arrival < 0 ? last : Int(timings[index].arrival) - times.depth
      let taken = max(latch, photon - times.depth)
      guard taken + times.depth < times.vsyncs.count else { continue }
      queue[index].latched = Int32(taken + times.depth)
      let begin = times.depth == 0 ? available : times.latch(taken + times.depth)
      free = max(begin, free).addingSaturating(log.cost(of: index))
      show(index..<index + 1, renderedAt: free)
      let refresh = Int(timings[index].refresh)
      if refresh >= 0 { leaves[leaves.count - 1] = times.latch(refresh) }
      photon += 1
    }
  }

  /// Finds the refresh whose latch is the first to see each commit.
  private mutating func findArrivals() {
    let (vsyncs, depth, guardTime) = (times.vsyncs, times.depth, times.guardTime)
    var latch = 0
    for index in timings.indices {
      let committed = timings[index].committed
      while latch < vsyncs.count, vsyncs[latch] - guardTime < committed { latch += 1 }
      if latch + depth < vsyncs.count { timings[index].arrival = Int32(latch + depth) }
    }
  }

  /// Returns when the frame of a commit can be rendered; `nil` if no latch sees it.
  ///
  /// A latch whose refresh is beyond the end of the run sees commits that arrive nowhere; such
  /// latches are found in ascending order.
  private func available(_ index: Int, lastLatch: inout Int) -> Int64? {
    let timing = timings[index]
    if timing.arrival >= 0 {
      return times.depth > 0 ? times.latch(Int(timing.arrival)) : timing.committed
    }
    let vsyncs = times.vsyncs
    while lastLatch < vsyncs.count, vsyncs[lastLatch] - times.guardTime < timing.committed {
      lastLatch += 1
    }
    guard lastLatch < vsyncs.count else { return nil }
    return times.depth > 0 ? vsyncs[lastLatch] - times.guardTime : timing.committed
  }

  /// Shows frames, all but the last of which it replaces, at the first refresh that can.
  private mutating func show(_ indices: Range<Int>, renderedAt end: Int64) {
    guard let last = indices.last else { return }
    let earliest = Int(latched(Int32(last)))
    let vsyncs = times.vsyncs
    photon = earliest < 0 ? vsyncs.count : max(photon, earliest)
    while photon < vsyncs.count, vsyncs[photon] < end { photon += 1 }
    for index in indices {
      if times.isAdaptive { rendered[index] = end }
      if photon < vsyncs.count { timings[index].refresh = Int32(photon) }
    }
  }
}

extension Int64 {
  /// The sum, or the largest number if it is larger than that.
  func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
