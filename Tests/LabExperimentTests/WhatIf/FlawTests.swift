import Foundation
import LabLanguage
import LabMetrics
import LabWorkload
import TestSupport
import Testing

@testable import LabExperiment

/// Changes that save something of what is asked about, and are no fix.
@Suite struct `A flaw of a change` {
  private func study(_ script: String) throws -> WhatIfStudy {
    try WhatIfStudy(WhatIf([Fixture.experiment(script).plan()[0]]), budget: 200)
  }

  /// The first frame comes a second later, so that fewer are wanted: as many of these are dropped.
  @Test func `is that frames are wanted for a shorter time`() throws {
    let study = try study(
      """
      display 60 Hz
      run 10 s
      arm a
        timer slider every 500 ms in common takes 0.5 ms target 1 refreshes
        animate slider along linear from 0 to 300 over 10 s by now
      """)
    let row = try #require(study.rows.first { "\($0.change)" == "presents at target" })
    #expect(row.saving ?? 0 > 0 && row.flaw == .showsShorter, "\(String(describing: row.flaw))")
    #expect(!study.recommended.contains { $0.change == row.change })
  }

  /// To leave vsyncs out gives fewer frames of 120 Hz, and evener ones.
  @Test func `is that fewer frames are shown`() throws {
    let path = Checkout.experiment("thirty-spinners").path
    let plan = try Experiment(path: path, overriding: [("run", "4 s")]).plan()
    let study = try WhatIfStudy(WhatIf([plan[0]]), budget: 200)
    let row = try #require(study.rows.first { "\($0.change)" == "policy skip" })
    #expect(row.saving ?? 0 > 0 && row.flaw == .showsFewer, "\(String(describing: row.flaw))")
    let help = ExplanationWords(study).help.joined(separator: " ")
    #expect(!help.contains("[policy skip]") || help.contains("No fix: skipping"), "\(help)")
  }

  /// A click a second needs no callback at each refresh.
  @Test func `is that a driver is called far more often than it asked`() throws {
    let plan = try Experiment(
      path: Checkout.experiment("one-click-a-second-in-the-background").path
    ).plan()
    let study = try WhatIfStudy(WhatIf([plan[0]]), budget: 200)
    let row = try #require(study.rows.first { "\($0.change)" == "link" })
    #expect(row.saving ?? 0 > 0 && row.flaw == .asksMore, "\(String(describing: row.flaw))")
    #expect(!study.recommended.contains { $0.change == row.change })
  }

  /// A link that is called every ten seconds is none that an app can have.
  @Test func `is that no link is called so seldom`() throws {
    let study = try study(
      """
      display 60 Hz
      run 5 min
      alarms land anywhere
      arm nap
        timer ping every 10 s tolerance 5 s in common takes 1 ms target none
      """)
    let row = try #require(study.rows.first { "\($0.change)" == "link at timer pace" })
    #expect(row.saving ?? 0 > 0 && row.flaw == .ofLab, "\(String(describing: row.flaw))")
    // Late by its tolerance is late, and the tolerance is what to change.
    #expect(study.base.troubles[0].symptoms[.late]?.wrong == 15)
    #expect(study.recommended.map { "\($0.change)" } == ["tolerance 0 ms"])
  }

  /// A timer in place of a link has a phase to the vsyncs by chance.
  @Test func `is that more goes wrong at some phase`() throws {
    let plan = try Experiment(path: Checkout.experiment("two-frames-in-one-refresh").path).plan()
    let study = try WhatIfStudy(WhatIf([plan[0]]), budget: 200)
    let row = try #require(study.rows.first { "\($0.change)" == "timer" })
    let least = try #require(study.phases[row.change]).savings.lowerBound
    #expect(row.saving ?? 0 > 0 && least < 0 && row.flaw == .harmsByPhase)
    #expect(!study.recommended.contains { $0.change == row.change })
  }

  /// Dates that are all made up for come too close together, and late.
  @Test func `is that what was lost comes late and twice instead`() throws {
    let study = try study(
      """
      display 60 Hz
      run 10 s
      alarms land on 15.625 ms
      arm interval
        timer poll every 10 ms catch-up delay in common takes 0.1 ms target none
      """)
    let row = try #require(study.rows.first { "\($0.change)" == "catch-up burst" })
    #expect(row.saving ?? 0 > 0 && row.flaw == .trades, "\(String(describing: row.flaw))")
    #expect(!study.recommended.contains { $0.change == row.change })
  }

