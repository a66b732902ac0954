import LabDisplay
package import LabLanguage
import LabLoop
package import LabMetrics
package import LabProof
package import LabWorkload

/// An experiment as a script describes it: checked in full, ready to be planned.
package struct Experiment: Sendable {
  /// A variant that the experiment compares with others.
  package struct Arm: Sendable {
    /// The name.
    package let name: String
    /// The names of its timers and display links.
    package fileprivate(set) var drivers: [String]
    /// What those are called that have other names than in the script.
    var titles: [String: String] = [:]
    /// The names of its loads and inputs, those that all arms share first.
    package let loads: [String]

    let settings: [PointDependent<DriverSetting>]
    let motions: [String: PointDependent<Motion>]
    /// Of which arm it is a changed copy, made by `what if`; `nil` for an arm of the script.
    var changed: Changed?

    /// What makes an arm of another one.
    struct Changed: Sendable {
      /// The position of the other arm.
      let base: Int
      /// The change as it is compared.
      let text: String
      let change: PointDependentChange
      /// The sweep points at which it does not apply, so that nothing is performed there.
      let misfits: Set<[Int]>
    }
    /// What disturbs this arm alone.
    let edits: [PointDependent<ScenarioEdit>]
    /// Its drivers, made once for all runs; `nil` if they depend on the sweep point.
    private(set) var settled: [Driver]?

    /// Makes its drivers for all runs, if they are the same at every sweep point.
    mutating func settle(in scene: Scene, at point: [Int]) {
      let axes =
        scene.panel.axes + scene.rateChanges.flatMap { $0.axes } + settings.flatMap { $0.axes }
        + motions.values.flatMap { $0.axes }
      if axes.isEmpty { settled = drivers(at: point, on: scene.panel(at: point)) }
    }

    /// Returns the drivers at a point, the index of the chosen value of every sweep, each with what
    /// it moves.
    func drivers(at point: [Int], on panel: Panel) -> [Driver] {
      var drivers =
        settled
        ?? settings.map { setting in
          let setting = setting.value(at: point)
          let motion = motions[setting.driver.name]?.value(at: point)
          return setting.driver(on: panel, moving: motion)
        }
      guard !titles.isEmpty else { return drivers }
      for index in drivers.indices {
        drivers[index].name = titles[drivers[index].name] ?? drivers[index].name
      }
      return drivers
    }
  }

  /// A file from which the experiment was read.
  package typealias Input = ScriptInput

  /// The path of the script.
  package let path: String
  /// What commands call the script, if that is not its path: the name of a shipped experiment.
  package var operand: String?
  /// What it is called.
  package let title: String?
  /// What it asks.
  package let question: String?
  /// The answer in one sentence.
  package let because: String?
  /// The same; `nil` where other values took the place of the script's own, or changes are made to
  /// it, of which it does not speak.
  package var answer: String? {
    applied.isEmpty && overriding.allSatisfy { $0.name == "run" } ? because : nil
  }
  /// What it varies, and what is worked out from that; of several sweeps the last varies fastest.
  package let sweeps: [Sweep]
  /// What it compares.
  package private(set) var arms: [Arm]
  /// How many runs there are of every arm at every sweep point; at most, if a precision is wished.
  package let replications: Int
  /// The number from which all draws derive.
  package let seed: UInt64
  /// The expectations that are judged, in the order of their verdicts.
  var judgedExpectations: [Expectation] { expectations.filter { $0.isJudged } }
  /// The expectations, as they are written.
  package var expectationTexts: [String] { judgedExpectations.map { $0.text } }
  /// The metrics that its expectations, predictions and plots name, in the order of the script.
  package var namedMetrics: [String] {
    var known: Set<String> = []
    let claims = expectations + finds.map { $0.claim }
    let names = claims.flatMap { $0.measures.map { $0.metric } } + plots.map { $0.metric }
    return names.filter { known.insert($0).inserted }
  }
  /// The metrics without which it cannot be repeated, searched and judged.
  package var neededMetrics: [String] {
    namedMetrics + (precision?.quantity.measures.map { $0.metric } ?? [])
  }
  /// The pictures that it asks for.
  package let plots: [Plot]

  /// The script and every file that it names: all that it takes to read the experiment again.
  package let inputs: [Input]
  /// What its author may want to know, though it is no mistake.
  package internal(set) var notes: [Diagnostic] = []
  /// Those of the notes that are about what no run performs.
  package internal(set) var unjudged: [Diagnostic] = []
  /// The values that took the place of a sweep's own.
  package let overriding: [(name: String, values: String)]
  /// How far behind the start of what was recorded its recordings begin.
  package var recordingStart: Duration = .zero

  /// Where loads, gestures, `arm.driver` and `run` stand in the script, as `beat.lab:7`.
  let places: [String: String]
  let grid: Grid
  let scene: Scene
  /// The changes with which every arm is performed.
  let applied: [PointDependent<[Change]>]
  /// What is done to drivers under way, each in one arm.
  let actions: [(arm: Int, setting: PointDependent<DriverAction>)]
  /// What must hold, and what theory says, in the order of the script.
  let expectations: [Expectation]
  let precision: Precision?
  let finds: [Find]
  /// What is to be proven, in the order of the script.
  let questions: [PointDependent<OpenQuestion>]
  /// Whether it has inputs, or loads that a driver shows.
  let hasInputs: Bool
  /// The files of which each replication has another, as the script could name them; empty if no
  /// load names several.
  package let recordedFiles: [String]

  /// Whether the tasks of its loads are measured: it has inputs, or names a metric of tasks.
  package var measuresTasks: Bool {
    hasInputs || neededMetrics.contains { MetricDictionary.metric(named: $0)?.isOfTasks == true }
  }

  /// How many points the sweeps span; 1 without a sweep.
  var pointCount: Int { grid.count }

  /// Returns the value of every sweep at a point.
  func choices(at point: [Int]) -> [RunSpec.Choice] {
    sweeps.map { RunSpec.Choice(name: $0.name, value: $0.value(at: point)) }
  }

  /// Returns what happens in a run of an arm at a point.
  ///
  /// Of a change that does not apply there, what applies is made; so it is of one of tasks that a
  /// replication happens not to draw.
  func scenario(
    of arm: Int, at point: [Int], replication: Int = 0, seed: UInt64
  ) -> Scenario {
    let changed = arms[arm].changed
    let base = changed?.base ?? arm
    var scenario = scene.scenario(of: arms[base], at: point, replication: replication)
    scenario.actions = actions.filter { $0.arm == base }.map { $0.setting.value(at: point) }
    scenario.recordingStart = recordingStart
    for applied in applied {
      for change in applied.value(at: point) { scenario.apply(change, seed: seed) }
    }
    if let changed { scenario.apply(changed.change.value(at: point), seed: seed) }
    return scenario
  }

  /// Calls drivers by names that a script cannot have.
  ///
  /// - Parameter titles: The new names by those of the script; no two are the same.
  package mutating func call(_ titles: [String: String]) {
    for arm in arms.indices {
      arms[arm].drivers = arms[arm].drivers.map { titles[$0] ?? $0 }
      arms[arm].titles = titles
    }
  }

  /// What all arms share.
  struct Scene: Sendable {
    let duration: PointDependent<Duration>
    let panel: PointDependent<Panel>
    let rateChanges: [PointDependent<Panel.RateChange>]
    /// Every other statement about runs.
    let edits: [PointDependent<ScenarioEdit>]

    /// Returns what happens in a run of an arm at a point, but for what is done to drivers under
    /// way.
    func scenario(of arm: Arm, at point: [Int], replication: Int = 0) -> Scenario {
      let panel = panel(at: point)
      var scenario = Scenario(
        panel: panel, duration: duration.value(at: point),
        drivers: arm.drivers(at: point, on: panel))
      for edit in edits { edit.value(at: point)(&scenario, replication) }
      for edit in arm.edits { edit.value(at: point)(&scenario, replication) }
      return scenario
    }
  }
}

