package import LabAnswer
package import LabExperiment
package import LabImport
import LabMetrics
package import LabResults

/// A recording beside a timer and two display links: what each makes of it, and why.
package struct TrialStudy: Study {
  package let subject: String
  private let script: TrialScript
  private let trace: ImportedTrace?
  private let summary: [Answer.Part]
  private let provenance: String?

  /// What a trial found, with what its page needs.
  package struct Findings {
    /// What was found; its files are the script and what lies beside it.
    package let answer: Answer
    /// The runs as a page shows them; that of the app's own driver is what really happened.
    package let shown: ExperimentResult
    /// Why the judged run is as it is; `nil` where nothing could be said.
    package let explanation: Explanation?
  }

  /// Asks about a recording.
  ///
  /// - Parameters:
  ///   - script: The script that tries it.
  ///   - subject: The file as it was named.
  ///   - trace: What was imported, of which the frames are compared; `nil` for a recording.
  ///   - summary: What was read.
  ///   - provenance: Where a trace comes from, as JSON; `nil` of a recording.
  package init(
    _ script: TrialScript, of subject: String, trace: ImportedTrace?, summary: [Answer.Part],
    provenance: String?
  ) {
    (self.script, self.subject, self.trace) = (script, subject, trace)
    (self.summary, self.provenance) = (summary, provenance)
  }

  /// Performs the arms.
  package func answer(_ watch: Watch) throws -> Answer { try findings(watch).answer }

  /// Performs the arms, and keeps what else is made of them.
  package func findings(_ watch: Watch) throws -> Findings {
    let trial = try TraceTrial(script)
    let found = try TrialFindings(trial, of: trace)
    let result = try trial.result()
    let trouble = Plan.Trouble(run: script.explained, driver: script.driver)
    let explanation =
      found.isTooShort
      ? nil : watch.attempting { try result.explanation(of: trouble, jobs: 1) }
    let files =
      [("\(script.name).lab", script.text)] + script.files
      + (provenance.map { [("\(script.name).provenance.json", $0)] } ?? [])
    let name = Plan.quoted(subject)
    let why = explanation?.asked(of: trial.plan[script.explained]) ?? []
    var answer = Answer(
      "try", of: subject,
      [summary] + found.paragraphs + why,
      data: found.data,
      files: files.map { Answer.File($0.0, Array($0.1.utf8)) },
      next: (explanation == nil ? ["runlooplab why \(name)"] : [])
        + ["runlooplab try \(name) --save \(script.name).lab"])
    answer.explainedRun = explanation == nil ? nil : script.explained
    return Findings(
      answer: answer, shown: try trial.result(showing: found.recorded), explanation: explanation)
  }
}

extension Watch {
  /// Returns what some work gives, or nothing after a warning: what cannot be explained has its
  /// verdict all the same.
  func attempting<Value>(_ work: () throws -> Value?) -> Value? {
    do {
      return try work()
    } catch {
      warns("\(error)")
      return nil
    }
  }
}

/// A recording beside a timer and two display links: the script and its runs.
package struct TraceTrial {
  /// The script, which names the recordings beside it.
  package let script: TrialScript
  /// The plan of the script.
  package let plan: Plan
  /// What the runs came to, in the order of the plan, with the rates of their displays.
  let runs: [(rate: String, result: RunResult)]
  /// The runs on the first display, with what happened in them.
  let first: [PerformedRun]

  /// The longest recording that is tried: an hour.
  package static let longest = Duration.seconds(3600)

  /// Performs a script.
  ///
  /// - Throws: A mistake in the recording, or why a run could not be completed.
  package init(_ script: TrialScript) throws {
    self.script = script
    let plan = try script.experiment().plan()
    let arms = plan.experiment.arms.count
    let first = try plan.prefix(arms).map { try PerformedRun($0) }
    let rates = script.display.vsyncs == nil ? script.display.rates : ["recorded"]
    runs = try plan.enumerated().map { index, run in
      (
        rates[index / arms],
        index < arms ? try first[index].result() : try Runner(jobs: 1).result(of: run)
      )
    }
    (self.plan, self.first) = (plan, first)
  }

  /// The runs as a result.
  ///
  /// - Throws: `WriteError` if the system refuses a temporary file.
  package func result() throws -> ExperimentResult {
    try ExperimentResult(name: script.name, plan: plan, runs: runs.map(\.result))
  }

  /// The runs as a page shows them: where the replay of the app's own drivers would be, what really
  /// happened.
  ///
  /// - Throws: `WriteError` if the system refuses a temporary file.
  func result(showing recorded: RecordedRun?) throws -> ExperimentResult {
    guard let recorded, script.loop != nil, script.display.vsyncs != nil, !runs.isEmpty else {
      return try result()
    }
    let measured = RunMeasurement(recorded.trace)
    guard plan.experiment.arms[0].drivers.allSatisfy({ measured[driver: $0] != nil }) else {
      return try result()
    }
    var plan = plan
    plan.recordings[0] = HostRun(recorded.trace, hasReplay: true)
    let real = try Runner(jobs: 1).result(of: plan[0])
    return try ExperimentResult(
      name: script.name, plan: plan, runs: [real] + runs.dropFirst().map(\.result))
  }
}
