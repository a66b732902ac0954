import LabExperiment
import LabMetrics
import ResultSupport
import Testing

@testable import LabReport
@testable import LabResults

/// The lists of columns beside the files that are written, and what is said about them.
@Suite struct `The columns of a written file` {
  /// The sweep of ``WrittenResult``.
  private static let sweeps = [
    SweepColumn(
      "hiccup", numbers: .init(column: "hiccup_ms", unit: .milliseconds, byText: [:]))
  ]

  private static func header(_ file: CSVFile<some Any>) -> (String, [String]) {
    (file.name, file.header)
  }

  /// The columns of every file, of an experiment with one sweep.
  private static let lists = Dictionary(
    uniqueKeysWithValues: [
      header(ResultFiles.runs(sweeps: sweeps)), header(ResultFiles.loads(sweeps: sweeps)),
      header(SummaryFile.file(sweeps: sweeps)),
      header(ResultFiles.verdicts), header(PredictionFile.file(sweeps: sweeps)),
      header(ResultFiles.findings), header(TraceFiles.refreshes), header(TraceFiles.firings),
      header(TraceFiles.blame), header(TraceFiles.lateFrames), header(EventFile.file),
      header(FrameRuleFiles.rules),
      header(FrameRuleFiles.agreement),
    ])

  @Test func `are those of its list`() throws {
    let files = try WrittenResult.shared.get().files.filter { $0.key.hasSuffix(".csv") }
    #expect(files.keys.sorted() == Self.lists.keys.sorted())
    for (name, text) in files { #expect(parseCSV(text).first == Self.lists[name], "\(name)") }
  }

  @Test func `have names of their own`() {
    for (name, columns) in Self.lists { #expect(Set(columns).count == columns.count, "\(name)") }
  }

  @Test func `are all explained, each with its file`() throws {
    let files = try WrittenResult.shared.get().files.filter { $0.key.hasSuffix(".csv") }
    for (name, text) in files {
      let sweeps = ["hiccup", "hiccup_ms"]
      for column in try #require(parseCSV(text).first) where !sweeps.contains(column) {
        let text = try #require(ColumnDictionary.explanation(of: column), "\(name): \(column)")
        let metric = MetricDictionary.metric(inColumn: column)
        let isMetric = ["runs.csv", "loads.csv"].contains(name) && metric != nil
        let end = metric?.isUsual == true ? ")" : ", with --metrics all)"
        let words = isMetric ? "(column \(column)\(end)" : name
        #expect(text.contains(words), "\(name): \(column)")
      }
    }
  }

  @Test func `are the only ones that are explained`() {
    let whatIf = WhatIfFile.file(sweeps: [])
    // Where a load names several recordings, runs have one more column.
    let others = [
      (whatIf.name, whatIf.header), Self.header(ResultFiles.runs(sweeps: [.recording])),
      Self.header(ResultFiles.loads(sweeps: [.recording])),
    ]
    let lists = Self.lists.merging(others, uniquingKeysWith: +)
    for entry in ColumnDictionary.entries where entry.file != "presentmon.csv" {
      let isWritten = lists[entry.file]?.contains(entry.column) == true
      #expect(isWritten, "\(entry.file): \(entry.column)")
    }
  }

  @Test(arguments: PresentMonVersion.allCases)
  func `of captures are explained`(version: PresentMonVersion) throws {
    for column in PresentMonFile.file(version).columns {
      let text = try #require(ColumnDictionary.explanation(of: column.name))
      #expect(text.contains("presentmon.csv") && text.contains(column.meaning))
    }
  }
}

@Suite struct `A name in several files` {
  @Test func `has its meaning in each`() throws {
    #expect(
      ColumnDictionary.explanation(of: "measured") == """
        measured   (in predictions.csv)

        The mean over replications of what was measured, in the same unit.

        measured   (in refreshes.csv)

        1 if the refresh lies in the measured window, 0 in the warm-up.

        measured   (in firings.csv)

        1 if the due instant lies in the measured window, 0 if not.
        """)
    let difference = try #require(ColumnDictionary.explanation(of: "difference"))
    #expect(difference.contains("(in summary.csv)") && difference.contains("on the same draws"))
    #expect(difference.contains("(in predictions.csv)") && difference.contains("theory says"))
  }

  @Test func `has one meaning if all of them mean the same`() throws {
    let text = try #require(ColumnDictionary.explanation(of: "frames"))
    #expect(
      text.hasPrefix("frame   (a term)\n\nContent for one refresh.\n\nMetrics  "))
    #expect(
      text.hasSuffix(
        """


        frames   (in frame_rules.csv, rule_agreement.csv)

        How many shown frames have one before them, and so are judged.

        Unit     a count
        """))
  }

  @Test func `is explained beside the metric of that name`() throws {
    let text = try #require(ColumnDictionary.explanation(of: "overwritten"))
    #expect(text.hasPrefix("overwritten   (column overwritten)\n"))
    #expect(text.contains("\n\noverwritten   (in refreshes.csv)\n\nHow many of those updates"))
  }

  @Test(arguments: MetricDictionary.everything.map(\.name))
  func `explains every part of a metric`(name: String) throws {
    let text = try #require(ColumnDictionary.explanation(of: name))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("\(name)   (column "))
    for part in ["Unit     ", "Formula  ", "Edges    ", "Source   "] {
      #expect(lines.contains { $0.hasPrefix(part) && $0.count > part.count }, "\(part)")
    }
  }

  @Test func `is suggested once`() {
    #expect(Set(ColumnDictionary.names).count == ColumnDictionary.names.count)
  }
}

@Suite struct `The words in files` {
  @Test func `are spelt in snake case`() {
    let words =
      BlameCause.allCases.map(\.rawValue) + Problem.allCases.map(\.rawValue)
      + UpdateOutcome.allCases.map(\.rawValue) + PresentMonVersion.allCases.map(\.rawValue)
      + ColumnDictionary.entries.filter { $0.file != "presentmon.csv" }.map(\.column)
    for word in words {
      let isSnake = word.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" }
      #expect(isSnake, "\(word)")
    }
  }

  @Test(arguments: BlameCause.allCases)
  func `name a cause as the metrics of it do`(cause: BlameCause) {
    #expect(MetricDictionary.metric(inColumn: "blame_dropped_\(cause.rawValue)_ms") != nil)
    #expect(MetricDictionary.metric(named: "dropped_\(cause.rawValue)") != nil)
  }
}
