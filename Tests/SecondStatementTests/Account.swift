/// Every metric of one driver, worked out from the rows by the words of the dictionary.
struct Account {
  let story: Story
  let situation: Situation
  let display: Display
  let driver: Driver
  let shown: Shown
  /// The texts of the values by name; an undefined metric has none.
  var values: [String: String] = [:]
  /// How many frames were shown so many refreshes later than expected.
  var lateBins: [Int: Int] = [:]
  /// How many drops are put down to the driver's own callback that was held up.
  var heldUp = 0

  init(_ story: Story, _ situation: Situation, _ display: Display, _ driver: Driver) {
    self.story = story
    self.situation = situation
    self.display = display
    self.driver = driver
    shown = Shown(driver, display)
    dueInstants()
    firings()
    blameOfFirings()
    scene()
    guard !display.window.isEmpty else {
      symptoms(nil)
      return
    }
    refreshes()
    let slots = Slots(self)
    symptoms(slots)
    if slots.isDeclared { self.slots(slots) }
    hitches(slots)
    frameRate(slots)
    frames()
    latencies()
    content()
  }

  mutating func count(_ name: String, _ value: Int?) { values[name] = value.map { String($0) } }
  mutating func time(_ name: String, _ value: Int?) { values[name] = value.map(milliseconds) }
  mutating func number(_ name: String, _ value: Double?) { values[name] = value.map(decimal) }

  /// Statistics of a family, by the ends of their names.
  mutating func family(_ name: String, _ samples: [Int], _ ends: [String]) {
    guard !samples.isEmpty else { return }
    for end in ends {
      switch end {
      case "min": time("\(name)_min", samples.min())
      case "max": time("\(name)_max", samples.max())
      case "mean": time("\(name)_mean", mean(samples))
      case "p999": time("\(name)_p999", percentile(samples, 999))
      default: time("\(name)_\(end)", percentile(samples, 10 * (Int(end.dropFirst()) ?? 0)))
      }
    }
  }

  /// The callbacks whose due instants lie in the run.
  var measured: [Callback] { driver.callbacks.filter { 0 <= $0.due && $0.due < story.end } }

  /// Whether a pause begins between the beginnings of two callbacks.
  func isApart(_ first: Callback, _ second: Callback) -> Bool {
    driver.pauseRows.contains { first.row < $0 && $0 < second.row }
  }

  private mutating func dueInstants() {
    let dues = driver.dues.filter { 0 <= $0.time && $0.time < story.end && $0.outcome != "fired" }
    func number(_ outcome: String) -> Int { dues.count { $0.outcome == outcome } }
    let fires = measured.count
    let missed = missedOutcomes.reduce(0) { $0 + number($1) }
    count("due", dues.count + fires)
    count("fires", fires)
    count("missed", missed)
    for outcome in ["blocked", "starved", "suppressed", "folded", "cancelled", "open"] {
      count(outcome, number(outcome))
    }
    count("refused_vsyncs", number("refused"))
    if driver.isLink {
      count("queue_peak", driver.peak)
      drain()
      count(
        "stale",
        driver.callbacks.map { call in
          zip(story.vsyncs, story.vsyncRows).count { call.newest < $0 && $1 < call.row }
        }.max())
    }
    if fires + missed > 0 {
      self.number("coverage", 100 * Double(fires) / Double(fires + missed))
    }
  }

  /// Callbacks that begin when the one before ends make one stretch with it.
  private mutating func drain() {
    var stretches: [(began: Int, ended: Int)] = []
    for (index, callback) in driver.callbacks.enumerated() {
      guard let ended = callback.ended else { continue }
      let before = index > 0 ? driver.callbacks[index - 1] : nil
      let follows = before?.ended == callback.began && before?.began != nil
      stretches.append((follows ? stretches.last?.began ?? callback.began : callback.began, ended))
    }
    if let longest = stretches.map({ $0.ended - $0.began }).max() { time("drain", longest) }
  }

  private mutating func firings() {
    let clipped = driver.starved.map { min($0.end, story.end) - max(0, $0.begin) }
    time("starved_span", clipped.reduce(0) { $0 + max(0, $1) })
    time("fired_first", driver.callbacks.first?.began)
    time("fired_end", driver.callbacks.last?.began)
    let lateness = measured.map { $0.began - $0.due }
    if !lateness.isEmpty {
      number("on_time", 100 * Double(lateness.count { $0 == 0 }) / Double(lateness.count))
    }
    wakeUps()
    family("lateness", lateness, ["min", "mean", "p50", "p90", "p99", "p999", "max"])
    family(
      "latest_lateness", measured.map { $0.began - $0.newest }, ["mean", "p50", "p99", "max"])
    if !story.sleeps.isEmpty {
      family("wall_lateness", measured.map { wallLateness($0) }, ["p50", "p99", "max"])
    }
    let least = lateness.min() ?? 0
    family("pdv", lateness.map { $0 - least }, ["p50", "p90", "p99", "max"])
    time("tie_pkpk", range(lateness))
    drift(lateness)
    intervals()
  }

