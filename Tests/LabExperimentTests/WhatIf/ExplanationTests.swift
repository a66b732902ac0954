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

  static let none = "changes that were tried helps"

  static let cases: [Case] = [
    Case(
      name: "sound-timer",
      what: "Nothing is wrong: the timer ball dropped none of the 117 frames that were wanted"),
    Case(name: "sound-link", what: "Nothing is wrong: the display link ball dropped none"),
    Case(
      name: "no-target", what: "The timer ball missed", why: "a task held the thread",
      help: ["callbacks in time"]),
    // The callback takes longer than a refresh.
    Case(
      name: "nothing-helps", what: "dropped 19 of the 117",
      why: "its own callback took too long",
      help: [
        "Halve the work of the display link ball's callbacks: no drops (", "[ball halved]",
      ]),
    Case(
      name: "own", what: "dropped 38", why: "its own callback took too long",
      help: ["15 fewer drops (", "[ball halved]"]),
    // The mode, then the parser, then the link; chunks are too long for a callback of 3 ms.
    Case(
      name: "carousel",
      what: "dropped 96 of the 597 frames that were wanted (hitch time ratio 160.8 ms/s: critical)",
      why: "72 of the drops: the run loop was in tracking mode, and the timer is only in default."
        + " The other 24 drops: a task held the thread (parse).",
      help: [
        "1. Add the timer to the common modes: 68 fewer drops (50.4 → 57.2 fps) [in common].",
        "2. Move parse off the main thread, if it needs no UI: 24 fewer drops (",
        "3. Changes 1 and 2 together: no drops (50.4 → 60 fps) [in common + parse elsewhere].",
        "Helps little: splitting parse into chunks of 4 ms, 12 fewer drops, since only 24 of the 96"
          + " drops are behind parse [parse in chunks of 4 ms].",
      ]),
    Case(
      name: "scroll", what: "dropped 29",
      why: "All of the drops: the run loop was in tracking mode",
      help: ["Add the display link to the common modes: no drops ("]),
    // 'in common' is the same change of the ball.
    Case(
      name: "two-drivers", what: "dropped 35",
      why: "29 of the drops: the run loop was in tracking mode",
      help: [
        "1. Add the display link ball to the common modes: 29 fewer drops (",
        "2. Split page into chunks of 4 ms: 6 fewer drops",
      ]),
    Case(
      name: "synergy", metric: .doubleFires, what: "fired twice in 1",
      why: "(b task 0 of 5 ms and a task 0 of 5 ms)", help: ["Use a display link: no double fires"]),
    Case(
      name: "masking", what: "dropped 1 of the 9",
      why: "Leaving out the one task that did, a task 0 of 10 ms, changes"
        + " nothing."
    ),
    Case(
      name: "beat", what: "fired twice in each of 2 refreshes and dropped none of the 1795 frames",
      why: "two of its fire dates fall into one refresh, since the timer is not in step with",
      help: ["Use a display link: no double fires (", "1 fewer refresh with a wrong picture, of 2"]),
    Case(
      name: "full-queue", metric: .doubleFires, what: "fired twice in each of 80",
      why: "not in step",
      help: ["Use a display link: no double fires"]),
    // A timer of half the rate, which is wanted at every refresh.
    Case(
      name: "slow-timer", what: "dropped 58 of the 116",
      why: "All of the drops: its fire dates come every 33.3 ms, but a new frame is wanted every",
      help: ["Use a display link: no drops ("]),
    Case(
      name: "long-task", what: "dropped 6 of the 117",
      why: "a task held the thread (page task 0 of 100 ms).",
      help: ["Split page into chunks of 4 ms: no drops"]),
    Case(
      name: "two-long-tasks", what: "dropped 9",
      why: "page task 0 of 100 ms and page task 1 of 60 ms",
      help: ["no drops"]),
    Case(
      name: "many-small", what: "dropped 20 of the 117",
      why:
        "There were 20 such tasks: leaving out one of them, such as page task 1 of 12 ms, makes 1",
      help: ["Use a display link: no drops"]),
    Case(
      name: "other-driver", what: "fired twice in each of 9",
      why: "another callback held the thread",
      help: [
        "Halve the work of the timer slow's callbacks: no drops",
        "Leave out the timer slow: no drops",
      ]
    ),
    Case(name: "render", what: "dropped 19", why: "the render server was late", help: [none]),
    Case(name: "wake-up", what: "dropped 58", why: "the thread was waking up", help: [none]),
    Case(
      name: "tolerance", what: "fired twice in 1 refresh and dropped none of the 116",
      why: "the system let it fire late (its tolerance,",
      help: ["Set the timer's tolerance to 0 ms: no double fires"]),
    Case(
      name: "lateness", metric: .lateness, what: "was late by 16.7 ms",
      why: "a task held the thread",
      help: ["16.7 ms less late in the 99th percentile", "[page elsewhere]"]),
    Case(
      name: "missed", metric: .missed, what: "missed 38 of 119 fire dates",
      why: "a task held the thread",
      help: ["Split page into chunks of 4 ms: no missed fire dates"]),
    Case(
      name: "jump", metric: .animationError, what: "jumped by 16.7 ms",
      why: "a task held the thread",
      help: ["jumps of 16.7 ms less in the 99th percentile", "[by target]"]),
    Case(name: "invalidated", what: "dropped none of the 29 frames", why: nil, help: []),
    Case(
      name: "burst", metric: .doubleFires,
      what: "fired 24 times too often in 6 refreshes",
      why: "a task held the thread. There were 6 such tasks",
      help: ["Fire the timer once for all fire dates that it missed: no double fires"]),
    Case(
      name: "skip", what: "dropped 19", why: "a task held the thread",
      help: [
        "off the main thread, if it needs no UI: no drops", "[page elsewhere]",
      ]),
    Case(
      name: "hitches", metric: .hitchTime, what: "hitch time ratio 119.7 ms/s: critical",
      why: "a task held the thread", help: ["no hitches"]),
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

  @Test func `covers what the list of situations says`() {
    #expect(
      Self.cases.map(\.name).sorted() == Fixture.names(in: "why", with: "lab"))
  }

  /// The numbers of a text, but for those in the names of changes and percentiles.
  private static func numbers(in text: String) -> [String] {
    let words = text.replacing("99th", with: "").replacing(/\[[^\]]*\]/, with: "")
      .replacing(#/\b[0-9]\. /#, with: "").replacing(/[0-9] and [0-9] together/, with: "")
      .replacing(
        /into chunks of [0-9]+ ms|(?:tolerance|interval) to [0-9]+ ms|queue of [0-9]+/, with: "")
    return words.matches(of: /[0-9]+(\.[0-9]+)?/).map { String($0.output.0) }
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
    values += study.rows.compactMap(\.price).compactMap { price in
      guard let before = price.before.latency, let after = price.after.latency else { return nil }
      return abs(after - before)
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
