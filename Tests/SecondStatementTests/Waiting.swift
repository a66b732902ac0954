/// The cause of every nanosecond in which a driver waits.
struct Waiting {
  static let order = [
    "set_late", "own", "starved", "tasks", "callouts", "wake", "outside", "tolerance", "commit",
    "refused", "queue", "render", "panel", "missed", "idle", "phase", "unexplained",
  ]

  private let driver: Driver
  private let display: Display
  private let holders: Holders
  private let runEnd: Int
  /// Every instant at which anything changes, in ascending order.
  private let cuts: [Int]
  /// The last change of each callback, its commit and the end of each of its waits.
  private let changes: [Change?]
  /// How late an alarm may go off.
  private let leeway: Int

  init(_ account: Account) {
    driver = account.driver
    leeway = account.driver.tolerance + account.story.alarmDelay
    display = account.display
    holders = Holders(account.story)
    runEnd = account.story.end
    changes = driver.callbacks.indices.map { index in
      account.driver.changes.last { $0.callback == index }
    }
    var cuts = Set(holders.pieces.map(\.begin) + account.story.rows.map(\.time))
    for callback in driver.callbacks {
      cuts.formUnion([callback.due, callback.due + leeway])
    }
    for due in driver.dues { cuts.formUnion([due.time, due.time + leeway]) }
    for index in account.display.frames.indices {
      let waits = account.display.waits(of: index)
      cuts.formUnion([waits.commit, waits.queue, waits.render, waits.panel])
    }
    self.cuts = cuts.sorted()
  }

  /// Visits the parts of a span in which nothing changes.
  func parts(from begin: Int, to end: Int, _ visit: (_ at: Int, _ length: Int) -> Void) {
    var (low, high) = (0, cuts.count)
    while low < high {
      let middle = (low + high) / 2
      if cuts[middle] <= begin { low = middle + 1 } else { high = middle }
    }
    var start = begin
    while start < end {
      let next = low < cuts.count ? min(cuts[low], end) : end
      visit(start, next - start)
      start = next
      low += 1
    }
  }

  private func held(at instant: Int, otherwise cause: String) -> String {
    let piece = holders[instant]
    switch piece.holder {
    case .callout: return "callouts"
    case .task: return "tasks"
    case .wake: return "wake"
    case .nobody: return piece.mode.isEmpty ? "outside" : cause
    }
  }

  private func thread(at instant: Int, otherwise cause: String) -> String {
    driver.starved.contains { $0.contains(instant) }
      ? "starved" : held(at: instant, otherwise: cause)
  }

  /// Why a callback that was due has not begun at an instant; a date that was set in a callback of
  /// the driver is not known to other modes.
  func wait(at instant: Int, due: Int, isUnheard: Bool) -> String {
    let own = driver.callbacks.contains { $0.began <= instant && instant < $0.ended ?? .max }
    if own { return "own" }
    let free = isUnheard ? "set_late" : "unexplained"
    return thread(at: instant, otherwise: instant < due + leeway ? "tolerance" : free)
  }

  /// The same for one of the callbacks, whose date may have been set too late.
  func wait(at instant: Int, callback index: Int) -> String {
    let callback = driver.callbacks[index]
    let possible = driver.possible.last { $0.row < callback.row }
    let since = possible?.time ?? 0
    if instant < since, callback.due < since { return "set_late" }
    // It is so only of the first callback after the date was set.
    let isFirst = index == 0 || driver.callbacks[index - 1].row < possible?.row ?? 0
    return wait(
      at: instant, due: callback.due,
      isUnheard: isFirst && possible.map { driver.unheard.contains($0.row) } ?? false)
  }

  /// The causes of a span in which the next frame is waited for, with their times.
  func causes(from begin: Int, to end: Int, deadline: Int) -> [String: Int] {
    var causes: [String: Int] = [:]
    let slot = Slot(deadline: deadline, length: end - begin)
    parts(from: begin, to: end) { instant, length in
      causes[cause(at: instant, slot), default: 0] += length
    }
    return causes
  }

  private func waits(of index: Int) -> (commit: Int, queue: Int, render: Int, panel: Int) {
    changes[index].map { display.waits(of: $0.commit) } ?? (.min, .min, .min, .min)
  }

  /// When a frame had to be complete, and how long after that the next one had to.
  private struct Slot {
    let deadline: Int
    let length: Int
  }

  private func cause(at instant: Int, _ slot: Slot) -> String {
    // The first callback of which anything is still waited for.
    for (index, callback) in driver.callbacks.enumerated() {
      let waits = waits(of: index)
      let ended = callback.ended ?? .max
      guard instant < max(ended, waits.commit, max(waits.queue, waits.render, waits.panel)) else {
        continue
      }
      if instant < callback.due { return gap(at: instant, before: index, slot) }
      if instant < callback.began { return wait(at: instant, callback: index) }
      if instant < ended { return "own" }
      if instant < waits.commit { return held(at: instant, otherwise: "commit") }
      return instant < waits.queue ? "queue" : instant < waits.render ? "render" : "panel"
    }
    return gap(at: instant, before: driver.callbacks.count, slot)
  }