  /// The thread has slept if time went by from before to after its waiting; it wakes up for the
  /// first callout or task since then, in the same run of the loop.
  private mutating func wakeUps() {
    var (asleepSince, hasSlept) = (0, false)
    var woken: Set<Int> = []
    for (index, row) in story.rows[..<story.count].enumerated() {
      switch (row.what, row.detail) {
      case ("activity", "before_waiting"): asleepSince = row.time
      case ("activity", "after_waiting"): hasSlept = hasSlept || row.time > asleepSince
      case ("run_began", _), ("run_returned", _): hasSlept = false
      case ("callout_began", _), ("task_began", _):
        if hasSlept { woken.insert(index) }
        hasSlept = false
      default: break
      }
    }
    if story.end > 0 { number("wake_ups", Double(woken.count) * 1e9 / Double(story.end)) }
    guard !measured.isEmpty else { return }
    let own = measured.count { woken.contains($0.row) }
    number("shared_wake_ups", 100 * Double(measured.count - own) / Double(measured.count))
  }

  /// How late a callback is by the clock on the wall, on which a timer by uptime was set to be due.
  func wallLateness(_ callback: Callback) -> Int {
    /// How much of a stretch of the run the machine slept through, a sleep at its begin left out.
    func slept(after begin: Int, upTo end: Int) -> [(at: Int, length: Int)] {
      story.sleeps.filter { begin < $0.at && $0.at <= end }
    }
    let late = callback.began - callback.due
    guard !driver.isLink, !driver.isLoop, !driver.isByWallClock else {
      return late + slept(after: callback.due, upTo: callback.began).reduce(0) { $0 + $1.length }
    }
    let before = driver.callbacks.last { $0.row < callback.row }?.ended ?? 0
    let resumed = driver.pauses.map(\.end).filter { $0 <= callback.began }.max() ?? 0
    let set = max(before, resumed)
    guard callback.due > set else {
      return late + slept(after: callback.due, upTo: callback.began).reduce(0) { $0 + $1.length }
    }
    // What was left to wait passes on the wall, in the run and in sleeps.
    var (now, left) = (set, callback.due - set)
    for sleep in slept(after: set, upTo: .max).sorted(by: { $0.at < $1.at })
    where now + left > sleep.at {
      left -= sleep.at - now
      now = sleep.at
      left = max(0, left - sleep.length)
      if left == 0 { break }
    }
    let meant = now + left
    return callback.began - meant
      + slept(after: meant, upTo: callback.began).reduce(0) { $0 + $1.length }
  }

  /// The least-squares slope of began over the date that was asked for, minus 1.
  private mutating func drift(_ lateness: [Int]) {
    let x = measured.map { Int128($0.due - $0.shift) }
    let y = zip(lateness, measured).map { Int128($0 + $1.shift) }
    let n = Int128(x.count)
    func sum(_ a: [Int128], _ b: [Int128]? = nil) -> Int128 {
      a.indices.reduce(0) { $0 + a[$1] * (b?[$1] ?? 1) }
    }
    let spread = n * sum(x, x) - sum(x) * sum(x)
    guard n >= 2, spread > 0 else { return }
    number("drift", 1_000_000 * (Double(n * sum(x, y) - sum(x) * sum(y)) / Double(spread)))
  }

  private mutating func intervals() {
    let pairs = zip(measured, measured.dropFirst()).filter { !isApart($0, $1) }
    let steps = pairs.map { $1.began - $0.began }
    time("longest_gap", steps.max())
    if !steps.isEmpty { count("frozen", steps.count { $0 >= 700_000_000 }) }
    let changes = pairs.map { ($1.began - $1.due) - ($0.began - $0.due) }
    time("period_jitter_sd", deviation(changes))
    time("period_jitter_pkpk", range(changes))
    let regular = pairs.filter { isRegular($0, $1) }
    let lengths = regular.map { $1.began - $0.began }
    count("interval_n", regular.count)
    time("interval_sd", deviation(lengths))
    time("interval_pkpk", range(lengths))
    let cycles = zip(regular, regular.dropFirst()).filter { $0.1.row == $1.0.row }
      .map { ($1.1.began - $1.0.began) - ($0.1.began - $0.0.began) }
    if !cycles.isEmpty {
      time("cycle_to_cycle_max", cycles.map { abs($0) }.max())
      time("cycle_to_cycle_mean", mean(cycles.map { abs($0) }))
      time("cycle_to_cycle_rms", meanSquare(cycles))
    }
    var (jitter, most) = (0.0, 0.0)
    for change in changes {
      jitter += (Double(abs(change)) - jitter) / 16
      most = max(most, jitter)
    }
    guard !changes.isEmpty else { return }
    time("rfc_jitter", Int(jitter + 0.5))
    time("rfc_jitter_max", Int(most + 0.5))
  }

  /// Whether nothing was missed between two callbacks, no date set by hand and no grid changed.
  private func isRegular(_ first: Callback, _ second: Callback) -> Bool {
    let rows = driver.movedRows + driver.gridRows
    guard !rows.contains(where: { first.row < $0 && $0 < second.row }) else { return false }
    return !driver.dues.contains {
      first.due < $0.time && $0.time < second.due
        && missedOutcomes.contains($0.outcome)
    }
  }
}

/// What becomes of due instants that pass without a callback.
private let missedOutcomes = ["blocked", "starved", "suppressed", "folded", "refused"]
