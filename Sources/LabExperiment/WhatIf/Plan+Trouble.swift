import LabDisplay
import LabKernel
import LabLanguage
package import LabMetrics
import LabText
import LabTrace
package import LabWorkload

extension Plan {
  /// The run that is to be explained, and by what it is judged.
  package struct Trouble: Hashable, Sendable {
    /// The position of the run in the plan.
    package let run: Int
    /// The driver; `nil` for the one that is worst off.
    package let driver: String?
    /// What is to be explained; `nil` for the worst of its symptoms.
    package let metric: SavingMetric?
    /// What is asked about tasks instead; `nil` for a question about a driver.
    package let tasks: TaskQuestion?
    /// The expectation of the script that fails in it, as it is written; `nil` for none.
    package let failing: String?
    /// Whether an expectation of the script fails in it.
    package var isFailing: Bool { failing != nil }
    /// The drivers and loads that the expectations of the script name.
    package let asked: [String]
    /// What else decides about the runs, in sentences.
    package let unjudged: [String]

    /// Asks about a run.
    package init(
      run: Int, driver: String? = nil, metric: SavingMetric? = nil, tasks: TaskQuestion? = nil,
      failing: String? = nil, asked: [String] = [], unjudged: [String] = []
    ) {
      self.run = run
      (self.asked, self.unjudged) = (asked, unjudged)
      self.driver = driver
      self.metric = metric
      self.tasks = tasks
      self.failing = failing
    }

    /// The same run and driver, about whatever is worst.
    var ofWorst: Trouble {
      Trouble(
        run: run, driver: driver, tasks: tasks, failing: failing, asked: asked,
        unjudged: unjudged)
    }

    /// What is to be explained, if a base has any of it.
    package func metric(of base: WhatIf) -> SavingMetric? {
      metric.flatMap { metric in
        base.troubles.contains { metric.value($0) ?? 0 > 0 } ? metric : nil
      }
    }
  }

  /// Returns the run of the first expectation that fails; without one the run that is worst off.
  ///
  /// That is the worst run of the first arm whose greatest share of `Symptoms` is a tenth or more
  /// of the greatest of all arms: an arm that stands before others is what they are to cure.
  ///
  /// - Parameters:
  ///   - verdicts: Those of ``verdicts(findings:metric:)``.
  ///   - metric: The values of the runs.
  /// - Returns: The run, and what is asked of it.
  package func trouble(verdicts: [Verdict], metric: MetricReading) -> Trouble {
    let failing = verdicts.lazy.enumerated().compactMap { self.trouble(ofExpectation: $0, $1) }
    if let first = failing.first { return first }
    let worst = experiment.arms.indices.filter { experiment.arms[$0].changed == nil }
      .compactMap { self.worst(ofArm: $0, metric) }
    let most = worst.map { $0.share }.max() ?? 0
    let first = worst.first { $0.share * 10 >= most }
    return trouble(of: first?.run ?? indices.first { performs($0) && !isChanged($0) } ?? 0)
  }

  /// Returns the run of an arm that is worst off; `nil` if none of its runs is performed.
  package func trouble(ofArm arm: Int, metric: MetricReading) -> Trouble? {
    let run = worst(ofArm: arm, metric)?.run ?? runs(ofArm: arm).first { performs($0) }
    return run.map { trouble(of: $0) }
  }

  /// The run of an arm that is worst off, with its share; `nil` if nothing is wrong with any.
  private func worst(ofArm arm: Int, _ metric: MetricReading) -> (run: Int, share: Double)? {
    var worst: (run: Int, share: Double)?
    for run in runs(ofArm: arm) where performs(run) {
      let share = share(of: run, metric)
      if share > worst?.share ?? 0 { worst = (run, share) }
    }
    return worst
  }

  /// The positions of the runs of an arm.
  private func runs(ofArm arm: Int) -> StrideTo<Int> {
    stride(from: arm, to: endIndex, by: experiment.arms.count)
  }

