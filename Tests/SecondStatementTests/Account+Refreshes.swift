extension Account {
  /// The interval aimed at from a refresh; the upper median distance of two vsyncs if unknown.
  func aim(_ refresh: Int) -> Int {
    if story.aims[refresh] > 0 { return story.aims[refresh] }
    let distances = zip(story.vsyncs, story.vsyncs.dropFirst()).map { $1 - $0 }.sorted()
    return distances.isEmpty ? 0 : distances[distances.count / 2]
  }

  /// The divider of a link at an instant.
  func divider(_ time: Int) -> Int {
    driver.paces.last { $0.time <= time }?.divider ?? max(1, driver.interval)
  }

  var target: Situation.Target? {
    if let target = situation.targets[driver.name] { return target }
    if display.isAdaptive { return .undeclared }
    return driver.isLink ? nil : .refreshes(1)
  }

  /// How long the frame that a refresh shows is to stay; 0 if that is not declared.
  func targetInterval(_ refresh: Int) -> Int {
    switch target {
    case .rate(let frames, let per): 1_000_000_000 * per / frames
    case .refreshes(let count): aim(refresh) * count
    case .undeclared where !driver.isLink: driver.interval
    case .undeclared, nil: aim(refresh) * divider(story.vsyncs[refresh])
    }
  }

  func duration(_ refreshes: Range<Int>) -> Int {
    story.vsyncs[refreshes.upperBound] - story.vsyncs[refreshes.lowerBound]
  }

  /// A step from one shown frame of the window to the next; none across a pause.
  var steps: [(from: Int, to: Int, error: Int)] {
    let new = display.window.filter { shown.changes[$0] != nil }
    return zip(new, new.dropFirst()).compactMap { from, to in
      let (first, second) = (change(shownBy: from), change(shownBy: to))
      let (before, after) = (driver.callbacks[first.callback], driver.callbacks[second.callback])
      guard !isApart(before, after) && !isApart(after, before) else { return nil }
      return (from, to, second.clock - first.clock - duration(from..<to))
    }
  }

  func change(shownBy refresh: Int) -> Change { driver.changes[shown.changes[refresh] ?? 0] }

  mutating func refreshes() {
    let vsyncs = story.vsyncs
    var (double, empty, most) = (0, 0, 0)
    for refresh in 0..<vsyncs.count - 1 {
      let fires = driver.callbacks.count {
        vsyncs[refresh] <= $0.began && $0.began < vsyncs[refresh + 1]
      }
      if fires >= 2 { double += 1 }
      most = max(most, fires)
      let isPaused = driver.pauses.contains { $0.contains(vsyncs[refresh]) }
      let isDue = driver.callbacks.first.map { $0.due < vsyncs[refresh + 1] } ?? true
      if fires == 0, !isPaused, isDue { empty += 1 }
    }
    count("double_fires", double)
    count("fires_per_refresh_max", most)
    count("empty_refreshes", empty)
    let window = display.window
    let new = window.count { shown.changes[$0] != nil }
    let repeated = Slots.stretches(self).joined().count { shown.changes[$0] == nil }
    count("refreshes", new + repeated)
    count("new", new)
    count("repeated", repeated)
    let reached = window.map { refresh in shown.refreshes.count { $0 == refresh } }
    count("overwriting_refreshes", reached.count { $0 >= 2 })
    let lost = shown.refreshes.indices.filter { index in
      shown.refreshes[index].map { window.contains($0) && shown.changes[$0] != index } ?? false
    }
    // Only the driver's own updates supersede each other; the next one is that which does.
    let merged = lost.count { driver.changes[$0].commit == driver.changes[$0 + 1].commit }
    count("merged", merged)
    count("replaced", lost.count - merged)
    count("overwritten", lost.count)
    let arrivals = driver.changes.map { $0.commit.flatMap { display.frames[$0].arrival } }
    let refused = driver.changes.map { $0.commit.map { display.frames[$0].isRefused } ?? false }
    let here = arrivals.indices.filter { arrivals[$0].map(window.contains) ?? false }
    count("updates", here.count)
    count("refused", here.count { refused[$0] })
    func underWay(_ bound: Int) -> Int {
      arrivals.indices.count { index in
        guard let arrival = arrivals[index], !refused[index] else { return false }
        return arrival < bound && shown.refreshes[index] ?? .max >= bound
      }
    }
    count("queue_growth", underWay(window.upperBound) - underWay(window.lowerBound))
    let busy = Holders(story).busy
    let wasted = driver.changes.indices.reduce(0) { sum, index in
      let change = driver.changes[index]
      let isLost = shown.refreshes[index].map { shown.changes[$0] != index } ?? refused[index]
      return isLost ? sum + change.time - driver.callbacks[change.callback].began : sum
    }
    if busy > 0 { number("wasted_work", 100 * Double(wasted) / Double(busy)) }
  }

  mutating func frames() {
    let steps = steps
    let errors = steps.map { abs($0.error) }
    let durations = steps.map { duration($0.from..<$0.to) }
    let active = Slots.stretches(self).reduce(0) { $0 + duration($1) }
    family("animation_error", errors, ["mean", "p50", "p95", "p99", "max"])
    time("animation_error_rms", meanSquare(errors))
    if !errors.isEmpty {
      let sum = Double(errors.reduce(0, +))
      if active > 0 { number("animation_error_rate", 1000 * (sum / Double(active))) }
      number("animation_error_share", 100 * (sum / Double(durations.reduce(0, +))))
    }
    let off = steps.compactMap { step -> Int? in
      let target = targetInterval(step.from)
      return target > 0 ? duration(step.from..<step.to) - target : nil
    }
    time("judder_sd", deviation(off))
    family("judder", off.map { abs($0) }, ["p99", "max"])
    rates(durations)
  }

  private mutating func rates(_ durations: [Int]) {
    guard !durations.isEmpty else { return }
    let bound = percentile(durations, 990)
    number("fps_p1", 1_000_000_000 / Double(bound))
    let slow = durations.filter { $0 >= bound }
    number(
      "fps_low1_average", 1_000_000_000 * Double(slow.count) / Double(slow.reduce(0, +)))
    let sum = durations.reduce(0, +)
    var filled = 0
    for duration in durations.sorted(by: >) {
      filled += duration
      guard 100 * filled >= sum else { continue }
      number("fps_low1_integral", 1_000_000_000 / Double(duration))
      break
    }
    let root = (Double(sum) / Double(durations.count) / 1_000_000).squareRoot() * 10
    let width = max(1, Int(root.rounded(.toNearestOrEven)))
    let smooth = durations.indices.map { index in
      index > 0 && durations[index] > 3 * durations[index - 1]
        ? durations[index - 1] : durations[index]
    }
    let stuttering = durations.indices.filter { index in
      let trailing = smooth[max(0, index - width + 1)...index]
      return 2 * durations[index] * trailing.count > 5 * trailing.reduce(0, +)
    }
    let stuttered = stuttering.reduce(0) { $0 + durations[$1] }
    number("stutter_share", 100 * Double(stuttered) / Double(sum))
  }

  mutating func latencies() {
    let vsyncs = story.vsyncs
    let new = display.window.filter { shown.changes[$0] != nil }
    var (photons, dues, ages): ([Int], [Int], [Int]) = ([], [], [])
    var stages: [[Int]] = [[], [], [], [], []]
    var late: [Int] = []
    lateBins = [0: 0]
    for refresh in new {
      let change = change(shownBy: refresh)
      let callback = driver.callbacks[change.callback]
      let frame = display.frames[change.commit ?? 0]
      let photon = vsyncs[refresh]
      photons.append(photon - callback.began)
      dues.append(photon - callback.due)
      ages.append(photon - change.clock)
      let latch = frame.taken.flatMap(display.latch) ?? 0
      let times = [callback.due, callback.began, change.time, frame.committed, latch, photon]
      for stage in 0..<5 { stages[stage].append(times[stage + 1] - times[stage]) }
      let expected = expectedRefresh(of: callback)
      if let expected, refresh > expected { late.append(photon - vsyncs[expected]) }
      lateBins[max(0, refresh - (expected ?? refresh)), default: 0] += 1
    }
    let ends = ["min", "mean", "p50", "p90", "p99", "max"]
    family("tick_to_photon", photons, ends)
    family("due_to_photon", dues, ends)
    family("content_age", ages, ["min", "mean", "p50", "p99", "max"])
    count("late_frames", late.count)
    family("late_frame", late, ["mean", "p99", "max"])
    for (name, times) in zip(["wake", "callback", "commit", "latch", "pipeline"], stages)
    where !times.isEmpty {
      time("stage_\(name)", mean(times))
    }
    family("input_to_photon", answers(), ends)
  }

  /// The refresh whose latch is a link's target timestamp, or the first whose latch is not before a
  /// timer's due date.
  private func expectedRefresh(of callback: Callback) -> Int? {
    guard driver.isLink else {
      return display.vsyncs.indices.first {
        (display.latch($0) ?? .min) >= callback.due
      }
    }
    let stamp = story.vsyncs.lastIndex { $0 <= callback.newest } ?? 0
    return stamp + divider(callback.began) + display.depth
  }

  /// The time from the earliest input that a shown update answers to the frame, in the window.
  private func answers() -> [Int] {
    var answers: [Int] = []
    var waiting: [Int] = []
    var row = 0
    for (index, change) in driver.changes.enumerated() {
      while row < driver.callbacks[change.callback].row {
        if story.rows[row].what == "input" { waiting.append(story.rows[row].number) }
        row += 1
      }
      guard let refresh = shown.refreshes[index], shown.changes[refresh] == index,
        let first = waiting.min()
      else { continue }
      if display.window.contains(refresh) { answers.append(story.vsyncs[refresh] - first) }
      waiting = []
    }
    return answers
  }
}
