import LabKernel
import LabTrace

/// The way of every committed frame to the display.
///
/// A commit is taken at the first latch that is not before it. With a depth of 1 or 2 the render
/// server begins then, with 0 at the commit; the frame is displayed at the first vsync, not before
/// the one that belongs to the latch, at which it is complete. A pure function of commits and
/// vsyncs, so that a commit at the very instant of a latch still counts, and a live trace is
/// treated alike. It does not matter in how many parts it learns of them.
struct PresentationSchedule: Sendable {
  /// The way of each commit; after the run also that of what was not committed, which leads
  /// nowhere.
  private(set) var timings = SlidingArray<CommitTiming>()
  /// The commits before this one have their final way.
  private(set) var settled = 0
  private var costs = SlidingArray<Int64>()
  /// For when each was made; nothing where frames have no targets.
  private var targets = SlidingArray<FrameTarget>()
  /// When the frame of each commit was rendered; nothing on a grid, where it is not needed.
  private var rendered = SlidingArray<Int64>()
  /// What became of each frame in a queue; nothing without one, when none waits or is refused.
  private var queue = SlidingArray<QueueSlot>()
  private let mode: PresentMode

  /// The first commit whose arrival is not known, and the latch at which the search for it goes on.
  private var arrived = 0
  private var latch = 0
  /// The first refresh that can show what is decided next.
  private var photon = 0
  private var mailbox = Mailbox()
  private var line = Line()

  /// Frames of which the newest is shown.
  private struct Mailbox {
    var server = RenderServer()
    /// The first commit that others may replace, and the first that was not offered.
    var waiting = 0
    var offered = 0
    /// The frames that are rendered and whose refresh is not known, all but the last replaced.
    var complete = SlidingArray<(indices: Range<Int>, end: Int64)>()
  }

  /// Frames that are all shown, as far as there is room.
  private struct Line {
    var free = Int64.min
    /// When those accepted so far are taken from the queue, in ascending order.
    var leaves = SlidingArray<Int64>()
    var left = 0
    var next = 0
    /// The first refresh whose latch is free to take a frame.
    var taken = 0
  }

  init(_ mode: PresentMode) { self.mode = mode }

  mutating func takeMemory(of other: inout PresentationSchedule) {
    timings.takeMemory(of: &other.timings)
    costs.takeMemory(of: &other.costs)
    targets.takeMemory(of: &other.targets)
    rendered.takeMemory(of: &other.rendered)
    queue.takeMemory(of: &other.queue)
    mailbox.complete.takeMemory(of: &other.mailbox.complete)
    line.leaves.takeMemory(of: &other.line.leaves)
  }

  /// Decides for the commits, as far as they cannot be decided otherwise any more.
  ///
  /// - Parameters:
  ///   - log: Those that were committed since the last time.
  ///   - times: The refreshes so far.
  ///   - now: No commit that is not in the log is earlier.
  ///   - isOver: Whether there are no more commits and refreshes.
  /// - Complexity: O(commits + vsyncs).
  mutating func advance(
    _ log: CommitLog, _ times: borrowing RefreshTimes, now: Int64, isOver: Bool
  ) {
    let commits = log.commits.lazy
    timings.append(contentsOf: commits.map { CommitTiming(committed: $0.time) })
    costs.append(contentsOf: commits.map { $0.cost })
    if mode == .atTarget { targets.append(contentsOf: commits.map { $0.target }) }
    let end = timings.endIndex
    if times.isAdaptive { rendered.append(repeating: .max, upTo: isOver ? end + 1 : end) }
    findArrivals(times, isOver)
    if mode == .mailbox {
      showNewest(times, now: now, isOver)
    } else {
      queue.append(repeating: QueueSlot(), upTo: isOver ? end + 1 : end)
      showInOrder(times, capacity: mode.capacity ?? PresentMode.targetCapacity, isOver)
    }
    guard isOver else { return }
    settled = end
    timings.append(CommitTiming())
  }

