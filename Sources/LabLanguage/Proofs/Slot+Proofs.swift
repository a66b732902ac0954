package import LabKernel
import LabText
package import LabWorkload

/// What can be proven of a driver, by the words of scripts.
package enum ProvenMetric: String, CaseIterable, Sendable {
  case doubleFires = "double_fires"
  case dropped, missed, lateness

  /// What it is compared with.
  package var dimension: Dimension { self == .lateness ? .time : .number }
}

/// A metric of the drivers that a pattern stands for, as `link.ball.double_fires`.
package struct ProvenMeasure: Sendable {
  /// The arm; empty if the word is not one of three parts.
  package let arm: String
  package let driver: String
  package let metric: ProvenMetric
  package let token: Token
}

extension Slot<ProvenMeasure> {
  package static var event: Slot<ProvenMeasure> {
    let counts = ProvenMetric.allCases.filter { $0 != .lateness }.map { $0.rawValue }
    return Slot(
      "EVENT", "link.ball.double_fires",
      "arm.driver.metric, of \(Spelling.list(counts)), where * stands for any arm or driver"
    ) { cursor throws(Mistake) in
      let measure = try cursor.provenMeasure()
      guard measure.metric != .lateness else {
        throw Mistake(
          measure.token.place,
          "a lateness has a limit. Write for example 'always \(measure.token.text) <= 20 ms'.")
      }
      return measure
    }
  }

  package static var most: Slot<ProvenMeasure> {
    Slot(
      "MEASURE", "link.ball.lateness",
      "arm.driver.metric, of \(Spelling.list(ProvenMetric.allCases.map { $0.rawValue }))"
    ) { cursor throws(Mistake) in try cursor.provenMeasure() }
  }
}

extension Slot<(measure: ProvenMeasure, limit: Int64)> {
  package static var limit: Slot<(measure: ProvenMeasure, limit: Int64)> {
    Slot(
      "LIMIT", "link.ball.lateness <= 20 ms", "a MEASURE, '<=', and a quantity or a whole number"
    ) { cursor throws(Mistake) in
      let measure = try cursor.provenMeasure()
      try cursor.expect("<=")
      let quantity = try cursor.quantity(measure.metric.dimension)
      guard let limit = quantity.value.whole, limit >= 0 else {
        throw Mistake(quantity.place, "a limit is not negative.")
      }
      return (measure, limit)
    }
  }
}

/// What a proof leaves open.
package struct OpenDimensions: Sendable {
  /// An open phase, in shares of the display's period.
  package struct Phase: Sendable {
    package let first: Fraction
    package let end: Fraction
    /// Of which driver; `nil` for the one that is asked about.
    package let driver: Token?
  }

  /// Tasks that arrive on a grid.
  package struct Tasks: Hashable, Sendable {
    package let most: Int
    package let duration: Duration
    package let step: Duration
    package let within: Duration
    package let delivery: Delivery
  }

  package var phases: [Phase] = []
  package var tasks: Tasks?
}

extension Slot<OpenDimensions> {
  package static var open: Slot<OpenDimensions> {
    Slot(
      "OPEN", "phase 0 .. 1, up to 3 tasks of 20 ms every 1 ms within 100 ms as main-queue",
      """
      with commas: 'phase A .. B [of DRIVER]', every whole nanosecond from A to B periods of the \
      display, as the first date of a timer or, for a link, as the display's first vsync; 'up to COUNT \
      tasks of DURATION every DURATION within DURATION [as DELIVERY]' (default: main-queue), on the \
      instants of a grid from 0 on
      """
    ) { cursor throws(Mistake) in
      var dimensions = OpenDimensions()
      repeat {
        let place = cursor.place
        if cursor.accept("phase") {
          dimensions.phases.append(try cursor.openPhase())
        } else {
          try cursor.expectOpenTasks()
          guard dimensions.tasks == nil else {
            throw Mistake(place, "tasks are given twice. Write them once, with a larger number.")
          }
          dimensions.tasks = try cursor.openTasks()
        }
        guard dimensions.phases.count + (dimensions.tasks?.most ?? 0) <= 8 else {
          throw Mistake(place, "these are more than 8 phases and tasks. Leave some out.")
        }
      } while cursor.accept(",")
      return dimensions
    }
  }
}

extension Slot<Int> {
  /// How many runs may decide a question.
  package static var budget: Slot<Int> {
    Slot(like: Slot<Int>.count) { cursor throws(Mistake) in
      try cursor.count(in: 1...1_000_000_000)
    }
  }
}

extension TokenCursor {
  fileprivate mutating func provenMeasure() throws(Mistake) -> ProvenMeasure {
    let token = try take("arm.driver.metric")
    let path = token.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count == 3, !path.contains("") else {
      // What to write instead is known where the arms are.
      let metric = path.last.flatMap { ProvenMetric(rawValue: $0) } ?? .doubleFires
      return ProvenMeasure(arm: "", driver: "", metric: metric, token: token)
    }
    let words = ProvenMetric.allCases.map { $0.rawValue }
    guard let metric = ProvenMetric(rawValue: path[2]) else {
      let hint = Spelling.hint(for: path[2], among: words)
      throw Mistake(
        token.place(after: path[0] + "." + path[1] + "."),
        "'\(path[2])' cannot be proven." + (hint.isEmpty ? " Write \(Spelling.list(words))." : hint)
      )
    }
    return ProvenMeasure(arm: path[0], driver: path[1], metric: metric, token: token)
  }

  fileprivate mutating func openPhase() throws(Mistake) -> OpenDimensions.Phase {
    let place = place
    let first = try read(.fraction)
    try expect("..")
    let end = try read(.fraction)
    guard !end.isAtMost(first) else {
      throw Mistake(place, "this range is empty. Write the smaller value first.")
    }
    return OpenDimensions.Phase(
      first: first, end: end, driver: accept("of") ? try take("the name of a driver") : nil)
  }

  fileprivate mutating func expectOpenTasks() throws(Mistake) {
    guard !accept("up") else { return try expect("to") }
    throw Mistake(
      place,
      "'\(next?.spelling ?? "")' cannot be left open. Write 'phase 0 .. 1' or"
        + " 'up to 3 tasks of 20 ms every 1 ms within 100 ms'.")
  }

  fileprivate mutating func openTasks() throws(Mistake) -> OpenDimensions.Tasks {
    let most = try count(in: 1...8)
    if !accept("task") { try expect("tasks") }
    try expect("of")
    let duration = try read(.positiveDuration)
    try expect("every")
    let step = try read(.positiveDuration)
    try expect("within")
    let within = try read(.positiveDuration)
    return OpenDimensions.Tasks(
      most: most, duration: duration, step: step, within: within,
      delivery: accept("as") ? try read(.delivery) : .mainQueue)
  }
}
