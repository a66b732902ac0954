import LabKernel
import LabWorkload

/// What would make a failing expectation hold: changes with each of which the body ran again.
struct Remedies {
  /// How often the body runs again at most.
  static let mostReruns = 40
  /// How many changes are named that help.
  private static let mostNamed = 3

  /// One change, and what failed with it.
  struct Trial {
    let change: Change
    /// The expectation in question, if it fails again.
    let again: Failure?
    let failsElsewhere: Bool

    /// The change in quotation marks.
    fileprivate var words: String {
      "‘\(change)’" + (again == nil && failsElsewhere ? " (but something else fails then)" : "")
    }
  }

  private let failure: Failure
  private let trials: [Trial]

  /// Tries changes of drivers and tasks; `nil` if the failure does not come back without any.
  ///
  /// - Parameters:
  ///   - failure: What failed.
  ///   - scenario: What was planned, with every task written out.
  ///   - seed: The seed of the run.
  ///   - perform: Runs the body with these loads, and a change of the drivers that it makes; returns
  ///     what failed, or `nil` if the body threw.
  init?(
    _ failure: Failure, in scenario: Scenario, seed: UInt64,
    perform: ([Load], DriverChange?) -> [Failure]?
  ) {
    func trial(_ change: Change, _ loads: [Load]) -> Trial? {
      perform(loads, change.driverChange).map { failures in
        Trial(
          change: change, again: failures.first { $0.place == failure.place },
          failsElsewhere: failures.contains { $0.place != failure.place })
      }
    }
    guard trial(Change([]), scenario.loads)?.again?.isSame(as: failure) == true else { return nil }
    self.failure = failure
    let loads = (try? scenario.writtenOut(seed: seed))?.loads ?? scenario.loads
    let changes =
      Change.ofDrivers(in: scenario)
      + loads.flatMap { load in
        Change.ofLoad(load.name, tasks: load.writtenTasks ?? [], on: scenario.panel)
      }
    trials = changes.lazy
      .compactMap { change in
        (try? change.applied(to: scenario, seed: seed)).map { (change, $0.loads) }
      }
      .prefix(Self.mostReruns).compactMap(trial)
  }

  /// Which changes help, and one that seems to and does not.
  var text: String {
    let vain = trials.filter { $0.again != nil }
    let helping = helping
    guard let first = helping.first else {
      return "What helps? None of the \(trials.count) changes that were tried." + nearest(of: vain)
    }
    var text = "What helps? With \(first.words) this holds"
    let others = helping.dropFirst().map(\.words)
    if !others.isEmpty { text += "; also with " + others.joined(separator: ", or with ") }
    let plausible = vain.enumerated().filter { $0.element.change.plausibility != nil }.min {
      ($0.element.change.plausibility ?? 0, $0.offset)
        < ($1.element.change.plausibility ?? 0, $1.offset)
    }
    if let plausible { text += "; not with \(plausible.element.words)" }
    return text + "."
  }

  /// The first change of each subject with which it holds, those first with which all of the test does.
  ///
  /// To leave a load out is no fix, but a bound, and only named where nothing else helps.
  private var helping: [Trial] {
    let all = trials.filter { $0.again == nil }
    let fixes = all.filter { !$0.change.leavesOut }
    let best = fixes.isEmpty ? all : fixes
    var named: [Trial] = []
    for trial in best.filter({ !$0.failsElsewhere }) + best.filter(\.failsElsewhere)
    where named.count < Self.mostNamed {
      if !named.contains(where: { $0.change.subject == trial.change.subject }) {
        named.append(trial)
      }
    }
    return named
  }

  /// The change that comes nearest, if the metric should be small and is smaller with it.
  private func nearest(of trials: [Trial]) -> String {
    guard let before = failure.measured, failure.script?.contains(">") == false else { return "" }
    let values = trials.compactMap { trial in
      trial.again?.measured.map { (trial: trial, value: $0.value) }
    }
    let best = values.enumerated().min {
      ($0.element.value.number, $0.offset) < ($1.element.value.number, $1.offset)
    }?.element
    guard let best, best.value.number < before.value.number else { return "" }
    return " \(best.trial.words) comes nearest: \(before.column) \(best.value) in the place of"
      + " \(before.value)."
  }
}

extension Change {
  /// What is changed of the drivers, if anything is.
  fileprivate var driverChange: DriverChange? {
    if case .drivers(let change)? = steps.first { change } else { nil }
  }

  /// Whether tasks are left out.
  fileprivate var leavesOut: Bool {
    if case .tasks(_, .without)? = steps.first { true } else { false }
  }
}

extension Laboratory {
  /// What the test has planned, with every task that arrived written out.
  var scenario: Scenario {
    let arrived = ArrivedTask.all(in: self)
    let loads = loads.map { load in
      // What follows others does so again.
      guard load.leaders.isEmpty else { return load }
      let tasks = arrived.filter { $0.load == load.name }.map { task in
        Recording.Task(
          arrival: Instant(nanoseconds: task.arrival), duration: .nanoseconds(task.duration),
          name: load.name)
      }
      return Load(name: load.name, tasks: .recorded(tasks), door: load.door, modes: load.modes)
    }
    return Scenario(
      panel: panel, duration: now.sinceStart, loads: loads, gestures: gestures,
      drivers: tickers.map(\.driver))
  }
}
