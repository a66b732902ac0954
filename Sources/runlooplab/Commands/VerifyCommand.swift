import Foundation
import LabResults
import LabText

/// `runlooplab verify`: a result is made again and compared.
enum VerifyCommand {
  static let subcommand = Command.Subcommand(usage, "repeat results and compare them") { words in
    let arguments = try usage.parse(words)
    guard !arguments.operands.isEmpty else {
      throw UsageError("name the folder of a result, such as results/beat.")
    }
    let jobs = try arguments.jobs()
    var isSame = true
    for path in arguments.operands.flatMap(results) {
      let verification = try ResultVerification(of: path, jobs: jobs)
      Terminal.print(text(verification, path))
      if !verification.different.isEmpty { isSame = false }
    }
    return isSame ? .success : .expectationFailed
  }

  /// The results in a folder of several, in alphabetical order; else the operand itself.
  private static func results(_ path: String) -> [String] {
    let inside = Scripts.results(in: path)
    return inside.isEmpty ? [path] : inside.map((path as NSString).appendingPathComponent)
  }

  private static func text(_ verification: ResultVerification, _ path: String) -> String {
    let runs = counted(verification.runs, "run")
    guard !verification.different.isEmpty else {
      return "\(path): \(runs) repeated; all \(verification.same.count) files have the same bytes."
    }
    let run = verification.firstDifferentRun.map {
      " The first run whose fingerprint differs is run \($0)."
    }
    return
      "\(path): \(runs) repeated; other bytes in \(verification.different.joined(separator: ", "))."
      + (run ?? " All fingerprints are the same.")
  }

  private static let usage = Usage(
    name: "verify", operands: "RESULT|DIR …", options: [.jobs],
    text:
      "Repeats a result from its manifest, which contains the script, its recordings, the settings and"
      + " the seed, and compares every file with what is there. The files themselves must be as they"
      + " were written. A DIR contains results.",
    remarks: [
      "Ends with 0 if all bytes are the same, with 1 if not, with 3 if a file is missing or was changed"
        + " since it was written."
    ],
    example: "results/beat")
}
