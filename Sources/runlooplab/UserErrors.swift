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

extension Runner.Failure: UserError {
  /// The run, why it ended, and a remedy.
  package var message: String { description }
  /// Wrong input: the script does not let the run end.
  package var status: ExitStatus { .wrongInput }
  /// Whether a line of the script is to blame.
  package var hasPlace: Bool { place != nil }
}

extension WhatIfError: UserError {
  /// What is wrong, and what to do about it.
  package var message: String { description }
  /// Wrong input, unless the lab is at fault.
  package var status: ExitStatus {
    if case .cannotBegin = self { .wrongInput } else { .broken }
  }
}
