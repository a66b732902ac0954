package import LabExperiment
package import LabLanguage
package import LabText

extension ScriptError: UserError {
  /// All diagnostics.
  package var message: String { description }
  /// Wrong usage if only options hold mistakes, else wrong input.
  package var status: ExitStatus { isAboutOptions ? .wrongUsage : .wrongInput }
  /// Yes: every mistake stands in a line.
  package var hasPlace: Bool { true }
}

extension ExperimentFailure: UserError {
  /// What is wrong, and what to do about it.
  package var message: String { description }
  /// Wrong input, unless the lab is at fault.
  package var status: ExitStatus {
    switch self {
    case .cannotBegin, .run: .wrongInput
    case .script(let error): error.status
    case .broken, .contradiction, .misfit, .proof, .notShown: .broken
    }
  }
  /// Whether a line of the script is to blame.
  package var hasPlace: Bool {
    switch self {
    case .run(let failure): failure.place != nil
    case .script(let error): error.hasPlace
    case .cannotBegin, .broken, .contradiction, .misfit, .proof, .notShown: false
    }
  }
}