  /// Why nothing that was due is waited for.
  private func gap(at instant: Int, before index: Int, _ slot: Slot) -> String {
    let answered = index > 0 ? driver.callbacks[index - 1].began : 0
    let lost = driver.dues.filter { $0.time >= answered && $0.outcome != "fired" }
    let last = lost.last { $0.time <= instant }
    var plain: String? = "phase"
    if let last {
      plain = last.outcome == "cancelled" ? "idle" : nil
    } else if index == driver.callbacks.count, driver.hasEnded {
      plain = "idle"
    } else if index == 0 || changes[index - 1] == nil {
      plain = "idle"
    } else if let commit = changes[index - 1]?.commit, display.frames[commit].isRefused {
      plain = "refused"
    }
    let next = index < driver.callbacks.count ? driver.callbacks[index].due : .max
    let coming = lost.first { instant < $0.time && $0.time <= next }
    if let coming {
      let cost = index > 0 ? cost(of: index - 1) : 0
      if plain != nil, coming.time + cost <= slot.deadline {
        return after(coming, at: slot.deadline - cost)
      }
    } else if index < driver.callbacks.count, let cause = decisive(index, slot) {
      return cause
    }
    return plain ?? last.map { after($0, at: instant) } ?? "phase"
  }

  /// What is waited for after a due instant without a callback.
  private func after(_ due: Due, at instant: Int) -> String {
    switch due.outcome {
    case "cancelled": "idle"
    case "open":
      wait(
        at: instant, due: due.time,
        isUnheard: driver.possible.last.map {
          driver.unheard.contains($0.row) && driver.callbacks.last?.row ?? 0 < $0.row
        } ?? false)
    default: thread(at: instant, otherwise: "missed")
    }
  }

  /// Whether the last callback before a deadline, or its frame, would have been in time on a thread
  /// that does nothing but the callbacks.
  func isHeldUp(before deadline: Int, length: Int) -> Bool {
    guard let index = driver.callbacks.lastIndex(where: { $0.began <= deadline }) else {
      return false
    }
    guard driver.callbacks[index].ended ?? .max > deadline else {
      let cause = decisive(index, Slot(deadline: deadline, length: length))
      return !["own", "idle", "phase", nil].contains(cause)
    }
    var end = Int.min / 2
    for callback in driver.callbacks[...index] {
      guard let ended = callback.ended else { return false }
      end = max(end, min(callback.due, callback.began)) + ended - callback.began
    }
    let last = driver.callbacks[index]
    let next = last.due + driver.interval + cost(of: index)
    let comesTooLate = !display.isAdaptive && !driver.isLink && driver.interval > 0
    return end <= deadline && !(comesTooLate && next > deadline + length)
  }

  private func cost(of index: Int) -> Int {
    min(driver.callbacks[index].ended ?? .max, runEnd) - driver.callbacks[index].began
  }

  /// What used up the time that a callback had until the deadline; `nil` if it had none.
  private func decisive(_ index: Int, _ slot: Slot) -> String? {
    let deadline = slot.deadline
    let callback = driver.callbacks[index]
    let latest = deadline - cost(of: index)
    guard callback.due <= latest else { return nil }
    if callback.began > latest {
      let comesTooLate =
        !display.isAdaptive && !driver.isLink && driver.interval > 0
        && callback.due + driver.interval > latest + slot.length
      return comesTooLate ? "phase" : wait(at: latest, callback: index)
    }
    let waits = waits(of: index)
    guard let change = changes[index] else { return callback.ended == nil ? "own" : "idle" }
    if waits.commit > deadline { return held(at: deadline, otherwise: "commit") }
    if let commit = change.commit, display.frames[commit].isRefused { return "refused" }
    if waits.queue > deadline { return "queue" }
    if waits.render > deadline { return "render" }
    return waits.panel > deadline ? "panel" : nil
  }
}

extension Account {
  mutating func blameOfFirings() {
    let walk = Waiting(self)
    var causes: [String: Int] = [:]
    for (index, callback) in driver.callbacks.enumerated() {
      guard 0 <= callback.due, callback.due < story.end else { continue }
      walk.parts(from: callback.due, to: callback.began) { instant, length in
        causes[walk.wait(at: instant, callback: index), default: 0] += length
      }
    }
    time("blame", causes.values.reduce(0, +))
    let late = ["set_late", "own", "starved", "tasks", "callouts", "wake", "outside", "tolerance"]
    for cause in late + ["unexplained"] { time("blame_\(cause)", causes[cause, default: 0]) }
    if !display.window.isEmpty {
      time("blame_dropped", 0)
      for cause in Waiting.order { time("blame_dropped_\(cause)", 0) }
    }
  }
}
