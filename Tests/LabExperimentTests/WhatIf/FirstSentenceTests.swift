import Foundation
import LabExperiment
import LabLanguage
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What `run` and `why` begin with.
@Suite struct `The first sentence` {
  /// How long a run may be that is performed for this.
  private static let longest = Duration.seconds(2)

  @Test func `about a shipped experiment is the same for run and why`() throws {
    var judged = 0
    for name in Checkout.experimentNames {
      let plan = try Experiment(path: Checkout.experiment(name).path).plan(replications: 1)
      guard let run = plan.first, run.duration <= Self.longest, !run.scenario.drivers.isEmpty else {
        continue
      }
      let trouble = Plan.Trouble(run: 0, asked: plan.asked)
      let trace = try Runner(jobs: 1, detail: .everything).trace(of: run)
      let headline = Headline(RunMeasurement(trace), of: run.scenario, about: trouble)
      let why = try Explanation(of: run, for: trouble, jobs: 1, budget: 10) { false }
      let first = try #require(headline)
      #expect(why.what.hasPrefix(first.what), "\(name): \(first.text)\n\(why.text)")
      judged += 1
    }
    #expect(judged > 10)
  }

  /// Whatever metric fails, a change is listed that helps, or it is said why none is.
  @Test func `about a metric that fails has a remedy behind it, or says why not`() throws {
    let script = """
      display 60 Hz
      run 400 ms
      load page at 100 ms, 205 ms takes 30 ms as main-queue shown through ball
      arm a
        timer ball every 1/60 s phase 0.5 in common takes 1 ms
      """
    let input = Experiment.Input(path: "a.lab", bytes: Array(script.utf8))
    let run = try Experiment(inputs: [input], overriding: []).plan()[0]
    var asked: Set<Plan.Trouble> = []
    for metric in MetricDictionary.everything.map(\.name) {
      let tasks = TaskQuestion(metric, of: "page")
      let trouble = Plan.Trouble(
        run: 0, driver: "ball",
        metric: tasks == nil ? MetricDictionary.metric(named: metric)?.trouble : nil,
        tasks: tasks, failing: "")
      guard asked.insert(trouble).inserted else { continue }
      let why = try Explanation(of: run, for: trouble, jobs: 1, budget: 10)
      #expect(!why.helps.isEmpty || why.remark != nil, "\(metric): \(why.text)")
    }
    #expect(asked.count > 10)
  }
}
