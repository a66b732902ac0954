import LabExperiment
import LabMetrics
import Testing

@Suite struct `A generated page` {
  @Test func `of the language is the reference that the command prints`() throws {
    try Page.expect(
      "Sources/LabExperiment/LabExperiment.docc/Language.md",
      toBe: """
        # The language of experiments

        Everything that a script can say; `runlooplab help language` prints the same.

        ```text
        \(ScriptLanguage.reference)
        ```

        """)
  }

  @Test func `of the metrics is the dictionary`() throws {
    let entries = MetricDictionary.all.map { metric in
      """
      ## \(metric.name)

      \(metric.meaning)

      - Column: `\(metric.column)`
      - Formula: `\(metric.formula)`
      - Edges: \(metric.edgeCases)
      - Source: \(metric.source)

      """
    }
    try Page.expect(
      "Sources/LabMetrics/LabMetrics.docc/Metrics.md",
      toBe: """
        # The metrics

        Every metric of a timer or display link, in the order of the columns of `runs.csv`.

        \(entries.joined(separator: "\n"))
        """)
  }
}
