import LabKernel
import LabTrace

/// The way of every committed picture to the glass.
///
/// A commit is taken at the first latch that is not before it. With a depth of 1 or 2 the render server
/// begins then, with 0 at the commit; the picture gives light at the first vsync, not before the one
/// that belongs to the latch, at which it is complete. A pure function of commits and vsyncs, so that
/// a commit at the very instant of a latch still counts, and a live trace is treated alike.
struct PictureFlow: Sendable {
  /// The way of each commit; the last one, which leads nowhere, is that of what was not committed.
  private(set) var passages: [Passage] = []
  /// When the picture of each commit was rendered; nothing on a grid, where nobody asks.
  private(set) var rendered: [Int64]
  private let times: RefreshTimes
  /// The first refresh that can show what is decided next.
  private var photon = 0

  /// Takes commits over, and decides for every one.
  ///
  /// - Complexity: O(commits + vsyncs).
  init(taking commits: inout [Passage], _ times: RefreshTimes, _ mode: PresentMode) {
    self.times = times
    rendered = times.isAdaptive ? Array(repeating: .max, count: commits.count + 1) : []
    swap(&passages, &commits)
    switch mode {
    case .mailbox: showNewest()
    case .fifo(let capacity): showInOrder(capacity: capacity)
    }
    passages.append(Passage())
  }

  private mutating func showNewest() {
    var server = RenderServer()
    var latch = 0
    var waiting = 0
    var offered = 0
    for index in passages.indices {
      let available = arrive(index, from: &latch)
      guard latch < times.vsyncs.count else { continue }
      offered = index + 1
      if let end = server.offer(available: available, cost: passages[index].cost) {
        show(waiting..<index, renderedAt: end)
        waiting = index
      }
    }
    if let end = server.finish() { show(waiting..<offered, renderedAt: end) }
  }

  private mutating func showInOrder(capacity: Int) {
    var latch = 0
    var free = Int64.min
    /// When those accepted so far are taken from the queue, in ascending order.
    var leaves: [Int64] = []
    var left = 0
    for index in passages.indices {
      let available = arrive(index, from: &latch)
      while left < leaves.count, leaves[left] <= passages[index].committed { left += 1 }
      if leaves.count - left >= capacity {
        passages[index].isRefused = true
        continue
      }
      leaves.append(.max)
      let taken = max(latch, photon - times.depth)
      guard taken + times.depth < times.vsyncs.count else { continue }
      passages[index].latched = Int32(taken + times.depth)
      let begin = times.depth == 0 ? available : times.latch(taken + times.depth)
      free = max(begin, free).addingSaturating(passages[index].cost)
      show(index..<index + 1, renderedAt: free)
      let refresh = Int(passages[index].refresh)
      if refresh >= 0 { leaves[leaves.count - 1] = times.latch(refresh) }
      photon += 1
    }
  }

  /// Finds the latch that is the first to see a commit, and returns when it can be rendered.
  private mutating func arrive(_ index: Int, from latch: inout Int) -> Int64 {
    let committed = passages[index].committed
    let vsyncs = times.vsyncs
    while latch < vsyncs.count, vsyncs[latch] - times.guardTime < committed { latch += 1 }
    let refresh = latch + times.depth
    if latch < vsyncs.count, refresh < vsyncs.count {
      passages[index].arrival = Int32(refresh)
      passages[index].latched = Int32(refresh)
    }
    guard times.depth > 0, latch < vsyncs.count else { return committed }
    return vsyncs[latch] - times.guardTime
  }

  /// Shows pictures, all but the last of which it replaces, at the first refresh that can.
  private mutating func show(_ indices: Range<Int>, renderedAt end: Int64) {
    guard let last = indices.last else { return }
    let earliest = Int(passages[last].latched)
    photon = earliest < 0 ? times.vsyncs.count : max(photon, earliest)
    while photon < times.vsyncs.count, times.vsyncs[photon] < end { photon += 1 }
    for index in indices {
      if times.isAdaptive { rendered[index] = end }
      if photon < times.vsyncs.count { passages[index].refresh = Int32(photon) }
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
