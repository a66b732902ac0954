import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabReport
import LabResults
import TestSupport
import Testing

@Suite struct `A generated page` {
  @Test func `of the language is the reference that the command prints`() throws {
    try Page.make(
      "Sources/LabExperiment/LabExperiment.docc/Language.md",
      """
      # The language of experiments

      Everything that a script can say; `runlooplab help language` prints the same.

      ```text
      \(ScriptLanguage.reference)
      ```

      """)
  }

  @Test func `of the metrics is the dictionary`() throws {
    func entry(_ metric: Metric) -> String {
      """
      ## \(metric.name)

      \(metric.meaning)

      - Column: `\(metric.column)`\(metric.isUsual ? "" : ", with `--metrics all`")
      - Formula: `\(metric.formula)`
      - Edges: \(metric.edgeCases)
      - Source: \(metric.source)

      """ + (MetricDictionary.lesson(for: metric.name).map { "\n\($0)\n" } ?? "")
    }
    try Page.make(
      "Sources/LabMetrics/LabMetrics.docc/MetricReference.md",
      """
      # The metrics

      Every metric of a timer or display link, in the order of the columns of `runs.csv`. A result has
      the columns without a remark; `--metrics all` writes every one, and a metric that the script names in an
      expectation, a prediction, a search or a plot is a column as well.

      \(MetricDictionary.all.map(entry).joined(separator: "\n"))
      ## Metrics of tasks

      Every metric of the tasks of a load or an input, in the order of the columns of `loads.csv`, which a
      result has if its script has an input, says `shown through`, or names one of them.

      \(MetricDictionary.tasks.map(entry).joined(separator: "\n"))
      """)
  }

  @Test func `of the glossary is what the command explains`() throws {
    let chapters = Glossary.chapters.map { chapter in
      "## \(chapter.name)\n\n"
        + chapter.entries.map { entry in
          "- **\(entry.word)**: \(entry.meaning)"
            + (entry.rules.isEmpty ? "" : " Exactly: \(entry.rules)") + "\n"
        }.joined()
    }
    try Page.expect(
      "Sources/LabKernel/LabKernel.docc/Glossary.md",
      toBe: """
        # Glossary

        The terms that scripts, tables, files and documentation use, each with one meaning;
        `runlooplab explain WORD` prints the same, with the metrics that measure it.

        \(chapters.joined(separator: "\n"))
        """)
  }

  @Test func `of contributors lists how many inputs each property plays`() throws {
    let folder = Checkout.root.appending(path: "Tests")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let sources = try (names ?? []).filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
    #expect(Count.table.count > 70)
    for filter in Count.table.keys { #expect(sources.contains("(\"\(filter)\")"), "\(filter)") }
  }

  @Test func `of contributors names places that are there`() throws {
    let page = try Page("Sources/LabKernel/LabKernel.docc/Contributing.md")
    let places = page.text.matches(of: #/`((?:Lab|runlooplab)\w*\/[\w\/+.]+)`/#).map(\.1)
    #expect(places.count > 15)
    for place in places {
      let path = Checkout.root.appending(path: "Sources/\(place)").path
      #expect(FileManager.default.fileExists(atPath: path), "\(place)")
    }
  }

  @Test func `of the frame rules is the list of them`() throws {
    let entries = FrameRules.rules.map { rule in
      """
      ## \(rule.name)

      \(rule.meaning)

      - Value: \(rule.valueMeaning)
      - Unit: \(rule.unit)
      - Source: \(rule.source)

      """
    }
    try Page.expect(
      "Sources/LabMetrics/LabMetrics.docc/PublishedFrameRules.md",
      toBe: """
        # Published frame rules

        Published rules for what a bad frame is, each on the same frames. A frame is a shown picture with
        another one before it; its time is the time between the two.

        \(entries.joined(separator: "\n"))
        """)
  }
}
