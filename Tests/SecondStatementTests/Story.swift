/// A callback of a driver.
struct Callback {
  let due: Int
  let began: Int
  var ended: Int?
  /// The newest due instant that had come.
  let newest: Int
  /// By how much its date is later than that of the clock that was asked for.
  var shift = 0
  /// The row in which it begins.
  let row: Int
}

/// A change of what is to be shown.
struct Change {
  let time: Int
  let clock: Int
  /// The number of its callback.
  let callback: Int
  /// The number of the commit after it; `nil` if none came.
  var commit: Int?
  /// What it shows of a motion: place, time of the motion, whether the render server goes on.
  var content: (place: Double, time: Int, handed: Bool)?
  let row: Int
}

/// A due instant, and what became of it.
struct Due {
  let time: Int
  var outcome: String
}

/// The time from one instant up to another.
struct Stretch {
  var begin: Int
  var end: Int
  /// The row in which it began.
  var row = 0
  /// The first date of a timer after it, if its end tells one.
  var firstDate: Int?
  func contains(_ time: Int) -> Bool { begin <= time && time < end }
}

/// What the rows say of one driver, gathered by reading all of them for it alone.
struct Driver {
  let name: String
  let isLink: Bool
  let isLoop: Bool
  /// A timer's interval, or a link's divider.
  let interval: Int
  let tolerance: Int
  let isByWallClock: Bool
  var callbacks: [Callback] = []
  var changes: [Change] = []
  var dues: [Due] = []
  /// How many dates the clock of a timer that was asked for has in the run.
  var askedDates = 0
  var starved: [Stretch] = []
  var pauses: [Stretch] = []
  /// The rows in which it was paused, and those in which its grid became another one.
  var pauseRows: [Int] = []
  var gridRows: [Int] = []
  /// When its divider changed, and to what.
  var paces: [(time: Int, divider: Int)] = []
  /// The rows of a timer's hand-set fire dates.
  var movedRows: [Int] = []
  /// From when on it could be answered, in the order of rows.
  var possible: [(row: Int, time: Int)] = []
  /// The rows of those that were set in a callback of its own.
  var unheard: [Int] = []
  /// When each run of its motion began: in which row, and before which change.
  var motions: [(row: Int, time: Int, change: Int, ended: Int?)] = []
  var hasEnded = false
  /// The most callbacks of a link that waited at once.
  var peak = 0
}

/// The whole run as its rows tell it.
struct Story {
  let rows: [Row]
  /// The rows before the record of the end, and when that was.
  let count: Int
  let end: Int
  var drivers: [Driver] = []
  var vsyncs: [Int] = []
  var vsyncRows: [Int] = []
  /// The interval aimed at from each vsync; 0 for unknown.
  var aims: [Int] = []
  var isAdaptive = false
  var commits: [(time: Int, cost: Int)] = []
  /// How much later than its tolerance lets it an alarm may go off.
  let alarmDelay: Int
  /// When the machine sleeps, and for how long.
  let sleeps: [(at: Int, length: Int)]

  /// Reads rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - alarmDelay: How much later than its tolerance lets it an alarm may go off.
  ///   - sleeps: When sleeps begin, and then how long all of them have lasted by the end of each.
  ///   - wallTimers: The timers by the clock on the wall.
  init(
    _ rows: [Row], alarmDelay: Int = 0, sleeps: [Int] = [], wallTimers: Set<String> = []
  ) {
    self.rows = rows
    let sums = [0] + sleeps.suffix(sleeps.count / 2)
    self.sleeps = zip(sleeps, zip(sums, sums.dropFirst())).map { ($0, $1.1 - $1.0) }
    self.alarmDelay = alarmDelay
    let last = rows.lastIndex { $0.what == "ended" }
    count = last ?? rows.count
    end = last.map { rows[$0].time } ?? rows.last?.time ?? 0
    var gridRows: [Int] = []
    for (index, row) in rows[..<count].enumerated() {
      switch row.what {
      case "vsync":
        let isOther = row.second != (aims.last ?? 0)
        vsyncs.append(row.time)
        vsyncRows.append(index)
        aims.append(max(0, row.second))
        if row.detail != "grid" { isAdaptive = true }
        if isOther, vsyncs.count > 1 { gridRows.append(index) }
      case "commit": commits.append((row.time, max(0, row.second)))
      default: break
      }
    }
    for row in rows[..<count] where row.what == "declared" {
      guard ["timer", "link", "loop"].contains(row.detail) else { continue }
      var driver = Driver(
        name: row.who, isLink: row.detail == "link", isLoop: row.detail == "loop",
        interval: max(0, row.number),
        tolerance: max(0, row.second), isByWallClock: wallTimers.contains(row.who))
      if driver.isLink { driver.gridRows = gridRows }
      read(&driver)
      drivers.append(driver)
    }
  }

