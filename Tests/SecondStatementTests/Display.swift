/// What becomes of every commit: frame by frame, as the words say it.
struct Display {
  /// When a frame is ready to be shown, in the order of commits.
  struct Frame {
    let committed: Int
    /// The first refresh whose latch is not before the commit; `nil` if none is.
    var arrival: Int?
    /// The refresh whose latch took it.
    var taken: Int?
    /// The refresh that shows it, or what took its place.
    var refresh: Int?
    var rendered = Int.max
    var isRefused = false
  }

  let vsyncs: [Int]
  let depth: Int
  let guardTime: Int
  let isAdaptive: Bool
  /// The measured refreshes.
  let window: Range<Int>
  var frames: [Frame] = []

  init(_ story: Story, _ situation: Situation) {
    vsyncs = story.vsyncs
    depth = situation.depth
    guardTime = situation.guardTime
    isAdaptive = story.isAdaptive
    let end = max(0, vsyncs.count - 1)
    window = min(max(3, depth + 1), end)..<end
    frames = story.commits.map { commit in
      var frame = Frame(committed: commit.time)
      frame.arrival = vsyncs.indices.first { (latch($0) ?? .min) >= commit.time }
      frame.taken = frame.arrival
      return frame
    }
    if let capacity = situation.capacity {
      let targets = frames.indices.map { situation.framesHaveTargets ? target(of: $0, story) : 0 }
      showInOrder(story.commits.map(\.cost), capacity, notBefore: targets)
    } else {
      showNewest(story.commits.map(\.cost))
    }
  }

  /// L(k) = V(k − depth) − guard; a refresh before `depth` has none.
  func latch(_ refresh: Int) -> Int? {
    refresh >= depth ? vsyncs[refresh - depth] - guardTime : nil
  }

  /// When the render server may begin: at the latch, or with depth 0 at the commit.
  private func available(_ frame: Frame) -> Int? {
    // A latch may see a commit although its refresh is beyond the end of the run.
    let latch = vsyncs.map { $0 - guardTime }.first { $0 >= frame.committed }
    return latch.map { depth > 0 ? $0 : frame.committed }
  }

  /// The render server takes the newest frame that waits when it is free.
  private mutating func showNewest(_ costs: [Int]) {
    var free = Int.min
    var photon = 0
    for group in groups(costs) {
      guard let last = group.last, let begin = available(frames[last]) else { continue }
      free = max(begin, free) + costs[last]
      photon = max(photon, frames[last].arrival ?? vsyncs.count)
      while photon < vsyncs.count, vsyncs[photon] < free { photon += 1 }
      for index in group {
        frames[index].rendered = free
        if photon < vsyncs.count { frames[index].refresh = photon }
      }
    }
  }

  /// The commits whose frames take each other's place; the last of each group is rendered.
  private func groups(_ costs: [Int]) -> [[Int]] {
    var groups: [[Int]] = []
    var free = Int.min
    for index in frames.indices {
      guard let next = available(frames[index]) else { continue }
      guard let last = groups.last?.last, let before = available(frames[last]) else {
        groups.append([index])
        continue
      }
      if before < next, free <= next {
        // The one that waited has begun.
        free = max(before, free) + costs[last]
        groups.append([index])
      } else {
        groups[groups.count - 1].append(index)
      }
    }
    return groups
  }

  /// One frame a refresh, in order; one that finds the queue full is refused.
  private mutating func showInOrder(_ costs: [Int], _ capacity: Int, notBefore targets: [Int]) {
    var leaves: [Int] = []
    var free = Int.min
    var next = 0
    /// The first latch that has taken nothing.
    var untaken = 0
    for index in frames.indices {
      let committed = frames[index].committed
      if leaves.count(where: { $0 > committed }) >= capacity {
        frames[index].isRefused = true
        continue
      }
      let arrived = vsyncs.indices.first { vsyncs[$0] - guardTime >= committed } ?? vsyncs.count
      let seen = max(arrived, targets[index])
      if targets[index] > arrived {
        frames[index].arrival = seen + depth < vsyncs.count ? seen + depth : nil
        frames[index].taken = frames[index].arrival
      }
      // With depth 0 rendering begins at the commit, and holds up no latch.
      let taken = max(seen + depth, depth == 0 ? untaken : next)
      guard taken < vsyncs.count else {
        leaves.append(.max)
        continue
      }
      frames[index].taken = taken
      untaken = taken + 1
      free = max(depth == 0 ? committed : vsyncs[taken - depth] - guardTime, free) + costs[index]
      frames[index].rendered = free
      next = max(next, taken)
      while next < vsyncs.count, vsyncs[next] < free { next += 1 }
      if next < vsyncs.count { frames[index].refresh = next }
      leaves.append(next < vsyncs.count ? vsyncs[next - depth] - guardTime : .max)
      next += 1
    }
  }

  /// The vsync for which the last change of a commit was made: the target of a link, or the first
  /// at the next date of a timer.
  private func target(of commit: Int, _ story: Story) -> Int {
    let made = story.drivers.flatMap { driver in
      driver.changes.filter { $0.commit == commit }.map { (driver, $0) }
    }
    guard let (driver, change) = made.max(by: { $0.1.row < $1.1.row }) else { return 0 }
    let callback = driver.callbacks[change.callback]
    guard driver.isLink else {
      return vsyncs.firstIndex { $0 >= callback.due + driver.interval } ?? vsyncs.count
    }
    let pace = driver.paces.last { $0.time <= callback.began }?.divider ?? max(1, driver.interval)
    return (vsyncs.firstIndex(of: callback.newest) ?? 0) + pace
  }

  /// Until when a frame waits for its commit, in the queue, for the render server and the panel.
  func waits(of commit: Int?) -> (commit: Int, queue: Int, render: Int, panel: Int) {
    guard let commit else { return (.max, .min, .min, .min) }
    let frame = frames[commit]
    var waits = (commit: frame.committed, queue: Int.min, render: Int.min, panel: Int.min)
    guard let arrival = frame.arrival, !frame.isRefused else { return waits }
    let isLate = frame.refresh != frame.taken
    if let taken = frame.taken, taken > arrival {
      waits.queue = latch(taken - (isLate ? 1 : 0)) ?? .min
    }
    guard isLate || isAdaptive else { return waits }
    let shown = frame.refresh.flatMap(latch) ?? .max
    if isAdaptive {
      (waits.render, waits.panel) = (frame.rendered, shown)
    } else {
      waits.render = shown
    }
    return waits
  }
}

/// What the display shows of one driver.
struct Shown {
  /// The change that each refresh is the first to show.
  var changes: [Int?]
  /// The refresh that each change reached.
  var refreshes: [Int?]

  init(_ driver: Driver, _ display: Display) {
    changes = Array(repeating: nil, count: display.vsyncs.count)
    refreshes = driver.changes.map { change in
      change.commit.flatMap { display.frames[$0].refresh }
    }
    for (index, refresh) in refreshes.enumerated() {
      if let refresh { changes[refresh] = index }
    }
  }
}
