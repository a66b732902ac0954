import LabKernel
package import LabMetrics
import LabTrace
import LabWorkload

/// One run with its trouble, measured no further than a comparison needs.
package struct Rerun: Sendable {
  /// What went wrong with the driver.
  package let trouble: RunTrouble
  /// What is asked about tasks or the thread, and what decides between equals; empty for a driver.
  var asked: [Double?] = []
  /// The hash of everything that happened; `nil` for a run that was not performed from its
  /// beginning to its end, since nothing else in it could differ for the driver.
  package let fingerprint: UInt64?
}

/// A run that others are compared with.
struct WhatIfBase: Sendable {
  let run: RunSpec
  let driver: String
  /// Who is judged.
  let subject: Headline.Subject
  /// The scenario with every task written out.
  let scenario: Scenario
  let trace: Trace
  /// What was measured of it.
  let measurement: RunMeasurement
  let rerun: Rerun
  /// How long all its tasks take together, as planned.
  let planned: Duration
  /// The tasks that need not be left out to know that it changes nothing.
  private let undisturbed: UndisturbedTasks

  /// Performs a run that was performed before once more as it is, then once more with every task
  /// written out.
  ///
  /// - Throws: ``ExperimentFailure`` if these three differ, or if a run fails.
  init(
    _ run: RunSpec, _ trace: Trace, _ measurement: RunMeasurement, driver: String,
    judging subject: Headline.Subject
  ) throws(ExperimentFailure) {
    self.run = run
    self.driver = driver
    self.subject = subject
    (self.trace, self.measurement) = (trace, measurement)
    scenario = try run.writtenScenario
    guard let trouble = RunTrouble(of: driver, in: trace) else {
      let names = run.scenario.drivers.map { "'\($0.name)'" }.joined(separator: ", ")
      throw .cannotBegin("run \(run.index) has no driver '\(driver)', but \(names)")
    }
    rerun = Rerun(
      trouble: trouble, asked: subject.values(of: measurement), fingerprint: trace.fingerprint)
    planned = scenario.plannedWork
    undisturbed = UndisturbedTasks(of: trace, in: run.scenario)
    for (name, scenario) in [("rerun", run.scenario), ("change nothing", scenario)] {
      let again = try withTrace(of: scenario, in: RecordMemory()) { trace in trace.fingerprint }
      guard again == trace.fingerprint else {
        throw .broken("the \(name) differs from run \(run.index)")
      }
    }
  }

  /// Returns what a change comes to that leaves undisturbed tasks out and does nothing else.
  func foreseen(_ change: Change) -> Rerun? {
    guard subject.isDriver, change.steps.count == 1,
      case .tasks(let selection, .without) = change.steps[0],
      case .numbers(let numbers) = selection.range,
      let known = undisturbed.numbers[selection.load], known.isSuperset(of: numbers)
    else { return nil }
    return Rerun(trouble: rerun.trouble, fingerprint: nil)
  }

  /// Performs another scenario instead of the base's.
  ///
  /// - Parameters:
  ///   - scenario: The other scenario.
  ///   - first: Until when both do the same, if they do.
  ///   - memory: Where its records lie, which are forgotten afterwards.
  /// - Returns: What went wrong in it.
  /// - Throws: ``ExperimentFailure`` if they differ before, or if a run fails.
  func perform(
    _ scenario: Scenario, sameUntil first: Instant? = nil, in memory: RecordMemory = RecordMemory()
  ) throws(ExperimentFailure) -> Rerun {
    try withTrace(of: scenario, in: memory) { other throws(ExperimentFailure) in
      if let first, !trace.isSame(as: other, until: first) {
        throw .broken("a change makes a difference before its first task arrives")
      }
      guard let trouble = RunTrouble(of: driver, in: other) else {
        throw .broken("a change takes the driver '\(driver)' away")
      }
      let asked = subject.isDriver ? [] : subject.values(of: RunMeasurement(copy other))
      return Rerun(trouble: trouble, asked: asked, fingerprint: other.fingerprint)
    }
  }

  /// Performs another scenario instead of the base's, and lends its trace.
  ///
  /// - Throws: What the body throws, or that a run fails.
  func withTrace<Value>(
    of scenario: Scenario, in memory: RecordMemory,
    _ body: (borrowing Trace) throws(ExperimentFailure) -> Value
  ) throws(ExperimentFailure) -> Value {
    let stage = Stage(scenario, seed: run.seed, keeping: .max, in: memory)
    do throws(WorldFailure) {
      _ = try stage.run()
    } catch {
      throw .run(Runner.Failure(run: run, reason: error))
    }
    var other = stage.recorder.take()
    defer { memory.keep(&other) }
    return try body(other)
  }
}

extension Headline.Subject {
  /// What is asked about tasks or the thread in a run, and what decides between equals; empty for a
  /// driver.
  fileprivate func values(of measurement: RunMeasurement) -> [Double?] {
    switch self {
    case .driver: return []
    case .thread: return [Double(measurement.hangs.time.wholeNanoseconds), nil]
    case .waiter(let waiter):
      return [
        Double(measurement.judgedWait(of: waiter).wholeNanoseconds),
        measurement[load: waiter.load].map {
          Double(($0[.shown] ?? $0[.response])?.mean.wholeNanoseconds ?? 0)
        },
      ]
    case .tasks(let question):
      let tasks = question.load.flatMap { measurement[load: $0] }
      let metric = MetricDictionary.metric(named: question.metric)
      let scale = metric?.unit == .milliseconds ? 1e6 : 1
      return [
        tasks.flatMap { metric?.value(of: $0) }.map { ($0.number * scale).rounded() },
        tasks.map { Double($0[question.quantity]?.mean.wholeNanoseconds ?? 0) },
      ]
    }
  }
}

extension Scenario {
  /// Whether tasks run in pieces, whose serial numbers are not the positions of the tasks.
  var hasPieces: Bool {
    loads.contains { load in (load.writtenTasks ?? []).contains { $0.piece != nil } }
  }
}

extension Trace {
  /// Whether both traces hold the same records before an instant, but for a source that only the
  /// other one has: the one by which tasks come back that ran elsewhere.
  fileprivate func isSame(as other: borrowing Trace, until instant: Instant) -> Bool {
    let others = other.records.span
    var next = 0
    for record in records {
      guard record.time < instant else { break }
      while next < others.count, others[next] != record {
        guard isNew(others[next]) else { return false }
        next += 1
      }
      guard next < others.count else { return false }
      next += 1
    }
    while next < others.count, isNew(others[next]) { next += 1 }
    return next == others.count || others[next].time >= instant
  }

  /// Whether a record says that a source is there which this trace does not know.
  private func isNew(_ record: TraceRecord) -> Bool {
    (record.kind == .declared || record.kind == .joined) && Int(record.subject) >= names.count
  }
}

extension RunSpec {
  /// Checks that it can be performed again with a change.
  ///
  /// - Throws: ``ExperimentFailure/cannotBegin(_:)`` for a run on a host.
  func checkRepeatable() throws(ExperimentFailure) {
    guard recording == nil else {
      throw .cannotBegin("a run on a host cannot be performed again with a change; name the script")
    }
  }

  /// What is performed, with every task written out, so that each can be changed.
  var writtenScenario: Scenario {
    get throws(ExperimentFailure) {
      do throws(Change.Mismatch) {
        return try scenario.writtenOut(seed: label.seed)
      } catch {
        throw .cannotBegin("\(error)")
      }
    }
  }
}
