import LoopScenarios

/// What happened in an arrangement, read off its timeline.
///
/// All times are nanoseconds.
struct Course {
  /// A time at which the thread went on.
  struct Wake {
    let time: Int64
    let slept: Int64
    /// Whether something was ready as it fell asleep.
    let wasReady: Bool
    var hasCallout = false
  }

  /// A run under way, with the pass that it is in.
  private struct Run {
    let began: Int64
    let limit: Int64
    var calledSource = false
    var ports = 0
    var timers: Set<String> = []
    /// When the round of the main queue began, if there is one in this pass.
    var round: Int64?
    var wake: Int?
  }

  private(set) var links: [Int64] = []
  private(set) var fires: [(began: Int64, ended: Int64)] = []
  private(set) var wakes: [Wake] = []
  private(set) var mostPortsInAPass = 0
  private(set) var isIdleBeforeWaiting = true
  private(set) var roundsBesideLink = 0
  private(set) var mostPortsBesideMain = 0
  private(set) var isEveryRoundClosed = true
  private(set) var isEveryTurnKept = true
  private(set) var mainDepth = 0
  private(set) var stops = 0
  private(set) var isEveryRunLongEnough = true
  private(set) var isEveryReturnEarned = true

  private let arrangement: Arrangement
  private var runs: [Run] = []
  private var outermostRuns = 0
  /// The deliveries of the callouts of tasks under way, the innermost last.
  private var underWay: [String] = []
  private var begun: Set<String> = []
  private var waitsSince: Int64?
  private var rounds = 0
  /// When ports were served that are not the main queue's.
  private var otherPorts: [Int64] = []

  init(_ arrangement: Arrangement, _ timeline: Timeline) {
    self.arrangement = arrangement
    for entry in timeline.entries { read(entry.text, at: entry.time) }
  }

  // MARK: Dates

  static let millisecond: Int64 = 1_000_000
  static let period = Arrangement.period * millisecond
  private var vsync: Int64 { arrangement.vsync * Self.millisecond }
  private var date: Int64 { arrangement.date * Self.millisecond }

  /// How many instants of a grid there are up to a time.
  private static func count(of first: Int64, upTo time: Int64) -> Int64 {
    time < first ? 0 : (time - first) / period + 1
  }

  /// The first instant of a grid after a time.
  private static func next(of first: Int64, after time: Int64) -> Int64 {
    first + count(of: first, upTo: time) * period
  }

  func refresh(of link: Int64) -> Int64 { Self.count(of: vsync, upTo: link) }

  func dates(upTo time: Int64) -> Int64 { Self.count(of: date, upTo: time) }

  /// How late the link was, each time.
  var linkLateness: [Int64] {
    zip([-1] + links, links).map { $1 - Self.next(of: vsync, after: $0) }
  }

  /// How late the timer was, each time; negative if the date had passed in its own callback.
  var timerLateness: [Int64] {
    zip([-1] + fires.map(\.ended), fires).map { $1.began - Self.next(of: date, after: $0) }
  }

  /// All the work that there is.
  var work: Int64 { arrangement.work * Self.millisecond }

  /// Whether something rings at a time, or a limit is over, which is never a whole millisecond.
  func rings(_ time: Int64) -> Bool {
    time % Self.millisecond != 0 || (time - vsync) % Self.period == 0
      || (time - date) % Self.period == 0
      || arrangement.program == .nested && time == Arrangement.stop * Self.millisecond
      || arrangement.tasks.contains {
        $0.arrival * Self.millisecond == time && arrangement.wakes($0.delivery)
      }
  }

  /// Whether the loop is woken or stopped from outside.
  var hasWakeUps: Bool {
    arrangement.program == .nested || arrangement.tasks.contains { $0.delivery == .source }
  }

  /// Whether something had been ready before a time that is still not served.
  private func isReady(before time: Int64) -> Bool {
    Self.next(of: vsync, after: links.last ?? -1) < time
      || Self.next(of: date, after: fires.last?.ended ?? -1) < time
      || arrangement.tasks.enumerated().contains { index, task in
        task.arrival * Self.millisecond < time && arrangement.wakes(task.delivery)
          && !begun.contains("task\(index)")
          && !(task.delivery == .mainQueue && underWay.contains("main"))
      }
  }

