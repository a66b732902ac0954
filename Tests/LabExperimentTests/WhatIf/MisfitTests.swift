import LabExperiment
import LabLanguage
import LabMetrics
import LabTrace
import Testing

/// What becomes of a change at sweep points where there is nothing to change.
@Suite struct `A change that does not apply everywhere` {
  @Test(arguments: ["default, common", "common, default"])
  func `is not performed there, and that is said, in whatever order the values stand`(modes: String)
    throws
  {
    let experiment = try Fixture.experiment(
      """
      display 60 Hz
      run 500 ms
      sweep modes = \(modes)
      gesture scroll at 100 ms for 200 ms
      arm timer
        timer ball every 1/60 s in {modes}
      what if in common
      expect saving(timer: in common, ball.dropped) > 0
      """)
    let plan = try experiment.plan()
    let changed = plan.indices.filter(plan.isChanged)
    #expect(changed.count == 2)
    for run in changed {
      #expect(plan.performs(run) == (plan[run].point[0].value == "default"))
    }
    let note = try #require(experiment.notes.first { $0.message.contains("does not apply") })
    #expect(
      note.message.contains(
        "'in common' does not apply to the arm 'timer' at 1 of 2 sweep points, and is not performed"
          + " there: every driver is in the common modes already (modes = common)"))
    let verdicts = plan.verdicts(findings: []) { run, _, _ in
      plan.performs(run) ? .count(plan.isChanged(run) ? 1 : 5) : nil
    }
    #expect(verdicts.map(\.outcome) == [.holds])
  }

  /// What a hand turns may be what a change would make of it.
  @Test(arguments: [
    (
      "timer ball every 1/60 s in common", "in common",
      "every driver is in the common modes already"
    ),
    ("timer ball every 20 ms tolerance 3 ms in default", "tolerance 3 ms", "no timer has another"),
    ("link ball in default policy latest", "policy latest", "no display link has another policy"),
    ("link ball in default", "depth 1", "the depth is 1 already"),
    ("link ball in default", "without page", "the load 'page' has no such task"),
  ])
  func `changes nothing, and that is said, where all is so already`(
    driver: String, change: String, reason: String
  ) throws {
    let experiment = try Fixture.experiment(
      """
      display 60 Hz
      run 500 ms
      gesture scroll at 100 ms for 200 ms
      load page at 2 s takes 5 ms as main-queue
      load work every 50 ms takes 30 ms as main-queue
      arm it
        \(driver)
      what if \(change), \(change) + without work
      expect saving(it: \(change), ball.dropped) == 0
      expect saving(it: \(change) + without work, ball.dropped) > 0
      """)
    let told = experiment.notes.map { $0.message }.filter { $0.contains("the arm 'it'") }
    try #require(told.count == 2, "\(experiment.notes)")
    #expect(told[0].hasPrefix("'\(change)' changes nothing in the arm 'it': \(reason)"))
    #expect(
      told[1].hasPrefix("'\(change) + without work' does only 'without work' to the arm 'it'"))
    let plan = try experiment.plan()
    #expect(plan.count == 3 && plan.indices.allSatisfy(plan.performs))
    let same = try [0, 1].map { try Runner(jobs: 1).trace(of: plan[$0]).fingerprint }
    #expect(same[0] == same[1])
  }

  @Test func `is performed for an arm that has it already if the script asks what it saves`() throws
  {
    let experiment = try Fixture.experiment(
      """
      display 60 Hz
      run 500 ms
      gesture scroll at 100 ms for 200 ms
      arm one
        timer ball every 1/60 s in default
      arm two
        timer ball every 1/60 s in common
      arm three
        timer ball every 1/60 s in common
      what if in common
      expect saving(one: in common, ball.dropped) > 0
      expect saving(two: in common, ball.dropped) == 0
      """)
    let plan = try experiment.plan()
    let names = (0..<plan.count).map { plan.arm(of: $0).name }
    #expect(names == ["one", "two", "three", "one: in common", "two: in common"])
  }
}
