/// Makes the tasks of a failing run fewer, shorter and rounder and its gestures fewer, for as long
/// as it fails.
///
/// Tasks are taken away in ever smaller groups, as in delta debugging, and gestures one by one;
/// then each task is given the shortest time that fails, and times are rounded. No task becomes
/// longer than the longest of its load was. Within the limit of runs, the end is a run that does
/// not fail without any one of its tasks or gestures.
///
/// - Source: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input" (2002).
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct Shrinker {
  /// The most runs that shrinking takes.
  static let mostRuns = 500

  /// A run in which some tasks arrive and some gestures, by their numbers, are left out.
  typealias Candidate = (tasks: [ArrivedTask], leftOut: Set<Int>)

  private let fails: (Candidate) -> Bool
  private let gestures: Int
  private var tasks: [ArrivedTask] = []
  private var leftOut: Set<Int> = []
  /// How long the longest task of each load was.
  private var longest: [String: Int64] = [:]
  private var runs = 0

  /// Creates a shrinker that asks whether another run fails in the same way.
  ///
  /// - Parameters:
  ///   - gestures: How many gestures the run has.
  ///   - fails: Performs a run.
  init(gestures: Int = 0, _ fails: @escaping (Candidate) -> Bool) {
    (self.gestures, self.fails) = (gestures, fails)
  }

  /// Returns the least tasks found; `nil` if the failure does not come back with all of them.
  ///
  /// The last run that failed was one with these tasks.
  mutating func shrink(_ all: [ArrivedTask]) -> [ArrivedTask]? {
    for task in all { longest[task.load] = max(task.duration, longest[task.load] ?? 0) }
    guard accept(all) else { return nil }
    var before: Candidate = ([], [])
    repeat {
      before = (tasks, leftOut)
      removeGestures()
      removeGroups()
      merge()
      for index in tasks.indices { shorten(index) }
      for index in tasks.indices { round(index) }
    } while before != (tasks, leftOut)
    runs = 0
    return accept(tasks) ? tasks : nil
  }

  private mutating func accept(_ candidate: [ArrivedTask], leavingOut more: Set<Int> = []) -> Bool {
    guard runs < Self.mostRuns else { return false }
    runs += 1
    let leftOut = leftOut.union(more)
    guard fails((candidate, leftOut)) else { return false }
    (tasks, self.leftOut) = (candidate, leftOut)
    return true
  }

  private mutating func removeGestures() {
    for gesture in 0..<gestures where !leftOut.contains(gesture) {
      _ = accept(tasks, leavingOut: [gesture])
    }
  }

  private mutating func removeGroups() {
    var size = max(1, tasks.count / 2)
    while true {
      var begin = 0
      while begin < tasks.count {
        var candidate = tasks
        candidate.removeSubrange(begin..<min(begin + size, tasks.count))
        if !accept(candidate) { begin += size }
      }
      if size == 1 { return }
      size = max(1, size / 2)
    }
  }

  /// Lets one task take the time of two, where that fails as well and its load has such tasks.
  private mutating func merge() {
    var index = 0
    while index + 1 < tasks.count {
      var candidate = tasks
      candidate[index].duration += candidate.remove(at: index + 1).duration
      if isTooLong(candidate[index]) || !accept(candidate) { index += 1 }
    }
  }

  private func isTooLong(_ task: ArrivedTask) -> Bool {
    task.duration > longest[task.load] ?? task.duration
  }

  /// Finds the shortest duration that fails, by bisection to a hundredth of a millisecond, and then
  /// the roundest one that is not half as long again.
  private mutating func shorten(_ index: Int) {
    let grain: Int64 = 10_000
    var (passes, failing) = (Int64(0), tasks[index].duration)
    while failing - passes > grain {
      let middle = (passes + failing) / 2
      if accept(changing(index) { $0.duration = middle }) {
        failing = middle
      } else {
        passes = middle
      }
    }
    let longest = min(failing + failing / 2, longest[tasks[index].load] ?? failing)
    for step in Self.steps {
      let rounded = (failing + step - 1) / step * step
      if rounded == tasks[index].duration { return }
      if rounded <= longest, accept(changing(index) { $0.duration = rounded }) { return }
    }
  }

  /// Moves an arrival to the roundest instant near it that fails.
  private mutating func round(_ index: Int) {
    let arrival = tasks[index].arrival
    for step in Self.steps {
      for rounded in [arrival / step * step, (arrival + step - 1) / step * step] {
        if rounded == arrival { return }
        if accept(changing(index) { $0.arrival = rounded }) { return }
      }
    }
  }

  private func changing(_ index: Int, _ change: (inout ArrivedTask) -> Void) -> [ArrivedTask] {
    var candidate = tasks
    change(&candidate[index])
    return candidate
  }

  /// From the roundest on, in nanoseconds: 1 s, 500 ms, 200 ms, 100 ms … 10 µs.
  private static let steps: [Int64] = [
    1_000_000_000, 500_000_000, 200_000_000, 100_000_000, 50_000_000, 20_000_000, 10_000_000,
    5_000_000, 2_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 10_000,
  ]
}
