import LabKernel
package import LabMetrics
import LabText
package import LabWorkload

/// How long the tasks of a load take in a run, and why, in two sentences.
package struct TaskHeadline: Sendable {
  private let measurement: RunMeasurement
  private let scenario: Scenario
  private let tasks: TaskMetrics
  private let load: Load
  private let quantity: TaskQuantity
  /// The task with the most of the quantity.
  private let worst: TaskRow?

  /// Judges the tasks that are asked about; `nil` if the run has no such load.
  ///
  /// - Parameters:
  ///   - measurement: What was measured of the run, with its tasks.
  ///   - scenario: What was performed.
  ///   - question: What is asked.
  package init?(_ measurement: RunMeasurement, _ scenario: Scenario, about question: TaskQuestion) {
    guard let tasks = question.tasks(of: measurement.loads, in: scenario),
      let load = scenario.loads.first(where: { $0.name == tasks.name })
    else { return nil }
    (self.measurement, self.scenario, self.tasks, self.load) = (measurement, scenario, tasks, load)
    quantity = question.quantity
    worst = measurement.taskRows(of: load.name).longest(quantity)
  }

  private var name: String { "\(load.isInput ? "input" : "load") \(load.name)" }

  // MARK: What happened

  /// What happened.
  package var what: String {
    guard tasks.arrived > 0 else { return "No task of the \(name) arrived." }
    guard let worst, let most = worst[quantity] else {
      return "No task of the \(name) \(quantity.happened)."
    }
    let longest = "\(milliseconds(most))\(parts(of: worst))"
    guard tasks.arrived > 1 else {
      return "The one task of the \(name) \(quantity.took(longest))."
    }
    let beyond = tasks.beyondLimit(quantity) ?? 0
    let number = beyond == 0 ? "none" : beyond == tasks.arrived ? "all" : "\(beyond)"
    let said = quantity.exceeds(milliseconds(quantity.limit), isOne: beyond < 2)
    return "Of \(tasks.arrived) tasks of the \(name) \(number) \(said); the longest took"
      + " \(longest)."
  }

  /// What the longest time is made of.
  private func parts(of task: TaskRow) -> String {
    var parts: [String] = []
    if quantity.parts.contains(.wait), quantity != .wait, let wait = task[.wait], wait > .zero {
      parts.append("it waited \(milliseconds(wait))")
    }
    if quantity.parts.contains(.work), quantity != .work, let work = task[.work] {
      parts.append("worked \(milliseconds(work))")
    }
    if quantity == .shown, let presentation = task[.presentation] {
      parts.append("was shown \(milliseconds(presentation)) later")
    }
    guard parts.count > 1 else { return "" }
    return ": " + listed(parts)
  }

  // MARK: Why

  /// Why the longest of them took so long; `nil` if it took no time.
  package var why: String? {
    guard let worst, worst[quantity] ?? .zero > .zero else { return nil }
    let parts = quantity.parts.compactMap { part in worst[part].map { (part, $0) } }
    let greatest = parts.enumerated().max {
      ($0.element.1, $1.offset) < ($1.element.1, $0.offset)
    }?.element
    guard let (part, time) = greatest else { return nil }
    switch part {
    case .wait: return waits(worst)
    case .presentation:
      return "For \(milliseconds(time)) it waited for a frame of"
        + " \(load.driver ?? "a driver") that shows it."
    case .work, .response, .shown: return "For \(milliseconds(time)) it did its own work."
    }
  }

  private func waits(_ task: TaskRow) -> String? {
    let causes = measurement.causes(ofWait: task, in: load.name)
    guard let first = causes.first else { return nil }
    let time = causes.filter { $0.cause == first.cause }.reduce(Duration.zero) { $0 + $1.time }
    let culprits = causes.filter { $0.cause == first.cause }.prefix(2).compactMap(culprit)
    return "It waited \(milliseconds(time)) because \(first.cause.reasonToWait)"
      + (culprits.isEmpty ? "." : ": \(listed(culprits)).")
  }

  private func culprit(_ blame: Blame) -> String? {
    guard let owner = blame.owner else { return nil }
    guard blame.cause != .starved else { return "the mode \(owner)" }
    let recorded = blame.serial.flatMap { scenario.recordedTask($0, of: owner) }
    let name =
      recorded.flatMap {
        $0.name == owner ? nil : $0.words(offset: scenario.recordingStart)
      }
      ?? (blame.serial.map { "\(owner) task \($0)" } ?? owner)
    return "\(name) for \(milliseconds(blame.time))"
  }

  private func milliseconds(_ time: Duration) -> String {
    shortWords(Double(time.wholeNanoseconds) / 1e6) + " ms"
  }
}

extension TaskQuantity {
  /// What adds up to it.
  fileprivate var parts: [TaskQuantity] {
    switch self {
    case .wait, .work, .presentation: [self]
    case .response: [.wait, .work]
    case .shown: [.wait, .work, .presentation]
    }
  }

  /// What a task did that has it.
  fileprivate var happened: String {
    switch self {
    case .wait: "began"
    case .work, .response: "ended"
    case .presentation, .shown: "was shown"
    }
  }

  fileprivate func took(_ time: String) -> String {
    switch self {
    case .wait: "began after \(time)"
    case .work: "worked for \(time)"
    case .response: "ended after \(time)"
    case .presentation: "was shown \(time) after its end"
    case .shown: "was shown after \(time)"
    }
  }

  fileprivate func exceeds(_ limit: String, isOne: Bool) -> String {
    switch self {
    case .wait: "began more than \(limit) after arriving"
    case .work: "worked for more than \(limit)"
    case .response: "ended more than \(limit) after arriving"
    case .presentation: "\(isOne ? "was" : "were") shown more than \(limit) after ending"
    case .shown: "\(isOne ? "was" : "were") shown more than \(limit) after arriving"
    }
  }
}
