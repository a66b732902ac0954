/// The frames that a target cadence wants, each a few refreshes long.
struct Slots {
  struct Slot {
    let refreshes: Range<Int>
    let isDropped: Bool
    /// The causes of its time, in nanoseconds; none for one that was fulfilled.
    var causes: [String: Int] = [:]
    /// The cause that it counts for.
    var cause: String?
    /// Whether it counts for the driver's own callback, which would have been in time alone.
    var isHeldUp = false
    var length: Int
  }

  let isDeclared: Bool
  var slots: [Slot] = []
  /// The refreshes of the window that no pause covers.
  var stretches: [Range<Int>] = []
  /// How many of them come before a frame is wanted.
  var leading = 0

  init(_ account: Account) {
    let target = account.target
    if case .undeclared = target { isDeclared = false } else { isDeclared = true }
    stretches = Self.stretches(account)
    guard isDeclared else { return }
    for whole in stretches {
      let stretch = Self.wanted(whole, account)
      leading += whole.count - stretch.count
      /// Where slots begin, count by count; the last count goes on to the end of the stretch.
      var begins: [Int] = []
      var endsWhole = true
      for count in Self.counts(of: stretch, account) {
        let beginsSlot = Self.beginning(of: count, account)
        begins += count.filter(beginsSlot)
        endsWhole = beginsSlot(count.upperBound)
      }
      // Each slot lasts until the next one begins.
      for (begin, end) in zip(begins, begins.dropFirst() + [stretch.upperBound]) {
        let isDropped = !(begin..<end).contains { account.shown.changes[$0] != nil }
        // An unfinished one at the end counts only if it is fulfilled.
        if end == stretch.upperBound, isDropped, !endsWhole { continue }
        slots.append(Slot(refreshes: begin..<end, isDropped: isDropped, length: 0))
      }
    }
    let walk = Waiting(account)
    for index in slots.indices where slots[index].isDropped {
      let refreshes = slots[index].refreshes
      let first = refreshes.lowerBound
      let begin = max(0, first > 0 ? account.display.latch(first - 1) ?? 0 : 0)
      let end = max(begin, account.display.latch(refreshes.upperBound - 1) ?? 0)
      let causes = walk.causes(from: begin, to: end, deadline: end)
      slots[index].causes = causes
      slots[index].length = end - begin
      let most = causes.values.max() ?? 0
      slots[index].cause = Waiting.order.first { causes[$0] == most } ?? "idle"
      slots[index].isHeldUp =
        slots[index].cause == "own" && walk.isHeldUp(before: end, length: end - begin)
    }
  }

  /// The measured refreshes that follow one another without a pause.
  static func stretches(_ account: Account) -> [Range<Int>] {
    let display = account.display
    // The latch interval of the first refreshes begins with the run.
    func begin(_ refresh: Int) -> Int { max(0, refresh > 0 ? display.latch(refresh - 1) ?? 0 : 0) }
    func isOf(_ pause: Stretch, _ refresh: Int) -> Bool {
      guard !account.driver.isLink, let date = pause.firstDate, date > pause.end else {
        return pause.contains(begin(refresh))
      }
      return pause.begin <= begin(refresh) && display.latch(refresh) ?? .min < date
    }
    let active = display.window.filter { refresh in
      let isOld = account.shown.changes[refresh] == nil
      return !account.driver.pauses.contains { pause in
        // The refresh before those of a pause is one of them if the pause begins before its latch.
        isOf(pause, refresh)
          || (isOld && begin(refresh) < pause.begin
            && pause.begin < display.latch(refresh) ?? .min && isOf(pause, refresh + 1))
      }
    }
    return runs(active) { _ in false }
  }

  /// A stretch from the first new frame on, or from the first refresh on that latches an interval
  /// or more after a timer's first date, or after a link's first vsync; or, of one that is there
  /// from the beginning of the run, after its second.
  private static func wanted(_ stretch: Range<Int>, _ account: Account) -> Range<Int> {
    let (driver, display) = (account.driver, account.display)
    guard driver.isLink || (!driver.isLoop && driver.interval > 0) else { return stretch }
    func isWanted(_ refresh: Int) -> Bool {
      let (begin, latch) = (display.latch(refresh - 1) ?? 0, display.latch(refresh) ?? .min)
      let pause = driver.pauses.last { $0.begin <= max(0, begin) }
      if driver.isLink {
        guard let pause else { return refresh > display.depth + max(1, driver.interval) }
        return latch > pause.firstDate ?? .max
      }
      let first = driver.dues.map(\.time).min() ?? .max - driver.interval
      guard let date = pause == nil ? first : pause?.firstDate else { return true }
      return latch >= date + driver.interval
    }
    let first = stretch.first { account.shown.changes[$0] != nil || isWanted($0) }
    return (first ?? stretch.upperBound)..<stretch.upperBound
  }

