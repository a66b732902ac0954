import LabExperiment
import LabLanguage
import LabMetrics
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
}
