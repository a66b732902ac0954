package import LabAnswer
package import LabExperiment
import LabKernel
import LabProof
import LabText
import LabWorkload

/// What happens for every phase, in exact whole nanoseconds.
package struct PhaseStudy: Study {
  private let plan: Plan
  package let subject: String
  package var isStoppable: Bool { true }
  private let index: Int?
  private let name: String?
  private let budget: Int

  /// Asks about a script.
  ///
  /// - Parameters:
  ///   - plan: Its runs.
  ///   - path: Its path, for messages.
  ///   - run: The run that is decided; `nil` for the first one with a timer, else the first.
  ///   - name: What moves through a refresh: a timer, a load of one task, or `display`; `nil` for
  ///     the first timer, else the display.
  ///   - budget: How many runs decide it, about.
  package init(
    _ plan: Plan, of path: String, run: Int? = nil, opening name: String? = nil,
    budget: Int = 100_000
  ) {
    (self.plan, subject, index, self.name, self.budget) = (plan, path, run, name, budget)
  }

  /// Decides the run for every value.
  ///
  /// - Throws: `InputError` if there is no run, nothing of that name, or order alone does not
  ///   decide it.
  package func answer(_ watch: Watch) throws -> Answer {
    guard let run else { throw InputError(path: subject, "there is no run. Change '--only'.") }
    let (open, start) = try opened(in: run)
    do throws(ProofFailure) {
      return try PhaseFindings(of: open, from: start, in: run, budget: budget, watch)
        .answer(about: subject)
    } catch {
      guard case .undecidable(let refusal) = error else { throw error }
      throw InputError(path: subject, "this cannot be decided for every phase: \(refusal)")
    }
  }

  /// The run that is asked about, else the first one with a timer, else the first one.
  private var run: RunSpec? {
    if let index { return plan[index] }
    let runs = plan.indices.lazy.filter(plan.performs).map { plan[$0] }
    return runs.first { run in run.scenario.drivers.contains { $0.source.timer != nil } }
      ?? runs.first
  }

  /// What is left open, and its first value: it moves through one refresh from there on.
  private func opened(in run: RunSpec) throws -> (OpenInstant, Int64) {
    let scenario = run.scenario
    let timers = scenario.drivers.filter { $0.source.timer != nil }
    if let timer = timers.first(where: { name == nil || $0.name == name }) {
      return (.firstFire(of: timer.name), timer.source.interval.wholeNanoseconds)
    }
    guard let name, name != "display" else { return (.firstVsync, 0) }
    guard let load = scenario.loads.first(where: { $0.name == name }) else {
      throw InputError(
        path: subject,
        "\(run.words()) has no timer or load '\(name)'. Write one of: "
          + (timers.map { $0.name } + scenario.loads.map { $0.name } + ["display"])
          .joined(separator: ", ") + ".")
    }
    let written = load.writtenOut(seed: run.seed, until: .at(scenario.duration), limit: 1)
    guard case .recorded(let tasks)? = written?.tasks, tasks.count == 1 else {
      throw InputError(
        path: subject,
        "\(name) has several tasks, and one instant can be left open. Name a load or an input 'at'"
          + " one instant.")
    }
    return (.arrival(0, of: name), tasks[0].arrival.nanoseconds)
  }
}
