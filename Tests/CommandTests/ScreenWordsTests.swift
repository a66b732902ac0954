import Foundation
import LabMetrics
import LabReport
import TestSupport
import Testing

@testable import runlooplab

@Suite struct `The words on the screen` {
  @Test func `are metrics when they stand over a column`() {
    for metric in MetricDictionary.all {
      let words = metric.name.replacing("_", with: " ")
      #expect(TableWords.metric(words) == metric.name)
      #expect(TableWords.metric(metric.name) == metric.name)
    }
    #expect(TableWords.metric("hitch ratio ms/s") == "hitch_ratio")
    #expect(TableWords.metric("late p99 ms") == "lateness_p99")
  }

  @Test func `are known to explain`() throws {
    let tool = try Tool()
    let causes = BlameCause.allCases.map(\.rawValue)
    let words = ["arm", "driver", "owner", "cause", "late ms", "late", "dropped", "worst moment"]
    let outcome = try tool.run(
      ["explain"] + causes + words + ["holds", "fails", "not judged", "Against"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("tasks   (a word of reports)\n\nA cause of waiting. A task"))
  }

  /// The columns of every table, and the arms, causes, rules and metrics in them.
  @Test(arguments: [
    ["why", "timers/lost-ticks.lab"], ["why", "timers/lost-ticks.lab", "--all"],
    ["map", "proofs/where-to-put-the-phase.lab", "--budget", "20"],
    ["check", "timers/lost-ticks.lab"],
    ["try", "work/recordings/codemirror.csv"], ["try", "work/recordings/plotly-pan.trace.json"],
    ["try", "reality/recordings/stop.json.gz"], ["measure", "reality/recordings/stop.json.gz"],
    ["compare", "reality/recordings/stop.json.gz", "reality/recordings/pause.json.gz"],
    ["import", "work/recordings/plotly-pan.trace.json"],
  ])
  func `of every answer are known to explain`(words: [String]) throws {
    let paths = words.map { $0.contains("/") ? "experiments/\($0)" : $0 }
    // What is imported is written beside nothing of the package.
    let folder = try TemporaryFolder()
    let out = words[0] == "import" ? ["--out", folder.path("imported")] : []
    let outcome = try BuiltProgram(named: "runlooplab").run(
      paths + out + ["--json"], in: Checkout.root)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any],
      "\(outcome.errors)")
    var terms: Set<String> = []
    for case let rows as [[String: Any]] in try #require(answer["tables"] as? [String: Any]).values
    {
      for row in rows {
        terms.formUnion(row.keys)
        let named = ["cause", "rule", "metric", "symptom"] + (words[0] == "try" ? ["arm"] : [])
        terms.formUnion(named.compactMap { row[$0] as? String })
      }
    }
    #expect(terms.count > 1)
    #expect(terms.filter { ColumnDictionary.explanation(of: $0) == nil }.sorted() == [])
  }

  @Test(arguments: [
    (["tracking"], "starved_span, dropped_starved"), (["common", "modes"], "not a mode"),
    (["run", "loop"], "(a term)"), (["Run-Loop"], "sleeps until a port is ready"),
    (["stutter"], "hitch_ratio"), (["jank"], "frame_rules.csv"), (["hitch"], "hitch_max"),
    (["hitches"], "hitch_max"), (["lateness"], "lateness_p99"), (["double fire"], "double_fires"),
    (["breaks"], "a problem that was not there"), (["fewer"], "makes a number smaller"),
    (["edge"], "two clocks"),
    (["undecided"], "Neither holds nor fails"), (["drops"], "(a family of metrics)"),
    (["±"], "95 %"),
    (["dominated"], "alters less of the program"), (["late", "p99"], "lateness_p99   (column"),
    (["runs.csv"], "(a file of results)"), (["INP"], "interaction to next paint"),
    (["TBT"], "blocking_time"), (["long", "task"], "50 ms"), (["raf-time"], "(an arm of try)"),
    (["warm-up"], "depth"), (["page"], "a browser's main thread"), (["pause"], "no fire dates"),
    (["(wake)"], "waking up"), (["units"], "ms, s, min, h"),
    (["tie_pkpk"], "(column tie_pkpk_ms, with --metrics all)"),
  ])
  func `of the trade are known to explain, with their metrics`(words: [String], answer: String)
    throws
  {
    let outcome = try Tool().run(["explain"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.replacing("\n         ", with: " ").contains(answer), "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `name every metric in its family`() throws {
    let lines = try Tool().run("explain").output.split(separator: "\n").map(String.init)
    for metric in MetricDictionary.all {
      let name = metric.name + (metric.isUsual ? " " : "* ")
      #expect(lines.contains { $0.hasPrefix(name) }, "\(metric.name)")
    }
    for family in MetricFamily.all { #expect(lines.contains("\(family.name): \(family.meaning)")) }
  }

  @Test func `are ASCII on a dumb terminal`() throws {
    let tool = try Tool()
    let outcome = try tool.shell("TERM=dumb \"$0\" run good.lab failing.lab --tables")
    #expect(outcome.output.contains("ok link.ball.double_fires == 0  0\n"))
    #expect(outcome.output.contains("FAIL link.ball.double_fires == 1  0\n"))
    #expect(outcome.output.utf8.allSatisfy { $0 < 128 })
  }

  @Test(arguments: ["80", "120"])
  func `fit the columns that the environment tells`(columns: String) throws {
    let tool = try Tool()
    let outcome = try tool.shell("COLUMNS=\(columns) \"$0\" run good.lab")
    let widest = outcome.output.split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= Int(columns) ?? 0)
  }
}
