package import LabLanguage
package import LabProof
package import LabWorkload

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
