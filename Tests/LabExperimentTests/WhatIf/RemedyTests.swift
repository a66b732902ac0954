import Foundation
import LabKernel
import LabLanguage
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

@testable import LabExperiment

/// What the field does about its troubles is tried, and does what it does there.
@Suite struct `A remedy of the field` {
  private func study(_ name: String, run: Int) throws -> WhatIfStudy {
    let plan = try Experiment(path: Checkout.experiment(name).path).plan()
    return try WhatIfStudy(WhatIf([plan[run]]), budget: 2000)
  }

  /// What a change comes to in a script that is written by hand.
  private func saved(_ change: String, by metric: String, in name: String) throws -> [Double] {
    let path = Checkout.experiment(name).path
    let plan = try Experiment(path: path).plan()
    let driver = plan[0].scenario.drivers[0].name
    let again = try Experiment(
      inputs: [
        .init(path: "/tmp/better.lab", bytes: Array("include \(path)\napply \(change)\n".utf8))
      ] + Experiment(path: path).inputs, overriding: []
    ).plan()
    return try [plan[0], again[0]].map { run in
      let measurement = RunMeasurement(try Runner(jobs: 1).trace(of: run))
      let metrics = try #require(measurement[driver: driver])
      return MetricDictionary.metric(named: metric)?.value(metrics)?.number ?? -1
    }
  }

