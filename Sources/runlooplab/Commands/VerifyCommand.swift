import Foundation
import LabResults
import LabStudy
import LabText

/// `runlooplab verify`: a result is made again and compared.
enum VerifyCommand {
  static let subcommand = Command.Subcommand(usage, "repeat results and compare them") { words in
    let arguments = try usage.parse(words)
    guard !arguments.operands.isEmpty else {
      throw UsageError("name the folder of a result, as 'run' writes one: results/NAME.")
    }
    let jobs = try arguments.jobs()
    return try AnswerOutput(arguments, isBrief: true).show(
      arguments.operands.flatMap(results).map { VerificationStudy(of: $0, jobs: jobs) })
  }

  /// The results in a folder of several, in alphabetical order; else the operand itself.
  private static func results(_ path: String) -> [String] {
    let inside = StoredResult.names(in: path)
    return inside.isEmpty ? [path] : inside.map((path as NSString).appendingPathComponent)
  }

  private static let usage = Usage(
    name: "verify", operands: "RESULT|DIR …", options: [.jobs] + AnswerOutput.options,
    text:
      "Repeats a result from its manifest, which contains the script, its recordings, the settings and"
      + " the seed, and compares every file with what is there. The files themselves must be as they"
      + " were written. A DIR contains results.",
    remarks: [
      "Ends with 0 if all bytes are the same, with 1 if not, with 3 if a file is missing or was changed"
        + " since it was written."
    ],
    examples: [
      "runlooplab run carousel", "runlooplab verify results/carousel",
    ], experiment: .result)
}
