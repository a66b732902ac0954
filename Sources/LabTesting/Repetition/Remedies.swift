import LabKernel
import LabMetrics
import LabText
import LabTrace
import LabWorkload

/// What would make failing expectations hold: changes with each of which the body ran again.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct Remedies {
  /// How often the body runs again at most, and how many records all of these runs may leave.
  private static let mostReruns = 40
  private static let mostRecords = 10_000_000
  /// How many changes are named that help.
  private static let mostNamed = 3

  /// What a run of the body with a change came to.
  struct Rerun {
    let failures: [Failure]
    let trace: Trace
  }

  /// One change, and what failed with it.
  private struct Trial: ChangeTrial {
    let change: Change
    let removedWork: Duration
    let failures: [Failure]
    /// What went wrong with each driver.
    let troubles: [String: RunTrouble]

    /// The expectation in question, if it fails again.
    func again(_ failure: Failure) -> Failure? {
      failures.first { $0.isOfSameExpectation(as: failure) }
    }

    /// By how much it brings what was measured nearer to what is expected; infinite if that holds
    /// with it, and `nil` if it cannot be measured.
    func gain(on failure: Failure) -> Double? {
      guard let again = again(failure) else { return .infinity }
      guard let before = failure.measured?.value, let after = again.measured?.value else {
        return nil
      }
      let less = before.number - after.number
      return failure.asksForMore ? -less : less
    }

    func failsElsewhere(_ failure: Failure) -> Bool {
      failures.contains { !$0.isOfSameExpectation(as: failure) }
    }
  }

  private let scenario: Scenario
  private let seed: UInt64
  private let perform: ([Load], [DriverChange]) -> Rerun?
  private var records = 0
  /// What was tried already; `nil` for what does not apply, and where the body threw.
  private var known: [Change: Trial?] = [:]
  private var reruns: Int { known.values.count { $0 != nil } }

  /// Prepares to try changes of drivers and tasks.
  ///
  /// - Parameters:
  ///   - scenario: What was planned, with every task that arrived written out.
  ///   - seed: The seed of the run.
  ///   - perform: Runs the body with these loads, and changes of the drivers that it makes; returns
  ///     `nil` if the body threw.
  init(
    in scenario: Scenario, seed: UInt64, perform: @escaping ([Load], [DriverChange]) -> Rerun?
  ) {
    self.scenario = (try? scenario.writtenOut(seed: seed)) ?? scenario
    self.seed = seed
    self.perform = perform
  }

  /// Says which changes help, and one that seems to and does not; `nil` if the failure does not
  /// come back without any.
  mutating func text(for failure: Failure) -> String? {
    guard trial(Change([]))?.again(failure)?.isSame(as: failure) == true else { return nil }
    let trials = trials(for: failure)
    let vain = trials.filter { $0.again(failure) != nil }
    func half(_ trial: Trial) -> String {
      trial.again(failure) == nil && trial.failsElsewhere(failure)
        ? " (but something else fails then)" : ""
    }
    let helping = helping(failure, among: trials)
    guard let first = helping.first else {
      return "What helps? None of the \(trials.count) changes that were tried."
        + nearest(failure, of: vain)
    }
    var text =
      "What helps? \(first.change.title(in: scenario).imperative) [\(first.change)]:"
      + " \(effect(of: first, on: failure))\(half(first))."
      + (first.change.isOfLab ? " That is for the lab: no app can make this change." : "")
    let others = helping.dropFirst().map { doing($0.change) + half($0) }
    if !others.isEmpty { text += " It also holds after \(listed(others, "or after"))." }
    if let plausible = vain.filter({ !$0.change.isProbe }).mostPlausible {
      text += " It does not after \(doing(plausible.change))."
    }
    return text
  }

  /// The change as the object of a sentence, with its name.
  private func doing(_ change: Change) -> String {
    "\(change.title(in: scenario).gerund) [\(change)]"
  }

  /// What is worse or better with a change of the metric in question and of the dropped frames.
  private func effects(of trial: Trial, on failure: Failure) -> [(isWorse: Bool, words: String)] {
    guard let measured = failure.measured,
      let metric = MetricDictionary.metric(measured.column)?.trouble,
      let before = known[Change([])]??.troubles[measured.driver],
      let after = trial.troubles[measured.driver]
    else { return [] }
    let metrics = metric == .dropped ? [metric] : [metric, .dropped]
    return metrics.compactMap { metric in
      guard let before = metric.value(before), let after = metric.value(after), before != after
      else { return nil }
      let values = [after, before].map { "\(metric.metricValue(Double($0)))" }
      let name = MetricDictionary.metric(named: metric.name)?.column ?? metric.name
      return (after > before, "\(name) \(values[0]) instead of \(values[1])")
    }
  }

  /// That the expectation holds with a change; what is worse with it before what is better.
  private func effect(of trial: Trial, on failure: Failure) -> String {
    let holds = "the expectation holds then"
    let changes = effects(of: trial, on: failure)
    func words(_ isWorse: Bool) -> String {
      changes.filter { $0.isWorse == isWorse }.map { $0.words }.joined(separator: ", ")
    }
    let (worse, better) = (words(true), words(false))
    return (worse.isEmpty ? holds : "\(worse), which is worse, but \(holds)")
      + (better.isEmpty ? "" : ", with \(better)")
  }

  /// Tries all changes, and pairs of those that save most of what the expectation is about.
  private mutating func trials(for failure: Failure) -> [Trial] {
    let before = known[Change([])]??.troubles
    let search = ChangeSearch<Trial> { trial in
      guard let measured = failure.measured else { return [nil] }
      guard let metric = MetricDictionary.metric(measured.column)?.trouble else {
        return [trial.gain(on: failure)]
      }
      return [metric, metric.secondary].map { metric in
        guard let before = before?[measured.driver].flatMap(metric.value),
          let after = trial.troubles[measured.driver].flatMap(metric.value)
        else { return nil }
        return Double(before - after)
      }
    }
    return search.trials(of: Change.standard(for: scenario)) { $0.compactMap { trial($0) } }
  }

  /// Runs the body with a change, or remembers what came of it; `nil` if it does not apply, if the
  /// body threw, or if enough was tried.
  private mutating func trial(_ change: Change) -> Trial? {
    if let trial = known[change] { return trial }
    let changed = change.steps.isEmpty ? scenario : try? change.applied(to: scenario, seed: seed)
    guard reruns < Self.mostReruns, records <= Self.mostRecords, let changed,
      let rerun = perform(changed.loads, change.driverChanges)
    else {
      known[change] = .some(nil)
      return nil
    }
    records += rerun.trace.records.count
    let names = Set(rerun.failures.compactMap(\.measured?.driver)).union(
      scenario.drivers.map(\.name))
    let trial = Trial(
      change: change, removedWork: scenario.plannedWork - changed.plannedWork,
      failures: rerun.failures,
      troubles: Dictionary(
        uniqueKeysWithValues: names.compactMap { name in
          RunTrouble(of: name, in: rerun.trace).map { (name, $0) }
        }))
    known[change] = trial
    return trial
  }

  /// The first change of each subject with which it holds, those first with which all of the test
  /// does, and then those that make nothing worse.
  ///
  /// What no app can make, such as another phase, is named only where nothing else helps. To leave
  /// a load out is no fix, but a bound, and two changes at once are more than one: either is only
  /// named where nothing less helps.
  private func helping(_ failure: Failure, among trials: [Trial]) -> [Trial] {
    let all = trials.filter { $0.again(failure) == nil }
    let fixes = all.filter { $0.change.size.0 < .removal }
    let real = fixes.filter { !$0.change.isProbe }
    let best =
      [real, fixes].flatMap { [$0.filter { $0.change.steps.count == 1 }, $0] }
      .first { !$0.isEmpty } ?? all
    let harm = best.map { trial in
      (trial.failsElsewhere(failure) ? 2 : 0)
        + (effects(of: trial, on: failure).contains { $0.isWorse } ? 1 : 0)
    }
    let order = (0...3).flatMap { least in best.indices.filter { harm[$0] == least } }
    return order.map { best[$0] }.first(Self.mostNamed) { $0.change.changesSame(as: $1.change) }
  }

  /// The change that comes nearest, if it comes any nearer.
  private func nearest(_ failure: Failure, of trials: [Trial]) -> String {
    var best: (gain: Double, trial: Trial)?
    for trial in trials {
      guard let gain = trial.gain(on: failure), gain > best?.gain ?? 0 else { continue }
      best = (gain, trial)
    }
    guard let trial = best?.trial, let before = failure.measured,
      let after = trial.again(failure)?.measured
    else { return "" }
    return " Nearest is \(doing(trial.change)): \(before.column) \(after.value) instead of"
      + " \(before.value)."
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Change {
  /// What is changed of the drivers.
  fileprivate var driverChanges: [DriverChange] {
    steps.compactMap { if case .drivers(let change, nil) = $0 { change } else { nil } }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
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
      return Load(
        name: load.name, tasks: .recorded(tasks), delivery: load.delivery, modes: load.modes,
        isInput: load.isInput, shownThrough: load.driver)
    }
    return Scenario(
      panel: panel, duration: now.sinceStart, loads: loads, gestures: gestures,
      drivers: tickers.map { ticker in
        var driver = ticker.driver
        driver.cost = .constant(ticker.spent.most)
        return driver
      })
  }
}