extension Scenario {
  /// Changes the run by what of the change applies to it.
  fileprivate mutating func apply(_ change: Change, seed: UInt64) {
    if let changed = (try? change.applied(to: self, seed: seed))
      ?? (try? change.withoutIdleSteps(in: self, seed: seed).applied(to: self, seed: seed))
    {
      self = changed
    }
  }
}

/// What a statement changes in the runs of a replication at a sweep point.
typealias ScenarioEdit = @Sendable (inout Scenario, _ replication: Int) -> Void

extension [PointDependent<[Load]>] {
  /// Loads, each in addition to those before: that of the replication, or the one that all have.
  var edits: [PointDependent<ScenarioEdit>] {
    map { loads in
      loads.map { loads in
        { scenario, replication in
          scenario.loads.append(loads[Swift.min(replication, loads.count - 1)])
        }
      }
    }
  }
}

extension [PointDependent<[Gesture]>] {
  /// Gestures in addition to those before.
  var edits: [PointDependent<ScenarioEdit>] {
    map { gestures in
      gestures.map { gestures in { scenario, _ in scenario.gestures += gestures } }
    }
  }
}

/// Why something that takes runs of an experiment could not be told.
package enum ExperimentFailure: Error, Hashable {
  /// What the user asked for makes no sense.
  case cannotBegin(String)
  /// An identity that holds for every change is broken, for which the lab is to blame.
  case broken(String)
  /// A run could not be completed.
  case run(Runner.Failure)
  /// The numbers of a run contradict each other, for which the lab is to blame.
  case contradiction(ConservationError)
  /// A change does not apply.
  case misfit(Change.Mismatch)
  /// A script that was written by the lab, or a value of a search, cannot be read.
  case script(ScriptError)
  /// A question about open instants has no answer.
  case proof(ProofFailure)
  /// The script of a case does not show it, for which the lab is to blame.
  case notShown(script: String)
}

