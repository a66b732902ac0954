import Foundation
import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabStudy
import LabText
import LabWorkload
import TestSupport
import Testing

@Suite struct `The study of a timer's phases` {
  private let plan: Plan

  init() throws {
    let script = """
      title  One block
      display 60 Hz
      run    1 s
      load   task at 104 ms takes 20 ms as main-queue
      arm timer
        timer ball every 16.666666 ms in common takes 0.5 ms
      """
    plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
  }

  @Test func `covers every nanosecond of a refresh`() throws {
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch())
    #expect(answer.outcome == .answered)
    let regions = try #require(answer.namedTables.first { $0.name == "regions" })
    #expect(numbers(regions, "width_ns").reduce(0, +) == 16_666_667)
    #expect(zip(numbers(regions, "from_ns").dropFirst(), numbers(regions, "to_ns")).allSatisfy(==))
    let shares = try #require(answer.namedTables.first { $0.name == "shares" })
    // Two metrics, each of which covers all of it.
    let total = numbers(shares, "width_ns").reduce(0, +)
    #expect(total == 33_333_334)
  }

  @Test func `advises the middle of the widest stretch with the least`() throws {
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch())
    let best = try #require(answer.namedTables.first { $0.name == "best" })
    let (from, to) = (numbers(best, "from_ns")[0], numbers(best, "to_ns")[0])
    #expect(numbers(best, "middle_ns")[0] == from + ((to - from) / 2).rounded(.down))
    let regions = try #require(answer.namedTables.first { $0.name == "regions" })
    let inside = zip(numbers(regions, "from_ns"), numbers(regions, "double_fires"))
      .filter { (from..<to).contains($0.0) }
    #expect(!inside.isEmpty && inside.allSatisfy { $0.1 == 0 })
  }

  /// What is drawn is one count's, and what is best for all may be narrower.
  @Test func `names the whole stretch of a count, and what of it is best for the others`() throws {
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch())
    let regions = try #require(answer.namedTables.first { $0.name == "regions" })
    let advice = answer.namedSentences.filter { $0.name == "advice" }.map(\.text)
    for metric in ["double_fires", "dropped"] {
      let counts = numbers(regions, metric)
      let least = try #require(counts.min())
      var stretches: [(from: Double, to: Double)] = []
      for (index, count) in counts.enumerated() where count == least {
        let (from, to) = (numbers(regions, "from_ns")[index], numbers(regions, "to_ns")[index])
        let begin = stretches.last.flatMap { $0.to == from ? $0.from : nil }
        if begin != nil { stretches.removeLast() }
        stretches.append((begin ?? from, to))
      }
      let widest = try #require(stretches.max { $0.to - $0.from < $1.to - $1.from })
      let ends = [widest.from, widest.to].map { String(format: "%.3f", $0 / 1e6) }
      #expect(
        advice.contains { $0.contains("to \(ends[0]) to \(ends[1]) ms, and there are none") },
        "\(ends): \(advice)")
    }
    #expect(advice.contains { $0.contains("ms ball.dropped is least as well: write 'first at ") })
    #expect(advice.allSatisfy { $0.contains("That is for the script: an app's timer starts at") })
  }

  /// By phase 101 to 105 frames are dropped: no phase is worth a word.
  @Test func `advises nothing that saves less than a tenth`() throws {
    let script = """
      display 60 Hz
      run 10 s
      load analytics every 350 ms from 120 ms takes 60 ms as main-queue
      arm link
        link list in common takes 4 ms
      """
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch())
    let shares = try #require(answer.namedTables.first { $0.name == "shares" })
    let counts = zip(shares.rows, numbers(shares, "count")).filter { $0.0[1] == .text("dropped") }
      .map(\.1)
    #expect(counts.count > 1 && (counts.min() ?? 0) * 10 > (counts.max() ?? 0) * 9)
    #expect(!answer.namedSentences.contains { $0.name == "advice" })
  }

  /// At the display's own rate 40 ns of phases fire twice once, by rounding.
  @Test func `advises nothing where hardly a phase is worse, and says how few`() throws {
    let script = """
      display 60 Hz
      run 1 s
      arm timer
        timer ball every 1/60 s in default takes 1 ms
      """
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch())
    let shares = try #require(answer.namedTables.first { $0.name == "shares" })
    let width = numbers(shares, "width_ns")[1]
    #expect(width < 1000)
    let text = answer.parts.map { "\($0)" }.joined()
    #expect(text.contains("0: all but \(Int(width)) ns of these phases"), "\(text)")
    #expect(!answer.namedSentences.contains { $0.name == "advice" }, "\(text)")
  }

  @Test(arguments: [(16, false), (30, true)])
  func `says what a timer slower than the display leaves open`(_ interval: Int, isOpen: Bool) throws
  {
    let script = """
      display 60 Hz
      run 400 ms
      arm timer
        timer ball every \(interval) ms in default takes 1 ms
      """
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    let text = try PhaseStudy(plan, of: "a.lab").answer(Watch()).parts.map { "\($0)" }.joined()
    #expect(text.contains("first fire dates, up to 60.000 ms, meet the loads") == isOpen, "\(text)")
  }

  /// What is best of one count is not best of the other: each advice says what it costs.
  @Test func `advises each count where no value is best in all, with the price`() throws {
    let script = """
      display 60 Hz
      run 1 s
      load gc every 210 ms from 10 ms takes 22 ms as main-queue
      arm timer
        timer list every 1/60 s in common takes 5 ms
      """
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch())
    let best = try #require(answer.namedTables.first { $0.name == "best" })
    let advice = answer.namedSentences.filter { $0.name == "advice" }.map(\.text)
    try #require(best.rows.count == 2 && advice.count == 2)
    for (place, text) in advice.enumerated() {
      #expect(text.contains("'first at \(Int(numbers(best, "middle_ns")[place])) ns'"))
      #expect(text.contains("and \(Int(numbers(best, "count")[1 - place])) at best."), "\(text)")
    }
  }

  @Test func `says no number in a sentence that is not a cell`() throws {
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch())
    let cells = answer.namedTables.flatMap { $0.rows.joined() }.flatMap { cell -> [String] in
      guard case .value(let value) = cell else { return [] }
      let number = value.number
      return [
        "\(value)", String(format: "%.3f", number / 1e6), String(format: "%.1f", number),
      ]
    }
    #expect(Set(answer.namedSentences.map(\.name)) == ["advice", "coverage"])
    for sentence in answer.namedSentences {
      for match in sentence.text.matches(of: /\d+(\.\d+)?/) {
        #expect(cells.contains(String(match.output.0)), "\(match.output.0) in \(sentence.text)")
      }
    }
  }

  /// What a timer counts at a phase, in a run with its motion that ends where the map ends.
  @Test func `leaves a motion out by name, and counts what the run counts`() throws {
    let script = """
      display 60 Hz
      run 900 ms
      load task at 104 ms takes 20 ms as main-queue
      arm timer
        timer ball every 16.666666 ms first at {first} in common takes 0.5 ms
        animate ball along ease-out from 0 to 300 over 950 ms by timestamp
      sweep first = 16666667 ns, 20000000 ns, 26000000 ns, 33000000 ns
      """
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    let study = PhaseStudy(plan, of: "a.lab")
    let answer = try study.answer(Watch())
    #expect(answer.outcome == .answered)
    let coverage = try #require(answer.namedSentences.first { $0.name == "coverage" })
    #expect(coverage.text.hasSuffix("Left out: the motion of ball."))
    let regions = try #require(answer.namedTables.first { $0.name == "regions" })
    for (index, first) in [16_666_667.0, 20_000_000, 26_000_000, 33_000_000].enumerated() {
      let trouble = try #require(
        RunTrouble(of: "ball", in: try Runner(jobs: 1).trace(of: plan[index])))
      let place = try #require(numbers(regions, "from_ns").lastIndex { $0 <= first })
      #expect(numbers(regions, "dropped")[place] == Double(trouble.dropped ?? -1))
      #expect(numbers(regions, "double_fires")[place] == Double(trouble.doubleFires ?? -1))
      #expect(numbers(regions, "fires")[place] == Double(trouble.fires))
    }
  }

  @Test func `ends before a motion does`() throws {
    let script = """
      display 60 Hz
      run 1 s
      arm timer
        timer ball every 16.666666 ms in common takes 0.5 ms
        animate ball along ease-out from 0 to 300 over 300 ms by now
      """
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch())
    let coverage = try #require(answer.namedTables.first { $0.name == "coverage" })
    #expect(numbers(coverage, "duration_ns") == [250_000_002])
    let text = try #require(answer.namedSentences.first { $0.name == "coverage" }).text
    #expect(text.hasSuffix("and the run from 250.000 ms on, before that of ball ends."), "\(text)")
  }

  @Test func `counts the frames of a slow timer by its own rate`() throws {
    let script = """
      display 60 Hz
      run 400 ms
      load task at 104 ms takes 50 ms as main-queue
      arm timer
        timer ball every 25 ms in common takes 0.5 ms
        timer slow every 40 ms catch-up burst in common
      """
    let plan = try Experiment(path: "a.lab") { _ in Array(script.utf8) }.plan()
    let answer = try PhaseStudy(plan, of: "a.lab", opening: "slow").answer(Watch())
    #expect(answer.outcome == .answered)
    let text = try #require(answer.namedSentences.first { $0.name == "coverage" }).text
    #expect(!text.contains("Left out"))
    // What ‘why’ counts at the first of the phases.
    var scenario = plan[0].scenario
    scenario.drivers[1].source.timer?.firstFire = .milliseconds(40)
    let slow = RunMeasurement(try Stage(scenario, seed: plan[0].seed).run())[driver: "slow"]
    let dropped = try #require(slow?.symptoms[.dropped])
    let regions = try #require(answer.namedTables.first { $0.name == "regions" })
    let place = try #require(regions.column("driver").firstIndex(of: .text("slow")))
    #expect(Int64(numbers(regions, "dropped")[place]) == dropped.wrong)
    #expect(dropped.wrong < dropped.all && dropped.all < 11)
  }

  @Test func `is undecided where its runs do not suffice, and tells before`() throws {
    let warnings = Warnings()
    let answer = try PhaseStudy(plan, of: "a.lab", budget: 3)
      .answer(Watch(warns: { warnings.add($0) }))
    #expect(answer.outcome == .undecided && answer.outcome.status == .undecided)
    #expect(warnings.texts.count == 1 && warnings.texts[0].contains("--budget"))
    let coverage = try #require(answer.namedTables.first { $0.name == "coverage" })
    #expect(numbers(coverage, "covered_to_ns")[0] < numbers(coverage, "to_ns")[0])
    #expect(!answer.namedSentences.contains { $0.name == "advice" })
    let text = answer.parts.map { "\($0)" }.joined()
    #expect(text.contains(" of the covered phases") && !text.contains("% of these phases"))
  }

  @Test func `ends when it is asked to, with what is known`() throws {
    let answer = try PhaseStudy(plan, of: "a.lab").answer(Watch(isEnded: { true }))
    #expect(answer.outcome == .undecided)
  }

  @Test func `moves a task or the display instead`() throws {
    let task = try PhaseStudy(plan, of: "a.lab", opening: "task").answer(Watch())
    let coverage = try #require(task.namedTables.first { $0.name == "coverage" })
    #expect(numbers(coverage, "from_ns") == [104_000_000])
    #expect(throws: InputError.self) {
      try PhaseStudy(plan, of: "a.lab", opening: "tsk").answer(Watch())
    }
  }

  private func numbers(_ table: Table, _ column: String) -> [Double] {
    guard let place = table.columns.firstIndex(where: { $0.name == column }) else { return [] }
    return table.rows.compactMap { row in
      if case .value(let value) = row[place] { value.number } else { nil }
    }
  }
}

/// What a study tells before its answer.
private final class Warnings: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  var texts: [String] { lock.withLock { kept } }

  func add(_ text: String) { lock.withLock { kept.append(text) } }
}