  /// Whether there is no timer but that of the driver, with which it could share an alarm.
  var isOneTimer: Bool { arrangement.tasks.allSatisfy { $0.delivery != .timer } }

  var isOneRun: Bool { arrangement.program == .page }

  // MARK: Reading

  private mutating func read(_ text: String, at time: Int64) {
    if let began = waitsSince {
      waitsSince = nil
      guard text == "A" || text == "asleep" else {
        isIdleBeforeWaiting = false
        return read(text, at: time)
      }
      if text == "A" {
        runs[runs.count - 1].wake = wakes.count
        let wake = Wake(time: time, slept: time - began, wasReady: isReady(before: began))
        return wakes.append(wake)
      }
    }
    switch text {
    case "E": enter(at: time)
    case "T":
      let run = runs[runs.count - 1]
      runs[runs.count - 1] = Run(
        began: run.began, limit: run.limit, calledSource: run.calledSource, wake: run.wake)
    case "W":
      waitsSince = time
      runs[runs.count - 1].wake = nil
    case "X": if let wake = runs.last?.wake { wakes[wake].hasCallout = true }
    case "end": fires[fires.count - 1].ended = time
    case "over": underWay.removeLast()
    case _ where text.hasPrefix("=>"): leave(text.dropFirst(2), at: time)
    case _ where text.hasSuffix(")"):
      let parts = text.dropLast().split(separator: "(")
      call(String(parts[0]), String(parts[1]), at: time)
    default: break
    }
  }

  private mutating func enter(at time: Int64) {
    if runs.isEmpty { outermostRuns += 1 }
    let limit = arrangement.limit(ofRun: outermostRuns, depth: runs.count)
    runs.append(Run(began: time, limit: limit * Self.millisecond))
  }

  private mutating func leave(_ result: Substring, at time: Int64) {
    guard let run = runs.popLast() else { return }
    if result == "stopped" { stops += 1 }
    if result == "timedOut", time <= run.began + run.limit { isEveryRunLongEnough = false }
    if result == "handledSource", !run.calledSource { isEveryReturnEarned = false }
  }

  private mutating func servePort(at time: Int64) {
    runs[runs.count - 1].ports += 1
    otherPorts.append(time)
  }

  private mutating func serveMain(_ name: String, at time: Int64) {
    let place = runs.count - 1
    if runs[place].round == nil {
      runs[place].round = time
      runs[place].ports += 1
      if Self.next(of: vsync, after: links.last ?? -1) < time { rounds += 1 }
    }
    mainDepth = max(mainDepth, underWay.count { $0 == "main" } + 1)
    guard let index = Int(name.dropFirst(4)), let round = runs[place].round else { return }
    let arrival = arrangement.tasks[index].arrival * Self.millisecond
    mostPortsBesideMain = max(mostPortsBesideMain, otherPorts.count { $0 > arrival })
    if arrival > round { isEveryRoundClosed = false }
  }

  private mutating func call(_ delivery: String, _ name: String, at time: Int64) {
    guard !runs.isEmpty else { return }
    let place = runs.count - 1
    if let wake = runs[place].wake { wakes[wake].hasCallout = true }
    if delivery != "timer" { runs[place].calledSource = true }
    switch delivery {
    case "timer":
      if runs[place].timers.isEmpty || runs[place].timers.contains(name) { servePort(at: time) }
      runs[place].timers.insert(name)
    case "main": serveMain(name, at: time)
    case "src1": servePort(at: time)
    default: break
    }
    mostPortsInAPass = max(mostPortsInAPass, runs[place].ports)
    roundsBesideLink = max(roundsBesideLink, rounds)
    begun.insert(name)
    let nextVsync = Self.next(of: vsync, after: links.last ?? -1)
    let nextDate = Self.next(of: date, after: fires.last?.ended ?? -1)
    if name == "link" {
      if nextDate < min(nextVsync, time) { isEveryTurnKept = false }
      links.append(time)
      rounds = 0
    } else if name == "ball" {
      if nextVsync < min(nextDate, time) { isEveryTurnKept = false }
      fires.append((time, time))
    } else if name != "more" {
      underWay.append(delivery)
    }
  }
}
