import LabAnswer
import LabExperiment
import LabMetrics
import LabText
import ResultSupport
import TestSupport
import Testing

@testable import LabResults
@testable import LabStudy

@Suite struct `A verdict on two results` {
  private static func script(_ cost: String) -> String {
    """
    display   60 Hz
    run       240 ms
    repeat    4, seed 3
    load      noise poisson 60 per s takes uniform 0..9 ms as main-queue
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes \(cost)
    arm link
      link  ball in default takes 0.5 ms
    """
  }

  /// The results of that script by its cost, performed once.
  private static let results = Result {
    try Dictionary(
      uniqueKeysWithValues: ["0.5 ms", "20 ms", "30 ms"].map { cost in
        (cost, try WrittenResult(jobs: 2, script(cost)).files)
      })
  }

  private func comparison(
    _ costs: [String], judging metrics: [String] = ["dropped"]
  ) throws -> ResultComparison {
    let folder = try TemporaryFolder()
    for (name, cost) in zip(["a", "b"], costs) {
      for (file, text) in try #require(Self.results.get()[cost]) {
        try folder.write(text, to: "\(name)/\(file)")
      }
    }
    return try ResultComparison(folder.path("a"), folder.path("b"), judging: metrics) { _ in }
  }

  @Test func `tells what changed in the script, and the drops of every arm`() throws {
    let comparison = try comparison(["0.5 ms", "20 ms"])
    let verdict = ComparisonVerdict(comparison, ComparisonFindings(metric: nil))
    #expect(verdict.arms.map(\.name) == ["timer", "link"])
    #expect(verdict.arms.map(\.word) == ["worse", "same"])
    let found = verdict.paragraphs
    let names = comparison.names
    #expect(
      found.words.hasPrefix("‘\(names[1])’ drops more frames than ‘\(names[0])’: arm ‘timer’ "))
    #expect(
      found.table("script")?.column("change") == [
        .text("- 6:   timer ball every 1/60 s phase 0.5 in default takes 0.5 ms"),
        .text("+ 6:   timer ball every 1/60 s phase 0.5 in default takes 20 ms"),
      ])
    let link = try #require(found.table("dropped")?.rows.last)
    #expect(Array(link.suffix(3)) == [.number(0), .number(0), .text("same")])
  }

  @Test(arguments: [("tick_to_photon_p99", 1), ("fps_avg", -1), ("latency", 1), ("pacing", -1)])
  func `is of the metric or the family that is asked for`(name: String, sign: Double) throws {
    let columns = ComparisonVerdict.judged(by: name).map(\.column)
    let comparison = try comparison(["0.5 ms", "30 ms"], judging: columns)
    let verdict = ComparisonVerdict(comparison, ComparisonFindings(metric: name))
    let timer = try #require(verdict.arms.first)
    #expect(verdict.arms.map(\.word) == ["worse", "same"])
    #expect((timer.difference > 0) == (sign > 0) && timer.worsening.lowerBound > 0)
    let metric = try #require(ComparisonVerdict.judged(by: name).first).name
    let headline = try #require(verdict.headline)
    #expect(headline.contains("’ is worse than ‘"))
    #expect(headline.contains("’ by \(metric): arm ‘timer’ "))
    #expect(verdict.paragraphs.table("judged")?.rows.count == 2)
  }

  @Test func `is about no metric of which neither more nor less is better`() {
    #expect(ComparisonVerdict.judged(by: "refreshes").isEmpty)
  }

  @Test func `shows of a script that includes the other one what it adds`() throws {
    let folder = try TemporaryFolder()
    let texts = [
      "a": Self.script("20 ms"), "b": "# A remark.\ninclude a.lab\n\napply ball halved\n",
      "c": "include b.lab\napply link\n",
    ]
    for name in ["a", "b", "c"] {
      let plan = try Experiment(path: "\(name).lab") { path in
        Array((texts[String(path.prefix(1))] ?? "").utf8)
      }.plan()
      _ = try ResultWriter(
        RunRequest(name, plan, presentMon: nil), plan, at: folder.path(name), .keep
      ).perform(jobs: 1)
    }
    let there = try ResultComparison(folder.path("a"), folder.path("b"), areSame: true) { _ in }
    #expect(there.scriptLines == ["+ 4: apply ball halved"])
    let back = try ResultComparison(folder.path("b"), folder.path("a"), areSame: true) { _ in }
    #expect(back.scriptLines == ["- 4: apply ball halved"])
    // Two changes were made one after the other, each by a script of its own.
    let both = try ResultComparison(folder.path("a"), folder.path("c"), areSame: true) { _ in }
    #expect(both.scriptLines == ["+ 4: apply ball halved", "+ 2: apply link"])
  }

  /// The verdict in a sentence on the results of two scripts.
  private func headline(_ scripts: [String]) throws -> String {
    let folder = try TemporaryFolder()
    for (name, script) in zip(["a", "b"], scripts) {
      for (file, text) in try WrittenResult(jobs: 1, script).files {
        try folder.write(text, to: "\(name)/\(file)")
      }
    }
    var changes = ComparisonFindings(metric: nil)
    let comparison = try ResultComparison(folder.path("a"), folder.path("b")) { changes.add($0) }
    return try #require(ComparisonVerdict(comparison, changes).headline)
  }

  /// A link and a timer of the display's own rate drop as few frames; their double fires differ.
  @Test func `of as many drops says what differs most`() throws {
    let headline = try headline(
      ["timer ball every 16 ms in common", "timer ball every 1/60 s phase 0.5 in common"].map {
        "display 60 Hz\nrun 2 s\narm app\n  \($0) takes 1 ms\n"
      })
    #expect(
      headline.contains(
        #/; what differs most is (double_fires|overwritten) of ball [0-9]+ → [0-9]+/#),
      "\(headline)")
  }

  @Test func `of as many drops says of which arm and at which value`() throws {
    let headline = try headline(
      ["1 ms", "3 ms"].map { cost in
        """
        display 60 Hz
        run 1 s
        sweep depth = 1, 2
        arm one
          link ball in common takes \(cost)
        arm two
          link ball every {depth} refreshes in common takes \(cost)
        """
      })
    #expect(
      headline.contains(#/differs most is \w+ of (one|two)\.ball at depth = [12] [0-9]/#),
      "\(headline)")
  }

  @Test func `the other way round is better, and of equal results there is none`() throws {
    let better = try comparison(["20 ms", "0.5 ms"])
    let verdict = ComparisonVerdict(better, ComparisonFindings(metric: nil))
    #expect(verdict.arms.map(\.word) == ["better", "same"])
    let folder = try TemporaryFolder()
    for (file, text) in try #require(Self.results.get()["0.5 ms"]) {
      for name in ["a", "b"] { try folder.write(text, to: "\(name)/\(file)") }
    }
    let same = try ResultStudy(folder.path("a"), folder.path("b")).answer(Watch())
    #expect(same.outcome == .holds && same.namedTables.isEmpty)
    #expect(same.namedSentences.map(\.name) == ["headline", "summary"])
  }
}
