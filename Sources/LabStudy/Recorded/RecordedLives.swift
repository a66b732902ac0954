import LabImport
import LabMetrics

/// When a recorded driver was there.
///
/// A recording tells of calls, seldom of an invalidation or of a date that was moved. So a life
/// ends at the first date that the loop could have served and did not: after it, the thread slept
/// again in a mode of the driver; or when the dates go on on another grid. It begins anew with the
/// next call. Dates that passed in another mode, or while something ran, are missed, however many
/// they are.
struct RecordedLives: Hashable {
  /// A time in which a driver was there.
  struct Life: Hashable {
    /// The calls of this life, by their numbers.
    let calls: Range<Int>
    /// The date that the first call answers.
    let first: Int64
    /// The first date that would have been answered and was not; `nil` if there is none.
    let ends: Int64?
    /// When it was gone: right after its last call, so that no refresh is wanted in which it had no
    /// date; `nil` for the end of the recording.
    let gone: Int64?
  }

  /// So long after a call the loop has committed what it changed.
  private static let slack: Int64 = 100_000

  /// The lives, of which there is one at least.
  let lives: [Life]

  /// Finds the lives of a driver that was called.
  ///
  /// - Complexity: O(n log n) for n calls, runs and sleeps.
  init(
    of driver: ImportedTrace.Driver, dates: [Int64], newGrids: Set<Int>,
    in loop: ImportedTrace.Loop, until end: Int64
  ) {
    let sleeps = Self.sleeps(of: loop, inModesOf: driver)
    let interval = driver.interval
    var lives: [Life] = []
    var first = 0
    for (number, call) in driver.firings.enumerated() {
      let isLast = number + 1 == driver.firings.count
      let date = Self.date(after: call, answering: dates[number], every: interval)
      // A timer that was there answers the date for which it was armed.
      let isMoved = !isLast && newGrids.contains(number + 1)
      if !isLast, dates[number + 1] <= date + interval / 2, !call.isLast, !isMoved { continue }
      let bound = isLast ? end : driver.firings[number + 1].began
      // The date of a timer tells that it was another one; a link may have been suspended.
      let most = isLast ? 2 * interval : driver.kind == .timer ? 0 : Int64.max
      let isOver =
        isMoved || call.isLast
        || Self.couldServe(date, before: bound, sleeps, sleepingThrough: most)
      guard isOver || isLast else { continue }
      lives.append(
        Life(
          calls: first..<number + 1, first: dates[first], ends: isOver ? date : nil,
          gone: isOver ? Self.gone(max(call.ended, dates[number]), before: date) : nil))
      first = number + 1
    }
    self.lives = lives
  }

  private static func gone(_ call: Int64, before date: Int64) -> Int64 {
    call + max(1, min(slack, (date - call) / 2))
  }

  /// The date that follows a call: the next one on its grid, or the one that the file tells.
  private static func date(
    after call: ImportedTrace.Driver.Firing, answering date: Int64, every interval: Int64
  ) -> Int64 {
    let grid = date + ((max(call.ended, date) - date) / interval + 1) * interval
    // One that is set by hand counts; the clock of the dates is coarse.
    guard let next = call.next, next > call.ended, abs(next - grid) > interval / 4 else {
      return grid
    }
    return next
  }

  /// Whether the loop could have served a date before an instant, and slept instead: again after
  /// the date, or through it and so much longer.
  private static func couldServe(
    _ date: Int64, before bound: Int64, _ sleeps: [Range<Int64>], sleepingThrough most: Int64
  ) -> Bool {
    let next = sleeps.partitionIndex { $0.upperBound > date }
    return sleeps[next...].prefix { $0.lowerBound < bound }.contains { sleep in
      sleep.lowerBound >= date || sleep.upperBound - date > most
    }
  }

  /// When the thread slept in a mode in which a driver is called.
  ///
  /// A mode that never lasted for three of its intervals says nothing against it.
  private static func sleeps(
    of loop: ImportedTrace.Loop, inModesOf driver: ImportedTrace.Driver
  ) -> [Range<Int64>] {
    guard !loop.runs.isEmpty else { return loop.sleeps }
    var longest: [String: Int64] = [:]
    for run in loop.runs { longest[run.mode] = max(longest[run.mode] ?? 0, run.end - run.start) }
    var modes = Set(longest.filter { $0.value <= 3 * driver.interval }.keys)
    var runs = RunCursor(loop.runs)
    for firing in driver.firings { runs.mode(at: firing.began).map { _ = modes.insert($0) } }
    runs = RunCursor(loop.runs)
    return loop.sleeps.filter { runs.mode(at: $0.lowerBound).map(modes.contains) ?? false }
  }
}

/// Tells in which mode the loop ran at ascending instants.
private struct RunCursor {
  private let runs: [ImportedTrace.Run]
  private var next = 0
  private var open: [ImportedTrace.Run] = []

  init(_ runs: [ImportedTrace.Run]) { self.runs = runs }

  /// The mode of the innermost run at an instant, which is not before the last one.
  mutating func mode(at instant: Int64) -> String? {
    while next < runs.count, runs[next].start <= instant {
      open.append(runs[next])
      next += 1
    }
    while let last = open.last, last.end <= instant { open.removeLast() }
    return open.last?.mode
  }
}
