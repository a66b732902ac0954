package import LabAnswer
package import LabExperiment
package import LabResults
import LabText

/// What a script comes to that has no mistakes, and about how large the files of its runs will be.
package struct CheckStudy: Study {
  package let subject: String
  private let plan: Plan
  private let sizes: [(file: String, bytes: Int?)]

  /// Asks about the runs of a script.
  ///
  /// - Parameters:
  ///   - plan: The runs.
  ///   - path: The script, for messages.
  package init(_ plan: Plan, of path: String) { (subject, self.plan, sizes) = (path, plan, []) }

  /// Asks about the runs of a script and about the files that they would have.
  ///
  /// - Parameters:
  ///   - plan: The runs.
  ///   - path: The script, for messages.
  ///   - lists: What would be listed of the runs.
  ///   - columns: The names of the metrics that would be columns; `nil` for all.
  package init(
    _ plan: Plan, of path: String, listing lists: [TraceList], columns: [String]?
  ) {
    (subject, self.plan) = (path, plan)
    sizes =
      FileSizes(of: plan, columns: columns).files.map { ($0.name, $0.bytes) }
      + lists.map { ("\($0.rawValue).csv", $0.estimate(of: plan)) }
  }

  /// Counts, and warns of a script that cannot fail.
  package func answer(_ watch: Watch) -> Answer {
    let expectations = plan.experiment.expectationTexts.count
    if expectations == 0 {
      watch.warns("no expectations. Without 'expect' an experiment cannot fail.")
    }
    let words =
      "\(counted(plan.count, "run")), \(counted(expectations, "expectation")), no mistakes"
    let verdict = Answer.Part.sentences([Answer.Sentence(words, as: "verdict")])
    return Answer(
      "check", of: subject, [[verdict], sizes.isEmpty ? [] : [.table(files)]],
      data: [
        Table(
          "counts", [.number("runs"), .number("expectations")],
          [[.count(plan.count), .count(expectations)]])
      ],
      outcome: .holds)
  }

  /// About how large each file will be.
  private var files: Table {
    Table(
      "files", [.words("file", []), .words("size", []), .number("about_bytes").hidden],
      sizes.map { file, bytes in
        [.text(file), .text(bytes.map(Self.words) ?? "by what happens"), .count(bytes)]
      })
  }

  private static func words(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "about \(max(1, bytes / 1000)) kB" : "about \(bytes / 1_000_000) MB"
  }
}