  /// What there is to say of a run, whatever goes wrong in it.
  package func trouble(of run: Int) -> Trouble {
    Trouble(run: run, asked: asked, unjudged: unjudged)
  }

  /// The drivers and loads that the expectations name.
  package var asked: [String] {
    var names: [String] = []
    for expectation in experiment.expectations {
      for match in expectation.matches {
        for subject in match where !names.contains(subject.name) { names.append(subject.name) }
      }
    }
    return names
  }

  /// What the script says or asks of its runs that no symptom and no wait tells, and where it is
  /// decided, in sentences.
  package var unjudged: [String] {
    var metrics: [String] = []
    for measure in experiment.expectations.flatMap({ $0.measures })
    where !metrics.contains(measure.metric) {
      if MetricDictionary.metric(named: measure.metric)?.isJudged == false {
        metrics.append(measure.metric)
      }
    }
    let whether =
      "Whether \(listed(metrics.map { "'\($0)'" })) \(metrics.count == 1 ? "is" : "are") right"
    return
      (metrics.isEmpty
      ? [] : ["\(whether), only the script's expectations say: 'runlooplab run' checks them."])
      + (experiment.questions.isEmpty
        ? [] : ["What the script asks to be proven, only 'runlooplab prove' decides."])
  }

  /// Whether an expectation is about a driver or load in the arm of a run, and speaks of its sweep
  /// point.
  ///
  /// - Parameters:
  ///   - metric: What goes wrong, of which the expectation must have a number; `nil` for any.
  ///   - name: The name of the driver or load.
  ///   - run: The run.
  /// - Returns: Whether there is one.
  package func expects(_ metric: SavingMetric?, of name: String, inArmOf run: Int) -> Bool {
    let (group, arm) = run.quotientAndRemainder(dividingBy: experiment.arms.count)
    let point = experiment.grid[group / replications]
    return experiment.expectations.contains { expectation in
      expectation.admits(point)
        && expectation.matches.contains { subjects in
          expectation.measures.contains { measure in
            subjects[measure.subject].arm == arm && subjects[measure.subject].name == name
              && (metric == nil || measure.trouble?.told == metric?.told)
          }
        }
    }
  }

  /// The greatest share of what is wrong in a run: of what a driver should do, or of awaited tasks.
  private func share(of run: Int, _ metric: MetricReading) -> Double {
    let queue = self[run].scenario.panel.leastAgeBehindQueue
    let drivers = arm(of: run).drivers.map { driver in
      let isOld = queue.map { metric(run, driver, "tick_to_photon_p50")?.number ?? 0 >= $0 }
      let share = Symptoms { metric(run, driver, $0) }.worst?.value ?? 0
      return isOld == true ? Swift.max(share, Symptoms.shareOfOld) : share
    }
    guard measuresTasks else { return drivers.max() ?? 0 }
    let loads = self[run].scenario.waiters(asked: asked).map { waiter in
      waiter.shareInTrouble { metric(run, waiter.load, $0)?.number }
    }
    return (drivers + loads).max() ?? 0
  }

  /// Finds the run that speaks against an expectation most, of which reports show the value.
  ///
  /// - Parameters:
  ///   - number: The position of the expectation among those that are judged.
  ///   - verdict: Its verdict.
  /// - Returns: The run, and what is asked of it; `nil` if none speaks against it.
  package func trouble(ofExpectation number: Int, _ verdict: Verdict) -> Trouble? {
    let expectations = experiment.judgedExpectations
    guard let failure = verdict.failure, expectations.indices.contains(number) else { return nil }
    let failing = expectations[number].text
    let measure = expectations[number].measures.first
    let run = verdict.closest?.run ?? failure.run
    let match = expectations[number].matches.first { arm($0, of: measure, has: run) }
    let name = measure.flatMap { match?[$0.subject].name }
    if let measure, MetricDictionary.metric(named: measure.metric)?.isOfTasks == true {
      return Trouble(
        run: run, tasks: TaskQuestion(measure.metric, of: name), failing: failing, asked: asked)
    }
    return Trouble(
      run: run, driver: name, metric: measure?.trouble, failing: failing, asked: asked)
  }

