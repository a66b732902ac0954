import Foundation
import LabAnswer
import LabExperiment
import LabMetrics
import LabText
import ResultSupport
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults
@testable import LabStudy

@Suite struct `A comparison of two results` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func script(
    cost: String = "0.5 ms", seed: Int = 3, sweep: String = "0 ms, 50 ms", arm: String = "timer"
  ) -> String {
    """
    display   60 Hz
    run       240 ms
    repeat    4, seed \(seed)
    sweep     hiccup = \(sweep)
    load      noise poisson 60 per s takes uniform 0..9 ms as main-queue
    load      hiccup at 100 ms takes {hiccup} as source
    arm \(arm)
      timer ball every 1/60 s phase 0.5 in default takes \(cost)
    arm link
      link  ball in default takes 0.5 ms
    """
  }

  /// The files of every script that was performed, since most tests need the same ones.
  private static let files = Once<String, [String: String]> { script in
    try WrittenResult(jobs: 2, script).files
  }

  func write(_ script: String, to name: String) throws -> String {
    for (file, text) in try Self.files.value(of: script) {
      try folder.write(text, to: "\(name)/\(file)")
    }
    return folder.path(name)
  }

  func compare(
    _ first: String, _ second: String
  ) throws -> (ResultComparison, [ResultComparison.Change]) {
    var changes: [ResultComparison.Change] = []
    let comparison = try ResultComparison(first, second) { changes.append($0) }
    return (comparison, changes)
  }

  @Test func `finds nothing between equal results`() throws {
    let paths = (try write(script(), to: "a"), try write(script(), to: "b"))
    let (comparison, changes) = try compare(paths.0, paths.1)
    #expect(comparison.pairs == 16)
    #expect(comparison.identical == 16)
    #expect(changes.isEmpty)
    #expect(try TraceDivergence(paths.0, paths.1) == nil)
    #expect(
      text(ComparisonFindings(metric: nil).paragraphs(comparison))
        == "16 pairs of drivers' runs, all of them identical to the last event.")
    #expect(comparison.isIdentical)
  }

  @Test(arguments: ["events.csv", "refreshes.csv", "verdicts.csv", "summary.csv"])
  func `tells a list that was changed`(name: String) throws {
    let paths = (try write(script(), to: "a"), try write(script(), to: "b"))
    try folder.write(try folder.text("b/\(name)") + "x\n", to: "b/\(name)")
    let comparison = try compare(paths.0, paths.1).0
    #expect(comparison.differentFiles == [name] && !comparison.isIdentical)
    let text = text(ComparisonFindings(metric: nil).paragraphs(comparison)).replacing(
      "\n", with: " ")
    #expect(text.contains("Other bytes in \(name)."))
  }

  @Test func `names the lists that only one result has`() throws {
    let plan = try WrittenResult.plan(script())
    let request = WrittenResult.request(plan, listsEvents: false)
    _ = try ResultWriter(request, plan, at: folder.path("b"), .keep).perform(jobs: 2)
    let comparison = try compare(try write(script(), to: "a"), folder.path("b")).0
    #expect(comparison.isIdentical && comparison.otherFiles[1].isEmpty)
    #expect(comparison.otherFiles[0].contains("events.csv"))
    let text = text(ComparisonFindings(metric: nil).paragraphs(comparison)).replacing(
      "\n", with: " ")
    #expect(text.contains("Only the first result has blame.csv, events.csv,"))
    #expect(text.contains("; not compared."))
  }

  private func text(_ paragraphs: [[Answer.Part]], width: Int = 80) -> String {
    AnswerText(on: Screen(width: width)).text(of: Answer("compare", of: "a b", paragraphs))
  }

  func report(
    _ paths: (String, String), metric: String? = nil, width: Int = 80
  ) throws -> String {
    var found = ComparisonFindings(metric: metric)
    let comparison = try ResultComparison(paths.0, paths.1) { found.add($0) }
    return text(found.paragraphs(comparison), width: width)
  }

  /// Golden texts: `LAB_RECORD=1 swift test --filter 'A comparison'` writes them anew, and fails.
  @Test(arguments: [(60, nil), (80, nil), (120, nil), (80, "lateness"), (80, "drift_ppm")])
  func `reads as on record`(width: Int, metric: String?) throws {
    let paths = (try write(script(), to: "a"), try write(script(cost: "2 ms"), to: "b"))
    let text = try report(paths, metric: metric, width: width)
    let name = "comparison/\(metric ?? "all")-\(width).txt"
    let golden = Checkout.fixtures().appending(path: name)
    guard !Checkout.isRecorded else {
      try Data(text.utf8).write(to: golden)
      Issue.record("\(name) was recorded. Review the difference, and say why in the commit.")
      return
    }
    #expect(text == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
  }

  @Test func `tells what got worse in a family beside what got better`() throws {
    let paths = (try write(script(), to: "a"), try write(script(cost: "2 ms"), to: "b"))
    var found = ComparisonFindings(metric: nil)
    var worse: Set<String> = []
    _ = try ResultComparison(paths.0, paths.1) { change in
      found.add(change)
      guard let metric = MetricDictionary.metric(inColumn: change.metric),
        let family = MetricFamily.of(metric.name)?.name, let rise = change.paired.differences.mean,
        metric.isBetterBelow == (rise > 0),
        abs(rise) > 0.06 * max(change.means.0 ?? 0, change.means.1 ?? 0)
      else { return }
      worse.insert(family)
    }
    #expect(!worse.isEmpty)
    let told = found.ranked.filter { $0.isWorse }.map { $0.family }
    #expect(worse.isSubset(of: told), "\(worse.subtracting(told))")
  }

  @Test func `has two lines a family at most, what tells most first, within the width`() throws {
    let paths = (try write(script(), to: "a"), try write(script(cost: "2 ms"), to: "b"))
    for width in [40, 60, 80, 200] {
      let text = try report(paths, width: width)
      let lines = text.split(separator: "\n").map(String.init)
      #expect(lines.allSatisfy { $0.count <= width }, "\(width)")
      let first = try #require(lines.firstIndex(of: "Significant:"))
      let other = try #require(lines.firstIndex(of: "Not significant:"))
      #expect(first < other)
      let names = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
        .filter { MetricDictionary.metric(named: $0) != nil }
      let families = names.compactMap { MetricFamily.of($0)?.name }
      let most = Dictionary(grouping: families) { $0 }.values.map { $0.count }.max()
      #expect(families.count > 5 && most ?? 3 <= 2)
    }
    let all = try report(paths, metric: "lateness", width: 200)
    let names = all.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      .filter { MetricDictionary.metric(named: String($0)) != nil }
    #expect(names.contains("lateness_p99") && names.contains("lateness_mean"))
    #expect(names.allSatisfy { MetricFamily.of(String($0))?.name == "lateness" })
  }

  @Test func `finds what changed, and where`() throws {
    let paths = (try write(script(), to: "a"), try write(script(cost: "2 ms"), to: "b"))
    let (comparison, changes) = try compare(paths.0, paths.1)
    #expect(comparison.identical == 8)
    #expect(changes.count == comparison.changed)
    #expect(changes.allSatisfy { $0.labels[1] == "timer" })
    // What the callbacks take, tasks wait for.
    #expect(Set(changes.map { $0.labels[2] }) == ["ball", "hiccup", "noise"])
    let busy = try #require(changes.first { $0.metric == "blame_own_ms" || $0.isSignificant })
    #expect(comparison.significant > 0 && busy.paired.differences.count == 4)
    // The change is that of the means, since all four pairs are defined.
    let mean = try #require(busy.paired.differences.mean)
    let (before, after) = (try #require(busy.means.0), try #require(busy.means.1))
    #expect(abs(after - before - mean) < 1e-9)
  }

  @Test func `shows a metric that one result alone has`() throws {
    let silent = script().replacing("link  ball in default", with: "link  ball in tracking")
    let paths = (try write(script(), to: "a"), try write(silent, to: "b"))
    let change = try #require(
      try compare(paths.0, paths.1).1.first {
        $0.metric == "lateness_max_ms" && $0.labels[1] == "link"
      })
    #expect(change.means.0 != nil && change.means.1 == nil)
    #expect(change.paired.differences.mean == nil)
    let text = try report(paths, metric: "lateness")
    #expect(text.contains(#/lateness_max ms +\S+ +– +– /#), "\(text)")
  }

  @Test func `shows the first event that differs, and what was under way`() throws {
    let paths = (try write(script(), to: "a"), try write(script(cost: "2 ms"), to: "b"))
    let divergence = try #require(try TraceDivergence(paths.0, paths.1))
    #expect(divergence.run == "0" && divergence.arm == "timer")
    let what = try #require(divergence.columns.firstIndex(of: "what"))
    let time = try #require(divergence.columns.firstIndex(of: "time_ms"))
    // The first callback begins at the same instant in both, and ends 1.5 ms later in the second.
    let (left, right) = (try #require(divergence.events.0), try #require(divergence.events.1))
    #expect(divergence.underWay.map(\.who) == ["ball"])
    let began = try #require(Double(divergence.underWay[0].since))
    #expect(divergence.context.last?[what] == "callout_began")
    #expect(Double(left[time]) == began + 0.5)
    #expect(try #require(Double(right[time])) > began + 0.5)
    let text = text(divergence.paragraphs)
    #expect(text.hasPrefix("The traces diverge in run 0, arm timer, in time_ms"))
    #expect(text.contains("Under way: ball since "))
    #expect(!text.contains("schema"))
    for width in [40, 60, 80] {
      let narrow = self.text(divergence.paragraphs, width: width)
      #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= width })
      #expect(narrow.contains("time_ms"))
    }
  }

  @Test func `lists the sweep points that only one result has`() throws {
    let paths = (
      try write(script(), to: "a"), try write(script(sweep: "80 ms, 50 ms"), to: "b")
    )
    let (comparison, _) = try compare(paths.0, paths.1)
    #expect(comparison.pairs == 8)
    #expect(comparison.identical == 8)
    #expect(!comparison.isIdentical)
    #expect(
      comparison.unpaired == [
        .init(labels: ["0 ms", "timer", "ball"], side: 0, count: 4),
        .init(labels: ["0 ms", "link", "ball"], side: 0, count: 4),
        .init(labels: ["80 ms", "timer", "ball"], side: 1, count: 4),
        .init(labels: ["80 ms", "link", "ball"], side: 1, count: 4),
      ])
    let text = text(ComparisonFindings(metric: nil).paragraphs(comparison))
    #expect(
      text.replacing("\n", with: " ").contains(
        "16 drivers' runs have no partner and were not compared:"))
    #expect(text.contains("80 ms   timer  ball       4  second"))
  }

  /// Writes two equal results and edits the rows of the second.
  private func compareEdited(_ edit: (inout [Substring]) -> Void) throws -> ResultComparison {
    let paths = (try write(script(), to: "a"), try write(script(), to: "b"))
    var lines = try folder.text("b/runs.csv").split(separator: "\n")
    edit(&lines)
    try folder.write(lines.joined(separator: "\n") + "\n", to: "b/runs.csv")
    return try compare(paths.0, paths.1).0
  }

  @Test func `lists runs that are missing`() throws {
    let comparison = try compareEdited { $0.removeLast(5) }
    #expect(!comparison.isIdentical && comparison.pairs == 11)
    #expect(comparison.unpaired.reduce(0) { $0 + $1.count } == 5)
  }

  @Test func `tells edited metrics from equal runs`() throws {
    let comparison = try compareEdited { lines in
      lines[3] = Substring(lines[3].replacing(",14,", with: ",15,", maxReplacements: 1))
    }
    #expect(!comparison.isIdentical)
    #expect(comparison.identical == 15 && comparison.contradicting == 1)
    #expect(
      text(ComparisonFindings(metric: nil).paragraphs(comparison)).replacing("\n", with: " ")
        .contains(
          "1 pairs have the same fingerprint and different metrics"))
  }

  @Test func `names metrics that only one result has`() throws {
    let comparison = try compareEdited { lines in
      lines[0] = Substring(lines[0].replacing(",fires,", with: ",fired,"))
    }
    #expect(!comparison.isIdentical && comparison.otherMetrics == [["fires"], ["fired"]])
  }

  /// Edits of a file that the lab never makes, and where they are found.
  @Test(arguments: [
    ("s/^comparison,3,.*$/comparison,3/", "runs.csv:5:1: error: the row has 2 fields and the"),
    ("5s/,[^,]*$/,1e308/", "runs.csv:5:"), ("5s/,[^,]*$/,nan/", "runs.csv:5:"),
    ("5s/,[^,]*$/,x/", "runs.csv:5:"), ("4p", "there is a row before it with the same driver"),
    ("1s/,arm,/,leg,/", "runs.csv:1:1: error: there is no column 'arm'."),
    ("$s/,[^,]*$/,\"/", "the file breaks off in the middle of a row."),
    ("1d", "two columns have the same name."), ("3{h;d};$G", "do not stand together"),
  ])
  func `says where a file is not as the lab writes it`(edit: String, message: String) throws {
    let paths = (try write(script(), to: "a"), try write(script(), to: "b"))
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "sed '\(edit.replacing("comparison", with: "test"))' a/runs.csv > b/runs.csv",
    ]
    process.currentDirectoryURL = folder.url
    try process.run()
    process.waitUntilExit()
    let error = "\(#expect(throws: (any Error).self) { try compare(paths.0, paths.1) } as Any)"
    #expect(error.contains(message))
  }
}
