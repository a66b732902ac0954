#if os(Linux)
  import Foundation
  import LabAnswer
  import LabExperiment
  import LabHost
  import LabMetrics
  import LabResults
  import LabText
  import TestSupport
  import Testing

  @testable import LabStudy

  @Test func `Tasks of a live run took another time than planned in digits that differ`() {
    func said(_ taken: Int64, _ planned: Int64) -> String? {
      LiveFindings.lateTasks(taken: .nanoseconds(taken), planned: .nanoseconds(planned))
    }
    #expect(said(41_200_000, 30_000_000) == ": tasks took 41.2 ms (p99) instead of 30.")
    #expect(said(30_001_300, 30_000_000) == ": tasks took 30.001 ms (p99) instead of 30.")
    #expect(said(30_000_000, 30_000_000) == nil)
  }

  /// What is asked of the loop of this machine, in this process.
  @Suite(.serialized) struct `The loop of this machine` {
    @Test func `is measured without a script, every callback once`() throws {
      let study = try LoopStudy(
        for: "20 ms", by: [.loop], isRealtime: false, breakingBeyond: nil)
      #expect(study.isStoppable && study.forecast.hasPrefix("This takes 1 s."))
      let answer = try study.conclusion(Watch())
      let latency = try #require(answer.paragraphs.table("latency"))
      let histogram = try #require(answer.namedTables.first { $0.name == "histogram" })
      #expect(answer.outcome == .answered && latency.rows.count == 1)
      #expect(sum(of: histogram.column("callbacks")) == sum(of: latency.column("callbacks")))
      let ended = try study.conclusion(Watch(isEnded: { true }))
      #expect(ended.outcome == .undecided)
      #expect(throws: InputError.self) {
        try LoopStudy(for: "1 h", by: [.loop], isRealtime: false, breakingBeyond: nil)
      }
    }

    @Test func `performs a script beside the lab, and says what all runs come to`() throws {
      let script =
        "display 60 Hz\nrun 200 ms\narm a\n  timer b every 1 ms in common takes 0.1 ms\n"
        + "expect a.b.fires >= 0\n"
      let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
      let environment = HostEnvironment(isRealtime: false)
      let session = try LiveSession(plan, of: "a.lab", by: [.loop], in: environment)
      var answers: [Answer] = []
      while let answer = try session.next() { answers.append(answer) }
      #expect(answers.count == 2 && session.runs.count == 1 && session.runCount == 1)
      let drivers = try #require(answers[0].namedTables.first { $0.name == "drivers" })
      #expect(drivers.column("driver").contains(.text("b")))
      let shares = ["empty_pct", "single_pct", "double_pct"].map(drivers.column)
      for row in drivers.rows.indices { #expect(abs(sum(of: shares.map { $0[row] }) - 100) < 1e-9) }
      for table in answers[0].namedTables {
        for (place, column) in table.columns.enumerated() where column.name.hasSuffix("_pct") {
          for row in table.rows { #expect((0...100).contains(sum(of: [row[place]])), "\(table)") }
        }
      }
      // Too few runs decide nothing.
      #expect(answers[1].outcome == .undecided)
      let folder = try TemporaryFolder()
      var other = LiveResult("a", plan, in: environment)
      do {
        var result = LiveResult("a", plan, in: environment)
        try result.reserve(folder.path("r"), of: [.loop], replacing: false)
        // The place is kept before anything is measured.
        #expect(throws: WriteError.busy(path: folder.path("r/a"))) {
          try other.reserve(folder.path("r"), of: [.loop], replacing: true)
        }
        try result.write(
          session.runs, session.verdicts, to: folder.path("r"), replacing: false)
      }
      #expect(try folder.names(in: "r/a").contains("runs.csv"))
      #expect(throws: WriteError.measured(path: folder.path("r/a"))) {
        try other.reserve(folder.path("r"), of: [.loop], replacing: false)
      }
      try other.reserve(folder.path("r"), of: [.loop], replacing: true)
    }

    private func sum(of cells: [Table.Cell]) -> Double {
      cells.reduce(0) { sum, cell in
        if case .value(let value) = cell { sum + value.number } else { sum }
      }
    }
  }
#endif
