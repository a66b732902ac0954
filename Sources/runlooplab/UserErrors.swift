public import LabExperiment
public import LabResults

extension ScriptError: UserError {
  /// Wrong usage if only options hold mistakes, else wrong input.
  public var status: ExitStatus { isAboutOptions ? .wrongUsage : .wrongInput }
  /// Yes: every mistake stands in a line.
  public var hasPlace: Bool { true }
}

extension Runner.Failure: UserError {
  /// Wrong input: the script does not let the run end.
  public var status: ExitStatus { .wrongInput }
  /// Whether a line of the script is to blame.
  public var hasPlace: Bool { place != nil }
}

extension WhatIfError: UserError {
  /// Wrong input, unless the lab is at fault.
  public var status: ExitStatus {
    if case .cannotBegin = self { .wrongInput } else { .broken }
  }
}

extension TraceFile.Refusal: UserError {
  /// The reason and the remedy.
  var description: String { message }
  /// Yes.
  var hasPlace: Bool { true }
}