  /// That an expectation fails as it should, as a clause; `nil` if it does not.
  package func oldTrouble(ofExpectation number: Int, _ verdict: Verdict) -> String? {
    statesOldTrouble(ofExpectation: number, verdict)
      ? "to be expected, since it states the trouble from before the change" : nil
  }

  /// Whether an expectation fails as it should where the script is performed with changes: of a
  /// metric it states how much goes wrong without them, or at least so much; not that nothing does.
  private func statesOldTrouble(ofExpectation number: Int, _ verdict: Verdict) -> Bool {
    let expectations = experiment.judgedExpectations
    guard !experiment.applied.isEmpty, verdict.outcome == .fails,
      expectations.indices.contains(number),
      case .relation(.measure, let relation, _) = expectations[number].claim,
      let measure = expectations[number].measures.first,
      let isBetterBelow = MetricDictionary.metric(named: measure.metric)?.isBetterBelow
    else { return false }
    return switch relation {
    case .equal: !expectations[number].isOfNone
    case .greater, .atLeast: isBetterBelow
    case .less, .atMost: !isBetterBelow
    case .unequal: false
    }
  }

  /// Whether the driver of a measure belongs to the arm of a run.
  private func arm(_ match: [Subjects.Driver], of measure: Measure?, has run: Int) -> Bool {
    measure.map { experiment.arms[match[$0.subject].arm].name == arm(of: run).name } ?? false
  }
}

extension Panel {
  /// From which age on, in milliseconds, frames have waited behind two others about; `nil` if no
  /// queue can hold as many.
  fileprivate var leastAgeBehindQueue: Double? {
    switch presentMode {
    case .fifo(let capacity), .blocking(let capacity):
      capacity < 2 ? nil : (Double(depth) + 2.5) * (rate.period / .milliseconds(1))
    case .mailbox, .atTarget: nil
    }
  }
}

extension Explanation {
  /// Explains a run of a plan, alone, without its replications.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - plan: Its plan, of which the expectations are told that a change breaks; `nil` for none.
  ///   - trouble: What is asked of it.
  ///   - samplesPhases: Whether it is performed at other phases too. If nothing is wrong with the
  ///     run but something at another phase, the worst of these is explained.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  ///   - budget: How many runs are performed at most.
  ///   - goesOn: Is asked again and again whether to go on; if not, the explanation is of what was
  ///     tried by then, and says so.
  /// - Throws: What ``WhatIfStudy`` throws.
  package init(
    of run: RunSpec, in plan: Plan? = nil, for trouble: Plan.Trouble,
    samplingPhases samplesPhases: Bool = false,
    jobs: Int, budget: Int, while goesOn: () -> Bool = { true }
  ) throws(ExperimentFailure) {
    var base = try WhatIf(run, about: trouble, jobs: jobs)
    (base.plan, base.failing) = (plan, trouble.failing)
    let isFailing = trouble.isFailing
    // An expectation may fail that tells of a trouble by which nothing is wrong: then of the worst.
    let trouble = isFailing && trouble.metric(of: base) == nil ? trouble.ofWorst : trouble
    let metric = trouble.metric
    func study(_ base: WhatIf, by metric: SavingMetric?) throws(ExperimentFailure) -> WhatIfStudy {
      var base = base
      // No sentence says by which run it is known what a task alone comes to.
      base.sharingLimit = 0
      return try WhatIfStudy(base, by: metric, budget: budget) { _, _ in goesOn() }
    }
    let own = try study(base, by: metric)
    let phases =
      samplesPhases && own.base.subject.isDriver && own.stop == nil
      ? try own.base.phases(while: goesOn) : nil
    let greater =
      isFailing && metric.map { base.hasWorse(than: $0) } == true && own.stop == nil
      ? try study(base, by: nil) : nil
    let here = Explanation(own, for: trouble, phases: phases, beside: greater)
    guard let phases, here.isSound, !isFailing, metric == nil, phases.wrong > 0 else {
      self = here
      return
    }
    let name = own.base.driver
    let there = RunSpec(run.label, run.scenario.delayed(name, by: phases.delay))
    let worst = try study(WhatIf([there], judging: .driver(name), jobs: jobs), by: metric)
    self.init(here, phases: phases, worst: worst)
  }
}