  /// Joins numbers that follow one another, except where another piece begins.
  private static func runs(_ numbers: [Int], cut: (Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound == number, !cut(number) {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs
  }

  /// The pace that a link has when the latch interval of a refresh begins.
  private static func pace(at refresh: Int, _ account: Account) -> Int {
    account.divider(max(0, refresh > 0 ? account.display.latch(refresh - 1) ?? 0 : 0))
  }

  /// The parts of a stretch that are counted off by themselves.
  private static func counts(of stretch: Range<Int>, _ account: Account) -> [Range<Int>] {
    let aims = account.story.aims
    switch account.target {
    case .rate, .undeclared: return [stretch]
    case .refreshes: return runs(Array(stretch)) { aims[$0] != aims[$0 - 1] }
    case nil:
      return runs(Array(stretch)) {
        aims[$0] != aims[$0 - 1] || pace(at: $0, account) != pace(at: $0 - 1, account)
      }
    }
  }

  /// The number of the slot of a rate to which an instant belongs that comes so long after the
  /// beginning; both are cut to whole nanoseconds, and one too few must not count.
  private static func number(_ elapsed: Int, _ frames: Int, _ per: Int) -> Int {
    let (time, unit) = (Int128(elapsed + 1) * Int128(frames), Int128(per) * 1_000_000_000)
    return Int(time < 0 ? -((unit - 1 - time) / unit) : time / unit)
  }

  /// Of 64 instants in the interval up to the latch of the first new frame the last one from which
  /// on the fewest slots of the next 1024 refreshes show none; `nil` if the rate is a whole
  /// fraction of the display's.
  private static func fewestDrops(
    in piece: Range<Int>, from first: Int, _ account: Account
  ) -> Int? {
    guard case .rate(let frames, let per) = account.target else { return nil }
    let (interval, period) = (1_000_000_000 * per / frames, account.aim(first))
    let whole = max(1, (interval + period / 2) / max(1, period)) * period
    guard period > 0, abs(interval - whole) > interval / 10_000 else { return nil }
    let refreshes = (first..<min(piece.upperBound, first + 1024)).filter {
      account.shown.changes[$0] != nil
    }
    let latches = refreshes.compactMap(account.display.latch)
    guard let latch = latches.first else { return nil }
    func drops(_ begin: Int) -> Int {
      let numbers = latches.map { number($0 - begin, frames, per) }
      return zip(numbers, numbers.dropFirst()).reduce(0) { $0 + max(0, $1.1 - $1.0 - 1) }
    }
    let begins = (0..<64).map { latch - interval / 64 * $0 }
    return begins.min { drops($0) < drops($1) }
  }

  /// Whether a slot begins at a refresh of a count, or would at the one behind it.
  private static func beginning(of count: Range<Int>, _ account: Account) -> (Int) -> Bool {
    let display = account.display
    let new = count.first { account.shown.changes[$0] != nil }
    let first = new ?? count.lowerBound
    if case .rate(let frames, let per) = account.target {
      let start =
        new.flatMap { fewestDrops(in: count, from: $0, account) } ?? display.latch(first) ?? 0
      func interval(_ refresh: Int) -> Int? {
        display.latch(refresh).map { number($0 - start, frames, per) }
      }
      return { interval($0 - 1) == nil || interval($0 - 1) != interval($0) }
    }
    let length =
      if case .refreshes(let length) = account.target { length } else {
        pace(at: count.lowerBound, account)
      }
    return { ($0 - first) % length == 0 }
  }
}

extension Account {
  mutating func frameRate(_ table: Slots) {
    let active = table.stretches.reduce(0) { $0 + duration($1) }
    let new = display.window.count { shown.changes[$0] != nil }
    if active > 0 { number("fps_avg", Double(new) * 1_000_000_000 / Double(active)) }
  }

  mutating func slots(_ table: Slots) {
    let slots = table.slots
    let dropped = slots.count { $0.isDropped }
    let new = display.window.count { shown.changes[$0] != nil }
    count("slots", slots.count)
    count("dropped", dropped)
    if !slots.isEmpty {
      let share = 100 * Double(dropped) / Double(slots.count)
      number("dropped_share", share)
      number("throughput", 100 - share)
    }
    count("surplus", new - (slots.count - dropped))
    for cause in Waiting.order { count("dropped_\(cause)", slots.count { $0.cause == cause }) }
    let costs = driver.callbacks.compactMap { call in call.ended.map { $0 - call.began } }
    let (work, time) = (costs.reduce(0, +), table.stretches.reduce(0) { $0 + duration($1) })
    let alone = work > 0 ? slots.count - time * costs.count / work : 0
    heldUp = max(0, min(slots.count(where: \.isHeldUp), slots.count { $0.cause == "own" } - alone))
    let vsyncs = story.vsyncs
    var seconds: [Double] = []
    for stretch in table.stretches {
      let own = slots.filter { stretch.contains($0.refreshes.lowerBound) }
      for slot in own {
        let end = vsyncs[slot.refreshes.upperBound]
        guard end - vsyncs[stretch.lowerBound] >= 1_000_000_000 else { continue }
        let inside = own.filter {
          vsyncs[$0.refreshes.lowerBound] >= max(vsyncs[stretch.lowerBound], end - 1_000_000_000)
            && $0.refreshes.upperBound <= slot.refreshes.upperBound
        }
        // The slot that ends the second counts even if it began before.
        let lost = inside.isEmpty ? [slot] : inside
        let share = lost.count { $0.isDropped } * 1_000_000_000 / lost.count
        seconds.append(Double(share) / 10_000_000)
      }
    }
    number("dropped_worst", seconds.max())
    if !seconds.isEmpty {
      number("dropped_p95", seconds.sorted()[(seconds.count * 95 + 99) / 100 - 1])
    }
  }

  mutating func hitches(_ table: Slots) {
    guard table.isDeclared || display.isAdaptive else { return }
    var parts: [(begin: Int, end: Int, time: Int, isRender: Bool)] = []
    var causes: [String: Int] = [:]
    if table.isDeclared {
      for slot in table.slots where slot.isDropped {
        let refreshes = slot.refreshes
        parts.append(
          (
            refreshes.lowerBound, refreshes.upperBound, duration(refreshes),
            ["render", "queue"].contains(slot.cause)
          ))
        causes.merge(slot.causes, uniquingKeysWith: +)
      }
    } else {
      let walk = Waiting(self)
      for step in steps {
        let target = targetInterval(step.from)
        let wanted = story.vsyncs[step.from] + target
        let photon = story.vsyncs[step.to]
        guard target > 0, wanted < photon else { continue }
        let commit = display.frames[change(shownBy: step.to).commit ?? 0].committed
        parts.append((-1, -2, photon - wanted, commit <= wanted))
        let own = walk.causes(from: wanted, to: photon, deadline: wanted)
        causes.merge(own, uniquingKeysWith: +)
      }
    }
    var hitches: [(time: Int, isRender: Bool)] = []
    for (index, part) in parts.enumerated() {
      if index > 0, parts[index - 1].end == part.begin {
        hitches[hitches.count - 1].time += part.time
      } else {
        hitches.append((part.time, part.isRender))
      }
    }
    count("hitches", hitches.count)
    count("hitches_render", hitches.count { $0.isRender })
    count("hitches_commit", hitches.count { !$0.isRender })
    let time = parts.reduce(0) { $0 + $1.time }
    self.time("hitch_time", time)
    self.time("hitch_time_render", parts.filter(\.isRender).reduce(0) { $0 + $1.time })
    self.time("hitch_max", hitches.map(\.time).max())
    let active = table.stretches.reduce(0) { $0 + duration($1) }
    if active > 0 { number("hitch_ratio", 1000 * (Double(time) / Double(active))) }
    self.time("blame_dropped", causes.values.reduce(0, +))
    for cause in Waiting.order { self.time("blame_dropped_\(cause)", causes[cause, default: 0]) }
  }
}