  /// The refreshes before this one show nothing that is not settled yet.
  func frontier(_ times: borrowing RefreshTimes, now: Int64) -> Int {
    let next = settled < timings.endIndex ? timings[settled].committed : now
    let guardTime = times.guardTime
    let first = times.vsyncs.partitionIndex(near: latch) { $0 - guardTime >= next }
    return max(photon, first + times.depth)
  }

  /// The first vsync that is still needed to decide.
  var firstVsync: Int { min(latch, photon) }

  /// When the first frame was committed whose way is not settled; `Int64.max` for none.
  var unsettledSince: Int64 { settled < timings.endIndex ? timings[settled].committed : .max }

  /// Forgets the settled commits before an instant.
  mutating func forget(before instant: Int64) {
    let first = min(settled, timings.partitionIndex { $0.committed >= instant })
    timings.forget(before: first)
    costs.forget(before: first)
    targets.forget(before: first)
    rendered.forget(before: first)
    queue.forget(before: first)
    line.leaves.forget(before: line.left)
  }

  /// The refresh whose latch took the frame of a commit; −1 if none did.
  @inline(__always)
  func latched(_ commit: Int32) -> Int32 {
    queue.isEmpty ? timings[Int(commit)].arrival : queue[Int(commit)].latched
  }

  /// Whether the frame of a commit was thrown away because the queue was full.
  @inline(__always)
  func isRefused(_ commit: Int32) -> Bool { !queue.isEmpty && queue[Int(commit)].isRefused }

  /// Until when the frame of a commit waits for what, given the latches of refreshes.
  ///
  /// Inlined, since a schedule that lies in a class would be copied for the call.
  @inline(__always)
  func wait(of commit: Int32, isAdaptive: Bool, latch: (Int32) -> Int64) -> PipelineWait {
    var wait = PipelineWait()
    let timing = timings[Int(commit)]
    wait.committed = timing.committed
    guard timing.arrival >= 0, !isRefused(commit) else { return wait }
    let latched = latched(commit)
    let isLate = timing.refresh != latched
    if latched > timing.arrival { wait.queueEnd = latch(latched - (isLate ? 1 : 0)) }
    guard isLate || isAdaptive else { return wait }
    let shown = timing.refresh < 0 ? Int64.max : latch(timing.refresh)
    if isAdaptive {
      (wait.renderEnd, wait.panelEnd) = (rendered[Int(commit)], shown)
    } else {
      wait.renderEnd = shown
    }
    return wait
  }

  private mutating func showNewest(
    _ times: borrowing RefreshTimes, now: Int64, _ isOver: Bool
  ) {
    var last = max(0, times.vsyncs.endIndex - times.depth)
    while mailbox.offered < arrived {
      let index = mailbox.offered
      // What no latch sees leads nowhere, nor does what is committed after it.
      guard let available = available(index, times, lastLatch: &last) else { break }
      mailbox.offered += 1
      if let end = mailbox.server.offer(available: available, cost: costs[index]) {
        mailbox.complete.append((mailbox.waiting..<index, end))
        mailbox.waiting = index
      }
    }
    let next = mailbox.offered < timings.endIndex ? timings[mailbox.offered].committed : now
    if let end = isOver ? mailbox.server.finish() : mailbox.server.finish(before: next) {
      mailbox.complete.append((mailbox.waiting..<mailbox.offered, end))
      mailbox.waiting = mailbox.offered
    }
    while let (indices, end) = mailbox.complete.first {
      guard show(indices, renderedAt: end, times, isOver) else { return }
      mailbox.complete.forget(before: mailbox.complete.startIndex + 1)
      settled = indices.upperBound
    }
  }