  @Test func `of a countdown that stands is the common modes`() throws {
    let study = try study("countdown-stops-while-scrolling", run: 0)
    let explanation = Explanation(study)
    #expect(explanation.what.contains("missed 2 of 11 fire dates"), "\(explanation.text)")
    #expect(explanation.why?.contains("tracking") == true, "\(explanation.text)")
    #expect(
      explanation.help?.hasPrefix(
        "1. Add the timer to the common modes: every callback in time (") == true)
    #expect(explanation.remedies.first == Change([.drivers(.common)]))
  }

  /// What is worst is not that its first steps are off while the queue fills.
  @Test func `of a game loop is told by its own pace`() throws {
    let script = """
      display 60 Hz presents fifo 2 blocking
      run 2 s
      arm game
        loop frame takes 4 ms
      """
    let input = Experiment.Input(path: "game.lab", bytes: Array(script.utf8))
    let run = try Experiment(inputs: [input], overriding: []).plan()[0]
    let headline = Headline(
      RunMeasurement(try Runner(jobs: 1).trace(of: run)), of: "frame")
    #expect(headline?.what.contains("4 refreshes old") == true, "\(headline?.what ?? "")")
    #expect(
      headline?.why
        == "Each waits for 2 refreshes in the queue for the display, behind others.",
      "\(headline?.why ?? "")")
  }

  private func base(_ script: String) throws -> WhatIf {
    let input = Experiment.Input(path: "a.lab", bytes: Array(script.utf8))
    return try WhatIf([try Experiment(inputs: [input], overriding: []).plan()[0]])
  }

  /// Whose frames are shown one after the other shows no wrong picture, though it is called twice.
  @Test func `of late callbacks is a queue of two, of which all frames are shown`() throws {
    let base = try base(
      """
      display 60 Hz
      run 10 s
      seed 11
      wake-up delayed by uniform 0 ms..15 ms
      arm timer
        timer ball every 1/60 s phase 0.5 in default
      """)
    let row = try base.row(for: Change([.presents(.fifo(capacity: 2))]))
    let wrong = try #require(row.goal)
    #expect(base.goal == .wrongPicture && wrong.before > 0)
    #expect(wrong.after * 50 < wrong.before, "\(wrong.before) → \(wrong.after)")
  }

  /// What a run leaves out is not tried, where it would be more than the run has itself.
  @Test func `is not millions of steps`() throws {
    let base = try base(
      """
      display 1 Hz
      run 12 s
      scene world gravity 0, 0 pt/s² size 4000, 300
      box robot in world at 20, 100 size 10, 10 velocity 50, 0 pt/s
      arm game
        link robot in common takes 2 ms
        simulate robot scene world steps fixed 1 us clamped 1 shows x
      """)
    let study = try WhatIfStudy(base, budget: 100)
    #expect(study.rows.contains { "\($0.change)" == "steps fixed 1/1 s" })
    #expect(!study.rows.contains { "\($0.change)".contains("interpolated") })
  }

  @Test func `of steps that owe more each time is a cheaper one`() throws {
    let base = try base(
      """
      display 60 Hz
      run 4 s
      scene world gravity 0, 0 pt/s² size 4000, 300
      box robot in world at 20, 100 size 10, 10 velocity 50, 0 pt/s
      arm game
        link robot in common takes 1 ms
        simulate robot scene world steps fixed 1/100 s each 12 ms shows x
      """)
    let explanation = Explanation(try WhatIfStudy(base, budget: 100))
    #expect(
      explanation.why?.contains(
        "A step of its scene takes 12 ms and stands for 10 ms: each frame has more steps to catch"
          + " up on than the one before.") == true, "\(explanation.text)")
    #expect(explanation.remedies.contains { "\($0)" == "each 5 ms" }, "\(explanation.text)")
  }

  @Test func `of a block that a mode starves is the main queue`() throws {
    let base = try base(
      """
      display 60 Hz
      run 6 s
      gesture scroll at 1 s for 3 s
      load change at 2 s takes 2 ms as block in default shown through view
      arm app
        link view in common takes 1 ms
      """)
    let trouble = Plan.Trouble(run: 0)
    let why = try Explanation(of: base.runs[0], for: trouble, jobs: 1, budget: 100)
    #expect(why.remedies.first.map { "\($0)" } == "change via main-queue", "\(why.text)")
  }

  @Test func `of frames that come two at a time is a queue of two`() throws {
    let values = try saved(
      "presents fifo 2", by: "overwritten", in: "two-frames-in-one-refresh")
    #expect(values[0] >= 100 && values[1] <= 1, "\(values)")
  }

  @Test func `of work that is longer than a refresh is every second one`() throws {
    let study = try study("frame-times-between-refreshes", run: 0)
    let row = try #require(study.recommended.first { $0.asksLess })
    #expect("\(row.change)" == "every 2 refreshes")
    #expect(row.rank == nil)
    #expect(row.price?.after.judder == 0)
    #expect((row.price?.after.rate ?? 0) < (row.price?.before.rate ?? 0))
  }

  @Test func `of a burst is to skip`() throws {
    let values = try saved(
      "catch-up skip", by: "fires_per_refresh_max", in: "burst-after-a-pause")
    #expect(values[0] >= 100 && values[1] <= 2, "\(values)")
  }

  @Test func `says its price`() throws {
    let study = try study("countdown-stops-while-scrolling", run: 0)
    let rows = study.recommended
    #expect(!rows.isEmpty && rows.allSatisfy { $0.price != nil })
  }

  /// A change as it is printed is read again as the same.
  @Test(arguments: [
    "every 2 refreshes", "prefers 60 Hz", "via main-queue once", "target 30 Hz", "target none",
    "target 2 refreshes", "steps fixed 1/60 s interpolated", "presents fifo 2", "display 90 Hz",
    "display 60000/1001 Hz", "ball elsewhere", "ball in chunks of 4 ms", "every 33.5 ms",
    "by timestamp",
  ])
  func `is read as it is written`(text: String) throws {
    let script = """
      display 75 Hz
      run 1 s
      scene room gravity 0, 0 pt/s²
      box crate in room at 20, 100 size 10, 10 velocity 20, 0 pt/s
      arm a
        link ball off-main via main-queue takes 1 ms
        timer tick every 40 ms in default takes 6 ms target none
        simulate ball scene room steps fixed 1/120 s
      arm b
        link other in common takes 1 ms
        timer ball every 40 ms in default takes 6 ms target none
        animate other along linear from 0 to 1 over 1 s by now
      what if \(text)
      """
    let experiment = try Experiment(
      inputs: [.init(path: "a.lab", bytes: Array(script.utf8))], overriding: [])
    let plan = try experiment.plan()
    let change = try #require(plan.changes(of: 0).first ?? plan.changes(of: 1).first)
    #expect("\(change)" == text)
  }

  @Test func `cuts what is very long into a thousand chunks at most, none as long as a hang`() {
    #expect(Change.chunk(for: .milliseconds(4)) == nil)
    #expect(Change.chunk(for: .milliseconds(100)) == .milliseconds(4))
    #expect(Change.chunk(for: .seconds(36)) == .milliseconds(36))
    #expect(Change.chunk(for: .seconds(36_000)) == nil)
  }

  @Test func `that asks for less is never first while another saves a half`() throws {
    for name in Checkout.experimentNames where Checkout.experiment(name).path.contains("/field/") {
      let plan = try Experiment(path: Checkout.experiment(name).path).plan()
      guard plan[0].duration <= .seconds(20) else { continue }
      let study = try WhatIfStudy(WhatIf([plan[0]]), budget: 300)
      let best = study.helping.first.flatMap { $0.saving } ?? 0
      guard study.recommended.first?.asksLess == true else { continue }
      #expect(best * 2 < study.trouble ?? 0, "\(name)")
    }
  }

  /// At 165 Hz each frame could stay for one refresh, but the work does not fit.
  @Test func `of a cap that the display has not is a pace that it has, and no drops instead`()
    throws
  {
    let script = """
      display 165 Hz presents fifo 3
      run 4 s
      arm cap
        timer game every 1/30 s in common takes uniform 4..12 ms target 30 Hz
      """
    let run = try Experiment(
      inputs: [.init(path: "a.lab", bytes: Array(script.utf8))], overriding: []
    ).plan()[0]
    let study = try WhatIfStudy(WhatIf([run]), budget: 300)
    #expect(study.goal == .wrongPicture)
    #expect(study.recommended.first.map { "\($0.change)" } == "link at timer pace")
    #expect(!study.recommended.contains { "\($0.change)" == "link" })
  }

  /// Half the rate of a phone is a refresh of twice the length, that of another display two.
  @Test(arguments: [("promotion-phone", "16.7 ms"), ("120 Hz", "2 refreshes")])
  func `says for how long a frame stays in what has one length`(
    display: String, stay: String
  ) throws {
    let script = """
      display \(display)
      run 5 s
      arm full
        link ball \(display == "120 Hz" ? "" : "prefers 120 Hz ")in common takes uniform 9..13 ms
        animate ball along linear from 0 to 2000 over 38 s by now
      """
    let study = try WhatIfStudy(WhatIf([Fixture.experiment(script).plan()[0]]), budget: 300)
    let less = ExplanationWords(study).help.first { $0.contains("which asks for less") }
    #expect(less?.contains("no frame longer than \(stay)") == true, "\(less ?? "none")")
  }

  @Test func `is performed by the script that is written of it`() throws {
    let experiment = try Experiment(
      path: Checkout.experiment("countdown-stops-while-scrolling").path)
    let script = RemedyScript(
      applying: "in common", to: experiment, including: "scroll.lab")
    #expect(script.text.hasSuffix("include scroll.lab\napply in common\n"))
  }

  @Test func `of another driver moves its work away`() throws {
    let script = """
      display 60 Hz
      run 2 s
      arm a
        timer slow every 300 ms in common takes 100 ms target none
        link ui in common takes 1 ms
      """
    let run = try Experiment(
      inputs: [.init(path: "a.lab", bytes: Array(script.utf8))], overriding: []
    ).plan()[0]
    let base = try WhatIf([run], driver: "ui")
    let changes: [DriverChange] = [.elsewhere, .chunks(of: .milliseconds(4))]
    let rows = try base.rows(for: changes.map { Change([.drivers($0, of: "slow")]) }).rows
    #expect(rows.map { $0.values[.dropped]?.after } == [0, 0])
    #expect((rows.first?.values[.dropped]?.before ?? 0) > 20)
  }
}

