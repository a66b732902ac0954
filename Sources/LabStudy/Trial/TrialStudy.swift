package import LabAnswer
package import LabExperiment
package import LabImport
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
    let answer = Answer(
      "try", of: subject,
      [summary] + found.paragraphs + [explanation.map { [.sentences($0.sentences)] } ?? []],
      data: found.data,
      files: files.map { Answer.File($0.0, Array($0.1.utf8)) },
      next: (explanation == nil ? ["runlooplab why \(name)"] : [])
        + ["runlooplab try \(name) --save \(script.name).lab"])
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