extension WhatIf {
  /// Whether something else than a metric tells of is wrong with the driver more often.
  fileprivate func hasWorse(than metric: SavingMetric) -> Bool {
    let symptoms = Symptoms(troubles)
    guard subject.isDriver, let worst = symptoms.worst else { return false }
    let asked = Goal.metric(metric).counted
    return worst.symptom != asked
      && symptoms.shares.allSatisfy { $0.symptom != asked || $0 < worst }
  }
}

extension Waiter {
  /// Which share of its tasks took too long, if it is in trouble by that.
  fileprivate func shareInTrouble(_ metric: (String) -> Double?) -> Double {
    let arrived = metric("arrived_tasks") ?? 0
    let name = metric("shown_beyond") == nil ? "response" : "shown"
    let judged = metric(isInput && arrived >= 50 ? "\(name)_p98" : "\(name)_max") ?? 0
    let open = (metric("open_tasks") ?? 0) + (metric("unseen_tasks") ?? 0)
    let beyond = metric("\(name)_beyond") ?? 0
    guard arrived > 0 else { return 0 }
    return judged > limit / .milliseconds(1) || open > 0 && beyond > 0 ? beyond / arrived : 0
  }
}

extension Headline {
  /// Judges a run: what all reports say of it first.
  ///
  /// - Parameters:
  ///   - measurement: What was measured of it, with its tasks.
  ///   - scenario: What was performed.
  ///   - trouble: What is asked.
  ///   - culprits: Who held the thread, as the end of a sentence; `nil` for those on the record.
  ///
  /// The result is `nil` if the run has nothing that is asked about.
  package init?(
    _ measurement: RunMeasurement, of scenario: Scenario, about trouble: Plan.Trouble,
    culprits: @escaping (BlameCause) -> String? = { _ in nil }
  ) {
    var words = scenario.words(asked: trouble.asked)
    words.culprits = culprits
    self.init(measurement, trouble.question, words)
  }
}

extension Plan.Trouble {
  /// The question that it is.
  fileprivate var question: Headline.Question {
    Headline.Question(
      about: subject, by: metric, besideFailure: isFailing, asked: asked, unjudged: unjudged)
  }

  /// Who is asked about; `nil` for the one that is worst off.
  var subject: Headline.Subject? {
    if let tasks { return .tasks(tasks) }
    return driver == nil && metric == nil ? nil : .driver(driver)
  }
}

extension Scenario {
  /// The awaited loads: inputs, those that a driver shows, and those that are asked about.
  package func waiters(asked: [String] = []) -> [Waiter] {
    loads.filter { $0.isInput || $0.driver != nil || asked.contains($0.name) }
      .map { Waiter($0.name, isInput: $0.isInput) }
  }

  /// What is known of a run beyond its trace.
  fileprivate func words(asked: [String]) -> Headline.Words {
    var words = Headline.Words()
    words.motion = { driver, symptom in
      drivers.first { $0.name == driver }?.motion?.reason(for: symptom)
    }
    words.idle = { driver in drivers.first { $0.name == driver }?.idleReason }
    words.task = { load, number in
      recordedTask(number, of: load)?.words(offset: recordingStart)
    }
    words.waiters = waiters(asked: asked)
    let others = loads.filter { load in !words.waiters.contains { $0.load == load.name } }
    words.others = others.map { $0.name }
    words.recorded = others.filter { $0.isRecorded }.map { $0.name }
    return words
  }
}

extension SavingMetric {
  /// The metric by which a sentence names the same trouble.
  fileprivate var told: SavingMetric {
    switch self {
    case .hitchTime: .dropped
    case .doubleFires: .symptom(.doubled)
    default: self
    }
  }
}
