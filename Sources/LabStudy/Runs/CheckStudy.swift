package import LabAnswer
package import LabExperiment
package import LabResults
import LabText

/// What a script comes to that has no mistakes, and about how large the files of its runs will be.
package struct CheckStudy: Study {
  package let subject: String
  private let plan: Plan
  private let sized: (name: String, lists: [TraceList], columns: [String]?)?

  /// Asks about the runs of a script.
  package init(_ plan: Plan, of path: String) { (subject, self.plan, sized) = (path, plan, nil) }

  /// Asks about the runs of a script and about the files that they would have.
  package init(
    _ plan: Plan, of path: String, named name: String, listing lists: [TraceList],
    columns: [String]?
  ) {
    (subject, self.plan, sized) = (path, plan, (name, lists, columns))
  }

  /// Counts, and warns of a script that cannot fail.
  ///
  /// - Throws: What a run throws that is performed to tell how large files will be.
  package func answer(_ watch: Watch) throws -> Answer {
    let expectations = plan.experiment.expectationTexts.count
    if expectations == 0 {
      watch.warns("no expectations. Without 'expect' an experiment cannot fail.")
    }
    let words =
      "\(counted(plan.count, "run")), \(counted(expectations, "expectation")), no mistakes"
    let verdict = Answer.Part.sentences([Answer.Sentence(words, as: "verdict")])
    let sizes = try sized.map {
      try FileSizes(of: plan, named: $0.name, listing: $0.lists, columns: $0.columns).files
    }
    return Answer(
      "check", of: subject, [[verdict], sizes.map { [.table(Self.table($0))] } ?? []],
      data: [
        Table(
          "counts", [.number("runs"), .number("expectations")],
          [[.count(plan.count), .count(expectations)]])
      ],
      outcome: .holds)
  }

  /// About how large each file will be.
  private static func table(_ sizes: [(name: String, bytes: Int)]) -> Table {
    Table(
      "files", [.words("file", []), .words("size", []), .number("about_bytes").hidden],
      sizes.map { file, bytes in
        [.text(file), .text(words(bytes)), .count(bytes)]
      })
  }

  private static func words(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "about \(max(1, bytes / 1000)) kB" : "about \(bytes / 1_000_000) MB"
  }
}

/// Whether a result comes out again with the same bytes.
package struct VerificationStudy: Study {
  package let subject: String
  private let jobs: Int

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