  @Test func `has a word of its own, and a meaning`() {
    let all = WhatIfRow.Flaw.allCases
    #expect(Set(all.map(\.note)).count == all.count)
    #expect(Set(all.map(\.meaning)).count == all.count)
  }
}

/// What is said beside the changes that help.
@Suite struct `An answer` {
  private static let scroll = """
    display 60 Hz
    run 10 s
    load parse every 700 ms from 400 ms takes 40 ms as main-queue
    gesture scroll at 3 s for 1.5 s
    arm timer
      timer ball every 1/60 s in default takes 3 ms
    expect timer.ball.double_fires == 0
    """

  private func explanation(
    _ script: String, _ trouble: Plan.Trouble = Plan.Trouble(run: 0)
  ) throws -> Explanation {
    try Explanation(
      of: Fixture.experiment(script).plan()[0], for: trouble, samplingPhases: true, jobs: 2,
      budget: 200)
  }

  /// Whether a timer draws or not, and whether a sleep is the first of its troubles or a small one.
  @Test(arguments: [
    ("once at 10 s takes 1 ms", true), ("once at 10 s takes 1 ms target none", true),
    ("every 1/60 s takes 1 ms", false), ("every 2 s takes 1 ms target none", true),
  ])
  func `about the wall clock has the fix of a sleep`(timer: String, isLate: Bool) throws {
    let script = """
      display 60 Hz
      run 12 s
      load parse every 7 s from 0 s takes 60 ms as main-queue
      at 1.05 s sleep 6 s
      arm a
        timer tea \(timer) in default
      """
    let metric = try #require(MetricDictionary.metric(named: "wall_lateness_p99")?.trouble)
    let failing = Plan.Trouble(run: 0, driver: "tea", metric: metric, failing: "")
    let told = try explanation(script, failing)
    #expect((told.remedies.first == Change([.drivers(.wallClock)])) == isLate, "\(told.text)")
    guard isLate else { return }
    #expect(told.what.contains("late by the clock on the wall"), "\(told.text)")
    #expect(told.why?.hasPrefix("The machine slept for 6000 ms") == true, "\(told.text)")
    let trouble = try #require(
      RunTrouble(of: "tea", in: Runner(jobs: 1).trace(of: Fixture.experiment(script).plan()[0])))
    #expect(told.value == metric.value(trouble).map { Double($0) / 1e6 })
  }

  @Test func `about an expectation names what is worse, and its first fix`() throws {
    let failing = Plan.Trouble(run: 0, driver: "ball", metric: .doubleFires, failing: "")
    let told = try explanation(Self.scroll, failing)
    let greater = try #require(told.greater)
    #expect(greater.hasPrefix("The greater trouble: ball dropped 114 of 597 frames. 90 of the"))
    #expect(greater.contains("Its first fix: add the timer to the common modes: 86 fewer drops"))
    let worst = Plan.Trouble(run: 0, driver: "ball", metric: .dropped, failing: "")
    #expect(try explanation(Self.scroll, worst).greater == nil)
  }

  /// Callbacks of 10 ms are too late only behind a task, or if one comes before their commit; those
  /// of 17 and 20 ms overrun by themselves as well, some 6 and 50 times, and those of 40 ms always.
  @Test(arguments: [
    (10, 8, "All of the drops: its frame would have been in time without analytics."),
    (17, 15, "13 of the drops: its own callback took too long; in 7 of them its frame would have"),
    (20, 15, "56 of the drops: its own callback took too long; in 6 of them its frame would have"),
    (40, 15, "175 of the drops: its own callback took too long."),
  ])
  func `about callbacks that overrun says who held them up`(
    cost: Int, task: Int, why: String
  ) throws {
    let told = try explanation(
      """
      display 60 Hz
      run 5 s
      load analytics every 333 ms from 100 ms takes \(task) ms as main-queue
      arm a
        link confetti in common takes \(cost) ms
      """)
    #expect(told.why?.hasPrefix(why) == true, "\(told.text)")
  }

  /// What a script expects of a metric that no symptom counts, and what it asks to prove, is not
  /// said to be in order.
  @Test func `says what is not judged where nothing is wrong`() throws {
    func told(_ lines: String) throws -> Explanation {
      let script =
        "display 60 Hz\nrun 200 ms\narm a\n  link ball in common takes 1 ms\n\(lines)\n"
      let plan = try Fixture.experiment(script).plan()
      return try Explanation(
        of: plan[0], for: Plan.Trouble(run: 0, asked: plan.asked, unjudged: plan.unjudged), jobs: 1,
        budget: 1)
    }
    for metric in MetricDictionary.all {
      let answer = try told("expect a.ball.\(metric.name) == a.ball.\(metric.name)")
      let isTold =
        answer.note?.contains("Whether '\(metric.name)' is right, only the script's expect") == true
      #expect(isTold == !metric.isJudged, "\(metric.name): \(answer.text)")
      #expect(answer.what.hasPrefix("Nothing is wrong: ") == metric.isJudged)
    }
    for judged in ["dropped", "double_fires", "hitch_ratio", "lateness_max", "missed"] {
      #expect(MetricDictionary.metric(named: judged)?.isJudged == true)
    }
    for other in ["fires", "position_jump", "travel", "animation_error_max", "wake_ups"] {
      #expect(MetricDictionary.metric(named: other)?.isJudged == false)
    }
    let proof = try told("prove never a.ball.double_fires over phase 0 .. 1")
    #expect(
      proof.note == "What the script asks to be proven, only 'runlooplab prove' decides.")
    #expect(proof.what.hasPrefix("No frame or callback is wrong: "))
  }

  @Test func `says why chunks do not help, by what happens with them`() throws {
    let told = try explanation(Self.scroll, Plan.Trouble(run: 0, driver: "ball", metric: .dropped))
    let line = try #require(told.helps.last { $0.contains("splitting parse into chunks") })
    #expect(line.contains(" drops are behind parse"), "\(line)")
  }

  /// 700 ms are 42 refreshes, and 701 ms are not.
  @Test func `says that a load keeps its phase to the display, and what there is at others`() throws
  {
    let script = """
      display 60 Hz
      run 10 s
      load parse every 700 ms from 400 ms takes 20 ms as main-queue
      arm a
        link ball in common takes 3 ms
      """
    let told = try explanation(script)
    let phases = try #require(told.phases)
    #expect(phases.hasPrefix("parse comes every 700 ms, that is 42 refreshes, and so"), "\(phases)")
    let other = try explanation(script.replacing("700 ms", with: "701 ms"))
    #expect(other.phases?.contains("always meets") != true)
  }

  @Test func `about tasks that take no longer than they may has no advice`() throws {
    let tasks = try #require(TaskQuestion("response", of: "parse"))
    let told = try explanation(Self.scroll, Plan.Trouble(run: 0, tasks: tasks))
    #expect(told.help == nil && told.what.hasPrefix("Nothing is wrong: of 14 tasks"), "\(told)")
    let failing = try explanation(
      Self.scroll, Plan.Trouble(run: 0, tasks: tasks, failing: ""))
    #expect(failing.help != nil)
  }
}

/// Who is named first of several that are in trouble.
@Suite struct `Who is worst off` {
  /// One missed date of a slow clock is a long time, and need not come again.
  ///
  /// A list that drops a frame in eight does so all the time, and so does a clock that misses one
  /// in three.
  @Test(arguments: [(20, "list"), (16, "clock")])
  func `is told by what is to be expected again`(seconds: Int, first: String) throws {
    let script = """
      display 60 Hz
      run \(seconds) s
      load gc2 every 900 ms from 100 ms takes 100 ms as main-queue
      gesture scroll at 5.9 s for 5.3 s
      arm app
        link list in common takes 3 ms
        timer clock every 5 s first at 1 s in default takes 1 ms target none
      """
    let told = try Explanation(
      of: Fixture.experiment(script).plan()[0], for: Plan.Trouble(run: 0), jobs: 2, budget: 100)
    #expect(told.driver == first, "\(told.text)")
    #expect(told.others?.contains(first == "list" ? "clock missed" : "list dropped") == true)
  }
}