  /// The modes of the runs under way, innermost last, after each row.
  private func read(_ driver: inout Driver) {
    var modes: [String] = []
    var own: Set<String> = []
    var hasJoined = false
    var commit = 0
    for (index, row) in rows[..<count].enumerated() {
      if row.what == "commit" { commit += 1 }
      if row.what == "run_began" { modes.append(row.mode) }
      if row.what == "run_returned" { _ = modes.popLast() }
      if row.who == driver.name {
        switch row.what {
        case "joined":
          own.insert(row.detail)
          if !hasJoined { driver.possible.append((index, row.time)) }
          hasJoined = true
        case "left": own.remove(row.detail)
        case "callout_began":
          let step = driver.interval
          let newest =
            driver.isLink
            ? max(row.number, row.second)
            : step > 0 ? row.number + max(0, row.time - row.number) / step * step : row.number
          driver.callbacks.append(
            Callback(
              due: row.number, began: row.time, ended: nil, newest: newest, row: index))
        case "callout_ended":
          if let open = driver.callbacks.lastIndex(where: { $0.ended == nil }) {
            driver.callbacks[open].ended = row.time
          }
        case "update":
          if let callback = driver.callbacks.lastIndex(where: { $0.due == row.second }) {
            driver.changes.append(
              Change(
                time: row.time, clock: row.number, callback: callback,
                commit: commit < commits.count ? commit : nil, row: index))
          }
        case "content":
          driver.changes[driver.changes.count - 1].content = (
            row.place ?? 0, row.second, row.detail == "handed_over"
          )
          // What is drawn after an end belongs to a motion that goes on.
          if !driver.motions.isEmpty { driver.motions[driver.motions.count - 1].ended = nil }
        case "motion_began":
          driver.motions.append((index, row.time, driver.changes.count, nil))
        case "motion_ended":
          if !driver.motions.isEmpty { driver.motions[driver.motions.count - 1].ended = row.first }
        case "rephased":
          driver.movedRows.append(index)
          if driver.pauses.last?.end == row.time {
            driver.pauses[driver.pauses.count - 1].firstDate = row.first
          }
          let isWithin = driver.callbacks.contains { $0.ended == nil }
          driver.possible.append((index, row.time))
          if isWithin, !driver.isByWallClock { driver.unheard.append(index) }
        case "link_due":
          if let last = driver.pauses.last, last.end < .max, last.firstDate == nil {
            driver.pauses[driver.pauses.count - 1].firstDate = row.time
          }
        case "paced":
          driver.paces.append((row.time, max(1, row.number)))
          driver.gridRows.append(index)
        case "paused":
          if driver.pauses.last?.end != .max {
            driver.pauses.append(Stretch(begin: row.time, end: .max))
            driver.pauseRows.append(index)
          }
        case "resumed":
          if driver.pauses.last?.end == .max {
            driver.pauses[driver.pauses.count - 1].end = row.time
          }
        case "invalidated":
          driver.hasEnded = true
          if driver.pauses.last?.end != .max {
            driver.pauses.append(Stretch(begin: row.time, end: .max))
          }
        default: break
        }
      }
      let isAway = driver.pauses.last?.end == .max
      let starves = hasJoined && !isAway && !modes.isEmpty && !own.contains(modes.last ?? "")
      let isStarving = driver.starved.last?.end == .max
      if starves, !isStarving {
        driver.starved.append(Stretch(begin: row.time, end: .max, row: index))
      }
      if !starves, isStarving { driver.starved[driver.starved.count - 1].end = row.time }
    }
    if driver.starved.last?.end == .max { driver.starved[driver.starved.count - 1].end = end }
    if driver.pauses.last?.end == .max { driver.pauses[driver.pauses.count - 1].end = end }
    driver.gridRows.sort()
    if driver.isLink {
      readLinkDues(&driver)
    } else {
      readTimerDues(&driver)
      readAskedDates(&driver)
    }
  }

  /// Every vsync that was due has the last outcome that a row gives it; a pending one is answered
  /// by the callback with its due instant, or cancelled by a pause or the next one.
  private func readLinkDues(_ driver: inout Driver) {
    var order: [Int] = []
    var found: [Int: Due] = [:]
    var pending: Int?
    var queued: [Int] = []
    func cancel() {
      for index in queued + [pending].compactMap(\.self) { found[index]?.outcome = "cancelled" }
      (pending, queued) = (nil, [])
    }
    for row in rows[..<count] where row.who == driver.name {
      switch row.what {
      case "link_due" where row.detail == "pending":
        cancel()
        pending = row.number
        order.append(row.number)
        found[row.number] = Due(time: row.time, outcome: "open")
      case "link_due" where row.detail == "queued":
        queued.append(row.number)
        order.append(row.number)
        found[row.number] = Due(time: row.time, outcome: "open")
      case "link_due"
      where row.first == order.last(where: { found[$0]?.outcome == "open" })
        && pending == row.first:
        found[row.number]?.outcome = row.detail == "cancelled" ? "cancelled" : "suppressed"
        pending = nil
      case "link_due" where found[row.number] == nil:
        order.append(row.number)
        found[row.number] = Due(time: row.time, outcome: row.detail)
      case "callout_began":
        if let index = pending, found[index]?.time == row.first { found[index]?.outcome = "fired" }
        pending = queued.isEmpty ? nil : queued.removeFirst()
      case "paused", "invalidated": cancel()
      default: break
      }
      driver.peak = max(driver.peak, queued.count + (pending == nil ? 0 : 1))
    }
    driver.dues = order.compactMap { found[$0] }.sorted { $0.time < $1.time }
  }
}