/// What happens at other phases than that of the script.
@Suite struct `A sample of phases` {
  @Test func `finds what the phase of a run hides`() throws {
    let script = """
      display 60 Hz
      run 10 s
      arm a
        timer ball every 1/60 s phase 0.5 tolerance 8.5 ms in default takes 3 ms target 1 refreshes
      """
    let run = try Experiment(
      inputs: [.init(path: "a.lab", bytes: Array(script.utf8))], overriding: []
    ).plan()[0]
    let sample = try #require(try WhatIf([run]).phases())
    #expect(sample.count == 32)
    #expect((0...32).contains(sample.wrong))
    #expect((sample.wrong > 0) == (sample.worst != nil))
  }

  /// What a load at a fixed phase comes to at others: the most is told with how many have less.
  @Test func `tells at how many phases there is how much`() throws {
    var told = 0
    for length in [60, 100, 150, 200, 250, 280] {
      let script = """
        display 60 Hz
        run 6 s
        load parse every 350 ms from 120 ms takes \(length) ms as main-queue
        arm a
          link list in common takes 4 ms
        """
      let run = try Experiment(
        inputs: [.init(path: "a.lab", bytes: Array(script.utf8))], overriding: []
      ).plan()[0]
      let study = try WhatIfStudy(WhatIf([run]), budget: 60)
      let sample = try #require(try study.base.phases())
      let words = ExplanationWords(study)
      let pattern =
        #/ ([0-9]+)(?: to ([0-9]+))? [a-z ]+ at ([0-9]+) of 32 .* and (up to )?([0-9]+) at the/#
      guard let text = words.lock(sample), let found = text.firstMatch(of: pattern) else {
        continue
      }
      told += 1
      let counts = sample.troubles.compactMap(words.gain.value).map {
        Int((study.refreshes($0) ?? $0).rounded())
      }
      let usual = Int(found.2 ?? found.1) ?? -1
      let rest = counts.filter { $0 > usual }
      #expect(counts.min() == Int(found.1) && counts.max() == Int(found.5), "\(text)")
      #expect(32 - rest.count == Int(found.3), "\(text)")
      #expect((found.4 == nil) == (rest.min() == rest.max()), "\(text)")
    }
    #expect(told > 1)
  }
}
