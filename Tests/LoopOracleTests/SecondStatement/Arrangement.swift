import LoopScenarios

/// One way in which tasks arrive beside a timer and a port that is rung at every vsync, all in
/// whole milliseconds.
struct Arrangement {
  /// What the thread does, and what the tasks do.
  enum Program: CaseIterable {
    /// One run, and tasks that take their time.
    case page
    /// Tasks that run the loop inside themselves, one of which is stopped from outside.
    case nested
    /// Runs that return after a source, one after the other, and sources that nothing wakes for.
    case returning
  }

  /// How a task is delivered.
  enum Delivery: CaseIterable { case mainQueue, source, timer, port }

  static let period: Int64 = 16

  let program: Program
  /// The first vsync, and the first date of the timer.
  let vsync: Int64
  let date: Int64
  let tasks: [(delivery: Delivery, arrival: Int64)]

  /// All arrangements of up to two tasks.
  static func all(_ program: Program) -> [Arrangement] {
    let one = Delivery.allCases.flatMap { delivery in
      [0, 7, 14, 28].map { (delivery, $0 as Int64) }
    }
    // Of two sources that are signalled at once, it is not specified which comes first.
    let two = one.indices.flatMap { a in one[a...].map { [one[a], $0] } }
      .filter { $0[0] != $0[1] || $0[0].0 != .source }
    return [(3, 11), (12, 5)].flatMap { vsync, date in
      ([[]] + one.map { [$0] } + two).map {
        Arrangement(program: program, vsync: vsync, date: date, tasks: $0)
      }
    }
  }

  /// All the work that there is besides one callback of each driver, in milliseconds.
  var work: Int64 { Int64(tasks.count) * (program == .nested ? 12 : 20) + 2 }

  /// Whether a task that is delivered in a way wakes the thread.
  func wakes(_ delivery: Delivery) -> Bool { delivery != .source || program != .returning }

  /// When the innermost run is stopped from outside, in the nested program.
  static let stop: Int64 = 24

  /// How long a run may last, by its number from 1 and the number of those around it.
  func limit(ofRun number: Int, depth: Int) -> Int64 {
    depth > 0 ? 6 : program == .returning ? 30 : number == 1 ? 90 : 40
  }

  func scenario() throws -> Scenario {
    let lines =
      [
        "main thread", "port link: busy 1", "timer ball \(date)/\(Self.period): busy 1, say end",
        "watch", "main more: busy 2",
      ] + tasks.enumerated().flatMap(lines) + ["at \(vsync)/\(Self.period): ring link"]
    let runs =
      switch program {
      case .page: ["run 90"]
      case .nested: ["at \(Self.stop): stop", "run 90", "run 40"]
      case .returning: Array(repeating: "run 30 ret", count: 6)
      }
    return try ScenarioParser.parse((lines + runs).joined(separator: "\n"))
  }

  private func lines(of index: Int, _ task: (delivery: Delivery, arrival: Int64)) -> [String] {
    let body =
      "task\(index): "
      + (program == .nested ? "busy 4, wake, enqueue more, run 6, say over" : "busy 20, say over")
    return switch task.delivery {
    case .mainQueue: ["main \(body)", "at \(task.arrival): enqueue task\(index)"]
    case .source:
      [
        "source \(body)",
        "at \(task.arrival): signal task\(index)" + (program == .returning ? "" : ", wake"),
      ]
    case .timer: ["timer " + body.replacing(":", with: " \(task.arrival):", maxReplacements: 1)]
    case .port: ["port \(body)", "at \(task.arrival): ring task\(index)"]
    }
  }
}
