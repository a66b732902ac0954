package import LabAnswer
import LabResults
import LabText

/// Whether a result comes out again with the same bytes.
package struct VerificationStudy: Study {
  package let subject: String
  private let jobs: Int

  /// Asks about a result.
  ///
  /// - Parameters:
  ///   - path: Its folder.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  package init(of path: String, jobs: Int = 1) { (subject, self.jobs) = (path, jobs) }

  /// Performs the runs again, and compares every file.
  ///
  /// - Throws: `InputError` if there is no whole result, `WriteError` if nothing can be written for
  ///   the time being, or what a run throws.
  package func answer(_ watch: Watch) throws -> Answer {
    let found = try ResultVerification(of: subject, jobs: jobs)
    let runs = "\(counted(found.runs, "run")) repeated; "
    let words: String
    if found.different.isEmpty {
      words =
        runs
        + (found.olderVersion.map {
          "all \(found.same.count) tables have the same rows. They were written with version \($0) of the"
            + " columns, so names of columns were compared as they are today, and datapackage.json was"
            + " not compared."
        } ?? "all \(found.same.count) files have the same bytes.")
    } else {
      words =
        runs + "other bytes in \(found.different.joined(separator: ", "))."
        + (found.firstDifferentRun.map {
          " The first run whose fingerprint differs is run \($0)."
        } ?? " All fingerprints are the same.")
    }
    let files = found.same.map { ($0, true) } + found.different.map { ($0, false) }
    return Answer(
      "verify", of: subject, [[.sentences([Answer.Sentence(words, as: "verdict")])]],
      data: [
        Table(
          "files", [.words("file"), .words("same")],
          files.map { [.text($0), .flag($1)] }),
        Table(
          "repeated", [.number("runs"), .words("first_different_run")],
          [[.count(found.runs), found.firstDifferentRun.map { .text($0) } ?? .blank]]),
      ],
      outcome: found.different.isEmpty ? .holds : .fails)
  }
}