extension ExperimentFailure: CustomStringConvertible {
  /// What is wrong, and what to do about it.
  package var description: String {
    switch self {
    case .cannotBegin(let problem): "\(problem)."
    case .broken(let problem):
      "\(problem). The lab is at fault, not the script; please report it."
    case .run(let failure): failure.description
    case .contradiction(let error): error.description
    case .misfit(let mismatch): mismatch.description
    case .script(let error): error.description
    case .proof(let failure): failure.description
    case .notShown(let script):
      "a case was found, and its script does not show it:\n\(script)"
    }
  }
}

extension Change {
  /// Applies the change.
  ///
  /// - Throws: ``ExperimentFailure/misfit(_:)`` if it does not apply.
  func made(in scenario: Scenario, seed: UInt64) throws(ExperimentFailure) -> Scenario {
    do throws(Mismatch) {
      return try applied(to: scenario, seed: seed)
    } catch {
      throw .misfit(error)
    }
  }
}

extension Experiment {
  /// Reads a script that the lab wrote.
  ///
  /// - Throws: ``ExperimentFailure/script(_:)`` if it cannot be read.
  static func plan(ofWritten inputs: [Input]) throws(ExperimentFailure) -> Plan {
    do throws(ScriptError) {
      return try Experiment(inputs: inputs, overriding: []).plan()
    } catch {
      throw .script(error)
    }
  }
}

/// A run whose numbers contradict each other: a mistake of the lab, never of its user.
package struct ConservationError: Error, Hashable {
  /// The run.
  package let run: RunSpec
  /// The identity that it breaks.
  package let violation: ConservationViolation
}

extension ConservationError: CustomStringConvertible {
  /// The run, the identity, and whose mistake it is.
  package var description: String {
    "run \(run.index), arm ‘\(run.arm)’, contradicts itself: \(violation). The lab is at fault, not"
      + " the script; please report it."
  }
}

/// One of the changes of a statement, which may differ from sweep point to sweep point.
struct PointDependentChange: Sendable {
  let setting: PointDependent<[Change]>
  let number: Int

  func value(at point: [Int]) -> Change { setting.value(at: point)[number] }
}
