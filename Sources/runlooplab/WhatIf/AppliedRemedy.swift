import Foundation
import LabExperiment
import LabText

/// A change that helps, as a script that performs it: `why SCRIPT --apply 1 --save better.lab`.
struct AppliedRemedy {
  private let number: Int
  private let path: String
  private let operand: String
  private let replaces: Bool

  /// Reads the options; `nil` if no change is to be written.
  init?(of source: RunSource, _ arguments: Arguments) throws {
    guard let number = try arguments.number("--apply", in: 1...100),
      let path = arguments.text("--save")
    else { return nil }
    _ = try Scripts.newName(path, for: "--save", as: "better.lab")
    operand = arguments.operands[0]
    guard operand.hasSuffix(".lab") else {
      throw UsageError("'--apply' changes the file of a script, and '\(operand)' is none.")
    }
    (self.number, self.path, replaces) = (number, path, arguments.has("--force"))
  }

  /// Writes the script, and says how to go on.
  func write(_ explanation: Explanation, of source: RunSource) throws -> ExitStatus {
    let remedies = explanation.remedies
    guard number <= remedies.count else {
      throw UsageError(
        remedies.isEmpty
          ? "no change helps, so that there is none to apply."
          : "'--apply \(number)': \(counted(remedies.count, "change")) helped. Write a number up to"
            + " that.")
    }
    let script = RemedyScript(
      remedies[number - 1], of: source.plan.experiment, including: included)
    try Scripts.write(path, script.text, [], replacing: replaces)
    Terminal.print(
      "\nwrote \(path). Go on with: runlooplab run \(path), then compare the two results.")
    return .success
  }

  /// How the new script names the old one: by its name beside it, else by its whole path.
  private var included: String {
    let name = operand as NSString
    return operand.parentPath == path.parentPath
      ? name.lastPathComponent
      : URL(filePath: operand).standardizedFileURL.path(percentEncoded: false)
  }
}