  private mutating func showInOrder(
    _ times: borrowing RefreshTimes, capacity: Int, _ isOver: Bool
  ) {
    var last = max(0, times.vsyncs.endIndex - times.depth)
    let depth = times.depth
    while line.next < arrived {
      let index = line.next
      let available = available(index, times, lastLatch: &last) ?? timings[index].committed
      while line.left < line.leaves.endIndex, line.leaves[line.left] <= timings[index].committed {
        line.left += 1
      }
      if line.leaves.endIndex - line.left >= capacity {
        queue[index].latched = timings[index].arrival
        queue[index].isRefused = true
      } else {
        guard waitForTarget(index, times, isOver) else { return }
        let latch = timings[index].arrival < 0 ? last : Int(timings[index].arrival) - depth
        // With depth 0 the server does not wait for a latch, nor a latch for the server.
        let taken = max(latch + depth, depth == 0 ? line.taken : photon)
        guard isOver || taken < times.vsyncs.endIndex else { return }
        queue[index].latched = timings[index].arrival
        var leaves = Int64.max
        if taken < times.vsyncs.endIndex {
          queue[index].latched = Int32(taken)
          let begin = depth == 0 ? available : times.latch(taken)
          let free = max(begin, line.free).addingSaturating(costs[index])
          guard show(index..<index + 1, renderedAt: free, times, isOver) else { return }
          line.free = free
          line.taken = taken + 1
          let refresh = Int(timings[index].refresh)
          if refresh >= 0 { leaves = times.latch(refresh) }
          photon += 1
        }
        line.leaves.append(leaves)
      }
      line.next += 1
      settled = line.next
    }
  }

  /// Lets a frame arrive no sooner than for its target, and returns whether that is known.
  private mutating func waitForTarget(
    _ index: Int, _ times: borrowing RefreshTimes, _ isOver: Bool
  ) -> Bool {
    guard mode == .atTarget, timings[index].arrival >= 0 else { return true }
    let (target, end) = (targets[index], times.vsyncs.endIndex)
    var latch = Int(timings[index].arrival) - times.depth
    while latch < end, !target.isReached(by: latch, at: times.vsyncs[latch]) { latch += 1 }
    guard isOver || latch + times.depth < end else { return false }
    timings[index].arrival = latch + times.depth < end ? Int32(latch + times.depth) : -1
    return true
  }

  /// Finds the refresh whose latch is the first to see each commit.
  private mutating func findArrivals(_ times: borrowing RefreshTimes, _ isOver: Bool) {
    let (vsyncs, depth, guardTime) = (times.vsyncs, times.depth, times.guardTime)
    while arrived < timings.endIndex {
      let committed = timings[arrived].committed
      while latch < vsyncs.endIndex, vsyncs[latch] - guardTime < committed { latch += 1 }
      if latch + depth < vsyncs.endIndex {
        timings[arrived].arrival = Int32(latch + depth)
      } else if !isOver {
        return
      }
      arrived += 1
    }
  }

  /// Returns when the frame of a commit can be rendered; `nil` if no latch sees it.
  ///
  /// A latch whose refresh is beyond the end of the run sees commits that arrive nowhere; such
  /// latches are found in ascending order.
  private func available(
    _ index: Int, _ times: borrowing RefreshTimes, lastLatch: inout Int
  ) -> Int64? {
    let timing = timings[index]
    if timing.arrival >= 0 {
      return times.depth > 0 ? times.latch(Int(timing.arrival)) : timing.committed
    }
    let vsyncs = times.vsyncs
    while lastLatch < vsyncs.endIndex, vsyncs[lastLatch] - times.guardTime < timing.committed {
      lastLatch += 1
    }
    guard lastLatch < vsyncs.endIndex else { return nil }
    return times.depth > 0 ? vsyncs[lastLatch] - times.guardTime : timing.committed
  }

  /// Shows frames, all but the last of which it replaces, at the first refresh that can; returns
  /// whether that is known.
  private mutating func show(
    _ indices: Range<Int>, renderedAt end: Int64, _ times: borrowing RefreshTimes, _ isOver: Bool
  ) -> Bool {
    guard let last = indices.last else { return true }
    let earliest = Int(latched(Int32(last)))
    let vsyncs = times.vsyncs
    var first = earliest < 0 ? vsyncs.endIndex : max(photon, earliest)
    while first < vsyncs.endIndex, vsyncs[first] < end { first += 1 }
    guard isOver || first < vsyncs.endIndex else { return false }
    photon = first
    for index in indices {
      if times.isAdaptive { rendered[index] = end }
      if photon < vsyncs.endIndex { timings[index].refresh = Int32(photon) }
    }
    return true
  }
}

extension Int64 {
  /// The sum, or the largest number if it is larger than that.
  func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
