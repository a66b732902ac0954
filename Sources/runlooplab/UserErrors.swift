public import LabExperiment
public import LabLanguage
public import LabText

extension ScriptError: UserError {
  /// All diagnostics.
  public var message: String { description }
  /// Wrong usage if only options hold mistakes, else wrong input.
  public var status: ExitStatus { isAboutOptions ? .wrongUsage : .wrongInput }
  /// Yes: every mistake stands in a line.
  public var hasPlace: Bool { true }
}

extension Runner.Failure: UserError {
  /// The run, why it ended, and a remedy.
  public var message: String { description }
  /// Wrong input: the script does not let the run end.
  public var status: ExitStatus { .wrongInput }
  /// Whether a line of the script is to blame.
  public var hasPlace: Bool { place != nil }
}

extension WhatIfError: UserError {
  /// What is wrong, and what to do about it.
  public var message: String { description }
  /// Wrong input, unless the lab is at fault.
  public var status: ExitStatus {
    if case .cannotBegin = self { .wrongInput } else { .broken }
  }
}
