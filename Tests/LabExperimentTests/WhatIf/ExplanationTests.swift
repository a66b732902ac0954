import Foundation
import LabMetrics
import LabWorkload
import Testing

@testable import LabExperiment

/// What is said about situations whose answer is known, each a script `Fixtures/why/NAME.lab`.
@Suite struct `An explanation` {
  /// A situation, and parts of each sentence.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var metric: SavingMetric?
    let what: String
    var why: String?
    var help: [String] = []

    var testDescription: String { name }
  }

  static let none = "changes that were tried saves any of it"

  static let cases: [Case] = [
    Case(
      name: "sound-timer", what: "Nothing is wrong: the timer ball dropped none of 117 refreshes"),
    Case(name: "sound-link", what: "Nothing is wrong: the display link ball dropped none"),
    Case(
      name: "no-target", what: "The timer ball missed", why: "a task held the thread",
      help: ["saves"]),
    // The callback takes longer than a refresh.
    Case(
      name: "nothing-helps", what: "dropped 19 of 117", why: "a callback of the driver itself",
      help: [
        "'ball halved' saves 19 of the 19",
        "does not help: 'policy latest'",
      ]),
    Case(
      name: "own", what: "dropped 38", why: "a callback of the driver itself",
      help: ["'ball halved' saves 15 of the 38"]),
    // The mode, then the parser, then the link; chunks are too long for a callback of 3 ms.
    Case(
      name: "carousel", what: "dropped 96 of 597 refreshes",
      why: "72 of the drops: the run loop was in tracking mode, and the timer is only in default.",
      help: [
        "'in common' saves 68 of the 96 (",
        "; 'parse elsewhere' saves 24 (", "together: 'in common + parse elsewhere' saves 96 (",
        "helps little: 'parse in chunks of 4 ms' saves only 12.",
      ]),
    Case(
      name: "scroll", what: "dropped 29",
      why: "All of the drops: the run loop was in tracking mode",
      help: ["'in common' saves 29 of the 29"]),
    // 'in common' is the same change of the ball.
    Case(
      name: "two-drivers", what: "dropped 35",
      why: "29 of the drops: the run loop was in tracking mode",
      help: [
        "'ball in common' saves 29 of the 35 (",
        "); 'page in chunks of 4 ms' saves 6",
      ]),
    Case(
      name: "synergy", metric: .doubleFires, what: "fired twice in 1",
      why: "(b task 0 of 5 ms and a task 0 of 5 ms)", help: ["'link' saves 1"]),
    Case(
      name: "masking", what: "dropped 1 of 9",
      why: "no single one is to blame: the most attributed, a task 0, takes 10 ms and saves nothing"
    ),
    Case(
      name: "beat", what: "fired twice in 4 of 3595 refreshes and dropped none of 3593 refreshes",
      why: "two of its dates fall into one refresh: the rates of timer and display beat.",
      help: ["'link' saves 4 of the 4"]),
    Case(
      name: "full-queue", metric: .doubleFires, what: "fired twice in 80", why: "rates",
      help: ["'link' saves 80 of the 80"]),
    // A timer of half the rate, which is wanted at every refresh.
    Case(
      name: "slow-timer", what: "dropped 58 of 116",
      why: "All of the drops: no date was due: they come every 33.3 ms",
      help: ["'link' saves 58 of the 58 ("]),
    Case(
      name: "long-task", what: "dropped 6 of 117",
      why: "a task held the thread (page task 0 for 99.5 ms).",
      help: [
        "'page in chunks of 4 ms' saves 6 of the 6",
        "does not help: 'policy skip'",
      ]),
    Case(
      name: "two-long-tasks", what: "dropped 9",
      why: "page task 0 for 99.5 ms and page task 1 for 49.5 ms",
      help: ["saves 9 of the 9"]),
    Case(
      name: "many-small", what: "dropped 20 of 117",
      why:
        "no single one is to blame: the most attributed, page task 1, takes 12 ms and saves 1 ",
      help: ["'link' saves 20", "leaving out only page task 1 saves only 1."]),
    Case(
      name: "other-driver", what: "fired twice in 9", why: "the callout of something else",
      help: [
        "'slow halved' saves 9", "'without slow' saves 9",
      ]
    ),
    Case(name: "render", what: "dropped 19", why: "the render server was late", help: [none]),
    Case(name: "wake-up", what: "dropped 58", why: "the thread was waking up", help: [none]),
    Case(
      name: "tolerance", what: "fired twice in 1 of 119 refreshes and dropped none of 116",
      why: "within the timer's tolerance",
      help: ["'tolerance 0 ms' saves 1 of the 1"]),
    Case(
      name: "lateness", metric: .lateness, what: "was late by 16.7 ms",
      why: "a task held the thread",
      help: ["'page elsewhere' saves 16.7 ms of the 16.7 ms"]),
    Case(
      name: "missed", metric: .missed, what: "missed 38 of 119 dates",
      why: "a task held the thread",
      help: ["'page in chunks of 4 ms' saves 38 of the 38"]),
    Case(
      name: "jump", metric: .animationError, what: "jumped by 16.7 ms",
      why: "a task held the thread",
      help: ["'by target' saves 16.7 ms"]),
    Case(name: "invalidated", what: "dropped none of 29 refreshes", why: nil, help: []),
    Case(
      name: "burst", metric: .doubleFires,
      what: "fired 24 times more than once in a refresh, in 6 of 119 refreshes",
      why: "a task held the thread, and no single one is to blame",
      help: ["'catch-up coalesce' saves 6"]),
    Case(
      name: "skip", what: "dropped 19", why: "a task held the thread",
      help: [
        "'page elsewhere' saves 19 of the 19",
        "does not help: 'policy pending'",
      ]),
    Case(
      name: "hitches", metric: .hitchTime, what: "119.7 ms of hitches a second",
      why: "a task held the thread", help: ["saves 233.3 ms of the 233.3 ms"]),
  ]

  private func study(_ example: Case) throws -> WhatIfStudy {
    let path = Fixture.folder.appending(path: "why/\(example.name).lab").path
    let run = try Experiment(path: path).plan()[0]
    return try WhatIfStudy(
      WhatIf([run], driver: run.scenario.drivers[0].name), by: example.metric, budget: 5000)
  }

  @Test(arguments: [
    (0, "0"), (236.84, "236.8"), (0.06, "0.1"), (0.04, "0.04"), (0.0004, "0.0004"),
    (-0.01, "-0.01"),
  ])
  func `says 0 of nothing else`(number: Double, text: String) {
    #expect(shortWords(number) == text)
  }

  @Test(arguments: cases)
  func `gives the known answer, and numbers that stand in a table`(example: Case) throws {
    let study = try study(example)
    let explanation = Explanation(study)
    #expect(explanation.what.contains(example.what), "\(explanation.text)")
    #expect((explanation.why == nil) == (example.why == nil), "\(explanation.text)")
    #expect(explanation.why?.contains(example.why ?? "") ?? true, "\(explanation.text)")
    for part in example.help {
      #expect(explanation.help?.contains(part) == true, "\(explanation.text)")
    }
    let table = try numbers(of: study)
    for number in Self.numbers(in: explanation.text) {
      #expect(table.contains(number), "\(number) of \(explanation.text)")
    }
  }

  /// Every task causes one drop; of five it saves a fifth, which is not little.
  @Test(arguments: [("0.5 s", 5, false), ("0.6 s", 6, true)])
  func `names a task that saves less than a fifth`(
    length: String, drops: Int, isNamed: Bool
  ) throws {
    let path = Fixture.folder.appending(path: "why/many-small.lab")
    let text = try String(contentsOf: path, encoding: .utf8)
    let run = try Fixture.experiment(text.replacing("run 2 s", with: "run \(length)")).plan()[0]
    let explanation = Explanation(try WhatIfStudy(WhatIf([run]), budget: 5000))
    #expect(explanation.what.contains("dropped \(drops) of"), "\(explanation.text)")
    #expect(
      explanation.help?.contains("leaving out only page task") == isNamed, "\(explanation.text)")
  }

  @Test func `covers what the list of situations says`() {
    #expect(
      Self.cases.map(\.name).sorted() == Fixture.names(in: "why", with: "lab"))
  }

  /// The numbers of a text, but for those in the names of changes and percentiles.
  private static func numbers(in text: String) -> [String] {
    let parts = text.replacing("99th", with: "").replacing("'s ", with: " ").split(
      separator: "'", omittingEmptySubsequences: false)
    let words = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    return words.joined(separator: " ").matches(of: /[0-9]+(\.[0-9]+)?/).map { String($0.output.0) }
  }

  /// What stands in runs.csv and whatif.csv about the run, and the tasks with their attribution.
  private func numbers(of study: WhatIfStudy) throws -> Set<String> {
    let run = study.base.runs[0]
    let measurement = RunMeasurement(try Runner(jobs: 1).trace(of: run))
    let driver = try #require(measurement[driver: study.base.driver])
    var values = MetricDictionary.all.compactMap { $0.value(driver)?.number }
    // What the attribution of double fires comes to stands in blame.csv, row by row.
    values += Problem.allCases.flatMap {
      driver.blame[$0].causes.values.map { $0 / .milliseconds(1) }
    }
    for reading in study.rows.compactMap(\.price).flatMap({ [$0.before, $0.after] }) {
      values += [reading.latency, reading.rate, reading.wakeUps, reading.stay, reading.judder]
        .compactMap(\.self)
    }
    // Those that hold a firing, and those that do not.
    if let firings = driver.frames?.firings { values.append(Double(firings.refreshes)) }
    for share in Symptoms(study.base.troubles[0]).shares {
      values += [Double(share.wrong), Double(share.all)]
    }
    for row in study.rows {
      for (metric, value) in row.values {
        let scale = metric.isTime ? 1e6 : 1
        values += [value.before, value.after, value.saving, -value.saving].map { $0 / scale }
      }
    }
    for task in study.attributed {
      values += [
        Double(task.number), task.duration / .milliseconds(1), task.time / .milliseconds(1),
      ]
    }
    for value in study.rows.compactMap(\.goal) {
      values += [value.before, value.after, value.saving, -value.saving].map {
        study.goal.metricValue($0).number
      }
    }
    values += study.rows.compactMap(\.price).flatMap { $0.before.wrongs + $0.after.wrongs }
      .map(\.amount)
    values += study.phases.values.flatMap { [$0.savings.lowerBound, $0.savings.upperBound] }
      .map { study.goal.metricValue($0).number }
    values.append(Double(study.rankedCount))
    return Set(values.map { MetricValue.number(($0 * 10).rounded() / 10).description })
  }
}
