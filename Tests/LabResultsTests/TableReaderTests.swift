import LabExperiment
import LabMetrics
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

/// The tables of a result as pandas, R and a spreadsheet read them.
@Suite struct `Programs that read tables` {
  @Test func `read every file of a result without loss`() throws {
    for (name, text) in try WrittenResult.shared.get().files where name.hasSuffix(".csv") {
      let flaws = TableReaders.flaws(in: parseCSV(text))
      #expect(flaws.isEmpty, "\(name): \(flaws.prefix(5))")
    }
  }

  @Test func `find a name for every column of every file`() {
    for (file, columns) in Dictionary(grouping: ResultColumns.all, by: \.file) {
      let flaws = TableReaders.flaws(ofNames: columns.map(\.column))
      // Two versions of one file.
      guard file != "presentmon.csv" else { continue }
      #expect(flaws.isEmpty, "\(file): \(flaws)")
    }
  }

  @Test func `find a name for the column of a sweep`() throws {
    let script = """
      display 60 Hz
      run     100 ms
      sweep   call-time = 1 ms, 2 ms
      sweep   my-mode = default, common
      arm timer
        timer ball every 1/60 s in {my-mode} takes {call-time}
      """
    let experiment = try Experiment(path: "a.lab") { _ in Array(script.utf8) }
    let header = ResultFiles.runs(sweeps: SweepColumn.ofRuns(experiment)).header
    #expect(header.contains("call_time_ms") && header.contains("my_mode"))
    #expect(TableReaders.flaws(ofNames: header).isEmpty)
  }

  @Test(arguments: [
    ("a,a", ""), ("a-b", ""), ("2a", ""), ("a b", ""), ("if", ""), ("a", "NA"), ("a", "null"),
    ("a", "1/2"), ("a", "3-4"), ("a", "12:30"), ("a", "Mar 1"), ("a", "1.5.2026"), ("a", "1,234"),
    ("a", "007"), ("a", "1e5"), ("a", "0x1f"), ("a", "inf"), ("a", "1234567890123456"), ("a", "T"),
    ("a", "1.50"), ("a", "-0"),
  ])
  func `would be seen to lose what they lose`(names: String, cell: String) {
    let header = names.split(separator: ",").map(String.init)
    #expect(!TableReaders.flaws(in: [header, header.map { _ in cell }]).isEmpty)
  }

  @Test(arguments: [
    "", "0", "-1.25", "123456.789012345", "1/60 s", "5 ms", "may I", "a-b", "timer",
  ])
  func `keep what they keep`(cell: String) {
    #expect(TableReaders.flaws(in: [["a"], [cell]]).isEmpty)
  }
}
