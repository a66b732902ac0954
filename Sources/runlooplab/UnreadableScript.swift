import LabExperiment
import LabLanguage
import LabText

/// A script of the lab's own that the lab could not read, and so does not write.
struct UnreadableScript: UserError {
  let message: String
  /// The lab is at fault.
  var status: ExitStatus { .broken }

  init(path: String, _ error: ScriptError) {
    let first = error.diagnostics.first
    let place = first?.position.map { "line \($0.line): " } ?? ""
    message =
      "'\(path)' is not written, since the lab could not read it: \(place)\(first?.message ?? "")"
      + " The lab is at fault."
  }
}
