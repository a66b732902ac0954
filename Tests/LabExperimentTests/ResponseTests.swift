import LabExperiment
import LabKernel
import LabLoop
import LabMetrics
import LabWorkload
import TestSupport
import Testing

/// Why tasks wait, and what helps.
@Suite struct `An explanation of tasks` {
  private static let busy = """
    display 60 Hz
    run 1 s
    load page at 100 ms takes 200 ms as main-queue
    input click at 110 ms takes 5 ms shown through ball
    arm a
      link ball in common
    """

  private func explanation(_ script: String, _ metric: String, of load: String? = nil) throws
    -> Explanation
  {
    let run = try Fixture.experiment(script).plan()[0]
    let question = try #require(TaskQuestion(metric, of: load))
    return try Explanation(
      of: run, for: Plan.Trouble(run: 0, tasks: question), jobs: 2, budget: 200)
  }

  @Test func `says what happened, for whom a task waited, and what helps`() throws {
    let told = try explanation(Self.busy, "response")
    #expect(told.driver == "click" && told.metric == "response_max" && told.value == 195)
    #expect(
      told.what
        == "The one task of the input click ended after 195 ms: it waited 190 ms and worked 5 ms.")
    #expect(
      told.why == "It waited 190 ms because a task held the thread, of this load or another one:"
        + " page task 0 of 200 ms.")
    let help = try #require(told.help)
    #expect(
      help.hasPrefix(
        "1. Move page off the main thread, if it needs no UI: 190 ms less from arrival to end [page elsewhere]."
          + " 2. Split page into chunks of 4 ms, if it needs the UI: 188 ms less from arrival to end"
          + " [page in chunks of 4 ms]."),
      "\(help)")
    #expect(
      help.hasSuffix(
        "Does not help: splitting click into chunks of 4 ms, since click waits for page"
          + " [click in chunks of 4 ms]."), "\(help)")
    #expect(
      told.remedies.prefix(2).map(\.description) == ["page elsewhere", "page in chunks of 4 ms"])
  }

  /// What is said to be saved is saved in a script with that change.
  @Test func `saves what it says`() throws {
    let help = try #require(try explanation(Self.busy, "wait").help)
    let plan = try Fixture.experiment(Self.busy + "\nwhat if page in chunks of 4 ms").plan()
    let wait = try #require(
      Runner(jobs: 1).result(of: plan[1]).value(of: "wait_max", driver: "click")
    ).number
    #expect(
      help.contains("chunks of 4 ms, if it needs the UI: \(Int(190 - wait)) ms less"), "\(help)")
    let idle = try explanation(Self.busy.replacing("takes 200 ms", with: "takes 3 ms"), "wait")
    #expect(idle.value == 0 && idle.help == nil && idle.why == nil, "\(idle)")
  }

  @Test func `counts those beyond the limit`() throws {
    let script = Self.busy.replacing("at 110 ms", with: "at 110 ms, 250 ms, 600 ms")
    let told = try explanation(script, "response_beyond")
    #expect(told.value == 1)
    #expect(
      told.what == "Of 3 tasks of the input click 1 ended more than 100 ms after arriving; the"
        + " longest ended after 195 ms: it waited 190 ms and worked 5 ms.")
    #expect(
      told.help?.contains(": 1 less of response_beyond [page in chunks of 4 ms].") == true,
      "\(told.text)")
  }

  /// A load in the default mode alone waits until the finger lifts.
  @Test func `names the mode in which a load is not served`() throws {
    let script = """
      display 60 Hz
      run 2 s
      gesture scroll at 500 ms for 1 s
      load sync at 700 ms takes 2 ms as source in default
      arm a
        link ball in common
      """
    let told = try explanation(script, "response")
    #expect(
      told.why == "It waited 800 ms because the run loop was in a mode in which the load is not"
        + " served: tracking mode.", "\(told)")
    #expect(
      told.help?.hasPrefix("1. Serve sync in the common modes: 800 ms less from arrival to end")
        == true,
      "\(told)")
    let changed = try Fixture.experiment(script + "\nwhat if sync in common").plan()
    #expect(changed[1].scenario.loads[0].modes == [.common])
  }

  @Test func `is that of a failing expectation about tasks`() throws {
    let script = Self.busy + "\nexpect click.shown_max <= 100 ms"
    let plan = try Fixture.experiment(script).plan()
    let result = try Runner(jobs: 1).result(of: plan[0])
    let metric: Plan.MetricReading = { result.value(of: $2, driver: $1) }
    let trouble = plan.trouble(verdicts: plan.verdicts(metric: metric), metric: metric)
    #expect(trouble.tasks == TaskQuestion("shown", of: "click"))
    let told = try Explanation(of: plan[0], for: trouble, jobs: 1, budget: 50)
    #expect(told.what.contains("was shown after 2"), "\(told)")
  }

  @Test func `is about metrics of which more is worse`() {
    #expect(TaskQuestion("arrived_tasks") == nil && TaskQuestion("dropped") == nil)
    #expect(TaskQuestion("inp")?.metric == "inp")
    for metric in MetricDictionary.tasks where metric.name != "arrived_tasks" {
      #expect(TaskQuestion(metric.name)?.metric == metric.name)
    }
  }

  @Test func `needs a load`() throws {
    let none = "display 60 Hz\nrun 1 s\narm a\n  link ball in common"
    #expect(throws: ExperimentFailure.cannotBegin("run 0 has no load whose tasks could be judged"))
    {
      try explanation(none, "response")
    }
    #expect(throws: ExperimentFailure.cannotBegin("run 0 has no load 'clack'")) {
      try explanation(Self.busy, "response", of: "clack")
    }
  }
}
