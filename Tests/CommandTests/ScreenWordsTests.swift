import Foundation
import LabLanguage
import LabMetrics
import TestSupport
import Testing

@testable import LabReport
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

  @Test func `of the answer about a list are known to explain`() throws {
    let tool = try Tool()
    try tool.write("16.7 16.7 33.4 16.7 16.7 33.4 16.7 16.7 33.4\n", to: "list.txt")
    let output = try tool.run("why", "list.txt").output
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("mechanism") }
    let heads = lines.flatMap { $0.split(separator: #/ {2,}/#).map(String.init) }
    #expect(heads.count == 4, "\(output)")
    for head in heads {
      let outcome = try tool.run("explain", head)
      #expect(outcome.status == 0 && outcome.output.contains("of a pasted list"), "\(outcome)")
    }
  }

  /// Each word that the language offers is explained, or where it is a part of an entry.
  @Test func `of the language are known to explain, or what they stand behind`() throws {
    let tool = try Tool()
    let choices = Set(Grammar.slots.flatMap(\.choices)).sorted()
    let unknown = choices.filter { ColumnDictionary.explanation(of: $0) == nil }
    #expect(unknown.contains("chromium"))
    for word in unknown + ["firefox", "Chromium"] {
      let outcome = try tool.run("explain", word)
      guard outcome.status != 0 else { continue }
      let hint = /(?:Did you mean '|Write 'runlooplab explain )(.+?)'/
      let entry = try #require(outcome.errors.firstMatch(of: hint), "\(outcome.errors)").1
      let found = try tool.run("explain", String(entry))
      #expect(found.status == 0, "\(outcome.errors)\(found.errors)")
      #expect(found.words.lowercased().contains(word.lowercased()), "\(found)")
    }
  }

  /// The columns of every table, and the arms, causes, rules and metrics in them.
  @Test(arguments: [
    ["why", "timers/lost-ticks.lab"], ["why", "timers/lost-ticks.lab", "--all", "--budget", "40"],
    ["map", "proofs/where-to-put-the-phase.lab", "--budget", "20"],
    ["check", "timers/lost-ticks.lab"],
    ["try", "editor.csv"],
    ["try", "work/recordings/plotly-pan.trace.json", "--from", "0 s", "--to", "1 s"],
    ["try", "reality/recordings/stop.json.gz", "--from", "1 s", "--to", "2 s"],
    ["measure", "reality/recordings/stop.json.gz"],
    ["compare", "reality/recordings/stop.json.gz", "reality/recordings/pause.json.gz"],
    ["import", "work/recordings/plotly-pan.trace.json"],
  ])
  func `of every answer are known to explain`(words: [String]) throws {
    let experiments = Checkout.root.appending(path: "experiments").path
    let paths = words.map { $0.contains("/") ? "\(experiments)/\($0)" : $0 }
    let tool = try Tool(files: ["editor.csv": ShortRecording.editor()])
    let outcome = try tool.run(paths + ["--json"])
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

  /// What a sentence says besides terms.
  private static let everyday: Set<String> = Set(
    """
    a adds after ahead all alone also an and are as asked at back because before behind both but by \
    called came changes come count counts did do does double draws drew due each ended ever every \
    fall far fast few for from goes good had half has have held hid hour in into is it its itself \
    just last least leaving left length less like long look lost made makes met min missed more \
    most moved ms much nanoseconds never new no none not nothing now of off often old on one only or \
    others out over own passed plain progress ran second served showed shows since single slowly so \
    some something sooner speed stands stay step steps take takes tenth than that the them then there \
    such they thing this time times to together too took twice two under up wanted was way went were what \
    whatever when where which while whole with work worst wrong would yet hung fired pixel \
    percentile began unknown these date another else still running rates \
    system let coarse clock nap earlier can judged other beside
    waiting
    """.split(separator: " ").map(String.init))

  /// Of every fifth experiment, or with `LAB_EVERY_POINT` of all.
  @Test(arguments: Count.sample(of: Checkout.experimentNames, every: 5))
  func `of the headline of a shipped experiment are known to explain`(name: String) throws {
    let script = Checkout.experiment(name)
    let own = try String(contentsOf: script, encoding: .utf8).lowercased()
    let outcome = try Tool(files: [:]).run(
      "why", script.path, "--json", "--set", "run=600 ms", "--repeat", "1", "--budget", "10")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any],
      "\(outcome.errors)")
    let sentences = try #require(answer["sentences"] as? [[String: Any]])
    for sentence in sentences where ["what", "why", "others"].contains(sentence["name"] as? String)
    {
      let text = try #require(sentence["text"] as? String).lowercased()
      let words = text.split { !$0.isLetter }.map(String.init)
      var explained: Set<Int> = []
      for start in words.indices {
        for end in start..<min(start + 3, words.count)
        where Self.isExplained(words[start...end].joined(separator: " ")) {
          explained.formUnion(start...end)
        }
      }
      for (place, word) in words.enumerated() where !Self.everyday.contains(word) {
        #expect(explained.contains(place) || own.contains(word), "'\(word)' in: \(text)")
      }
    }
    let tables = try #require(answer["tables"] as? [String: Any])
    for case let rows as [[String: Any]] in tables.values {
      for key in Set(rows.flatMap(\.keys)) where !own.contains(key) {
        #expect(ColumnDictionary.explanation(of: key) != nil, "\(key)")
      }
    }
  }

  private static func isExplained(_ term: String) -> Bool {
    ColumnDictionary.explanation(of: term) != nil
  }

  /// Whether a sentence says one of them or several.
  @Test func `of reports and terms are known to explain in both numbers`() throws {
    let places = ["a word of reports", "an answer of prove and map"]
    let words = ColumnDictionary.words.filter { places.contains($0.place) }
    #expect(words.count > 40)
    for (name, _, meaning) in words where !name.hasSuffix("s") {
      let several = try #require(ColumnDictionary.explanation(of: name + "s"), "\(name)")
      // One word may be several of something else, as 'waits', and a term says what it is itself.
      let isTold = several.contains(meaning) || Glossary.entry(of: name) != nil
      #expect(isTold || !name.contains(" "), "\(name)")
    }
    for symptom in Symptom.allCases {
      let said = [1, 2].map { ColumnDictionary.explanation(of: symptom.noun(for: $0)) }
      #expect(said[0] != nil && said[1] != nil, "\(symptom.noun(for: 2))")
    }
  }

  @Test func `of a statement of two words are one word in quotation marks`() throws {
    let outcome = try Tool().run("help", "language", "what if")
    #expect(outcome.status == 0 && outcome.output.contains("what if CHANGES"))
  }

  @Test func `of what goes wrong are known to explain`() {
    for symptom in Symptom.allCases {
      for count in [1, 2] as [Int64] {
        let noun = symptom.noun(for: count)
        let isPlain = Self.isExplained(noun) || Self.isExplained(String(noun.dropLast()))
        #expect(isPlain, "\(noun)")
      }
    }
    for term in ["hitch time ratio", "fps", "wrong picture", "wrong step", "good", "warning"] {
      #expect(Self.isExplained(term), "\(term)")
    }
  }

  @Test(arguments: [
    (["tracking"], "starved_span, dropped_starved"), (["common", "modes"], "not a mode"),
    (["run", "loop"], "(a term)"), (["Run-Loop"], "sleeps until a port is ready"),
    (["stutter"], "hitch_ratio"), (["jank"], "frame_rules.csv"), (["hitch"], "hitch_max"),
    (["hitches"], "hitch_max"), (["lateness"], "lateness_p99"), (["double fire"], "double_fires"),
    (["breaks"], "a drop or a double fire"), (["fewer"], "makes a number smaller"),
    (["edge"], "two clocks"),
    (["undecided"], "Neither holds nor fails"), (["drops"], "(a family of metrics)"),
    (["±"], "95 %"),
    (["dominated"], "alters less of the program"), (["late", "p99"], "lateness_p99   (column"),
    (["runs.csv"], "(a file of results)"), (["INP"], "interaction to next paint"),
    (["TBT"], "blocking_time"), (["long", "task"], "50 ms"), (["raf-time"], "(an arm of try)"),
    (["warm-up"], "depth"), (["page"], "a browser's main thread"), (["pause"], "no fire dates"),
    (["(wake)"], "waking up"), (["units"], "ms, s, min, h"),
    (["lab only"], "no app"), (["wrong pictures"], "wrong_picture"),
    (["callout"], "code of the app"),
    (["policy skip"], "skip"), (["main-queue once"], "while it runs"),
    (["wrong", "steps"], "late_dates"), (["wrong", "speed"], "speed_error"),
    (["wrong speeds"], "speed_error"), (["fired", "twice"], "double_fires"),
    (["callback to screen"], "tick_to_photon_p99"), (["later on the screen"], "due_to_photon_p50"),
    (["tick", "to", "photon"], "tick_to_photon_p99"),
    (["wake-ups", "a", "second"], "wake_ups"), (["refuted"], "(an answer of prove and map)"),
    (["proven"], "Exit status 0"), (["covered"], "Decided"), (["arrangements"], "may put"),
    (["attributed"], "one cause"), (["awaited"], "somebody waits"),
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
