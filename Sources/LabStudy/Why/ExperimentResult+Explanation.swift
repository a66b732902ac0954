package import LabAnswer
package import LabExperiment
import LabLoop
package import LabMetrics
package import LabResults
import LabTrace
import LabWorkload

extension ExperimentResult {
  /// The first expectation that fails, with what was measured; `nil` if none does.
  package var failingExpectation: String? {
    verdicts.firstIndex { $0.outcome == .fails }.map(words)
  }

  /// What `why` is about.
  ///
  /// - Parameter judged: What is asked for.
  /// - Returns: The run of the first expectation that fails and is about that, and the expectation
  ///   with how to ask about another one that fails; else what there is to explain.
  package func explained(
    _ judged: WhyOptions = WhyOptions()
  ) -> (trouble: Plan.Trouble, failing: String?) {
    let failing = verdicts.enumerated().compactMap { number, verdict in
      plan.trouble(ofExpectation: number, verdict).map { (number: number, trouble: $0) }
    }
    guard let place = failing.firstIndex(where: { judged.asks(about: $0.trouble) }) else {
      return (trouble, failing.isEmpty ? failingExpectation : nil)
    }
    let one = failing[place].trouble
    let others = failing[(place + 1)...] + failing[..<place]
    let options = others.map { $0.trouble.options(beside: one) }.first { !$0.isEmpty }
    let next = options.map { ", '\($0)' asks about another" } ?? ""
    let rank = place == 0 ? "the first" : "one"
    let more = " (\(rank) of \(failing.count) that fail: 'run' shows all\(next))"
    return (one, words(ofFailing: failing[place].number) + (failing.count > 1 ? more : ""))
  }

  private func words(ofFailing number: Int) -> String {
    let verdict = verdicts[number]
    return "\(verdict.text): \(verdict.closest?.text(" at ") ?? "undefined")"
      + (plan.oldTrouble(ofExpectation: number, verdict).map { " (\($0))" } ?? "")
  }

  /// What is said first of it, in all reports: of the run that fails, else of the one that is worst
  /// off.
  ///
  /// It is made once.
  ///
  /// - Parameter known: Runs that were performed already, with their tasks measured.
  /// - Returns: `nil` for runs on a host, and for one that is too long to be performed once more.
  /// - Throws: What that run throws.
  package func headline(
    knowing known: [Case.Run] = []
  ) throws(ExperimentFailure) -> FirstSentence? {
    var runs = ReplayedRuns(plan, knowing: known)
    return try headline(&runs)
  }

  /// The same, with the runs that were performed already.
  func headline(_ runs: inout ReplayedRuns) throws(ExperimentFailure) -> FirstSentence? {
    let trouble = trouble
    let headline = if let known = said.headline { known } else { try judged(trouble, &runs) }
    said.headline = .some(headline)
    return headline.map { sentence($0, about: trouble) }
  }

  /// What is said of the run that is asked about.
  private func judged(
    _ trouble: Plan.Trouble, _ runs: inout ReplayedRuns
  ) throws(ExperimentFailure) -> Headline? {
    guard plan.recordings.isEmpty, let performed = try runs.performed(trouble.run),
      table.record(of: trouble.run)?.fingerprint ?? performed.trace.fingerprint
        == performed.trace.fingerprint
    else { return nil }
    return Headline(performed.measurement, of: performed.spec.scenario, about: trouble)
  }

  private func sentence(_ headline: Headline, about trouble: Plan.Trouble) -> FirstSentence {
    let isExpected =
      !headline.isSound && verdicts.contains { $0.outcome == .holds }
      && !verdicts.contains { $0.outcome == .fails }
      && headline.subject.name.map {
        plan.expects(headline.metric, of: $0, inArmOf: trouble.run)
      } == true
    return FirstSentence(headline, of: plan[trouble.run], in: plan, isExpected: isExpected)
  }

  /// What is said of it first; `nil` if it cannot be performed again.
  package var firstSentence: String? { (try? headline())?.text }

  /// What is said of one run of this result, and of the same one of another: that of this result's
  /// first sentence, or if nothing is wrong with it that of the other's; each of its own if only
  /// one result has it.
  ///
  /// - Returns: The two sentences; `nil` unless both can be performed again.
  package func firstSentences(beside other: ExperimentResult) -> (String, String)? {
    guard let own = try? headline(), let others = try? other.headline() else { return nil }
    if own.headline.isSound, !others.headline.isSound,
      let same = sentence(like: others, of: other)
    {
      return (same.text, others.text)
    }
    return (own.text, (other.sentence(like: own, of: self) ?? others).text)
  }

  /// What is said of the run, the arm and the driver that another result speaks of; `nil` without
  /// these.
  private func sentence(like said: FirstSentence, of other: ExperimentResult) -> FirstSentence? {
    let label = other.plan.label(of: said.run)
    let run = plan.indices.first { index in
      let own = plan.label(of: index)
      return plan.performs(index) && own.arm == label.arm && own.point == label.point
        && own.replication == label.replication
    }
    guard let run else { return nil }
    var trouble = plan.trouble(of: run)
    if let name = said.headline.subject.name, said.headline.subject.isDriver {
      guard plan[run].scenario.drivers.contains(where: { $0.name == name }) else { return nil }
      trouble = Plan.Trouble(
        run: run, driver: name, asked: trouble.asked, unjudged: trouble.unjudged)
    }
    var runs = ReplayedRuns(plan, knowing: [])
    return (try? judged(trouble, &runs)).flatMap { $0 }.map { sentence($0, about: trouble) }
  }

  /// Says why the first expectation that fails does: what happened, why, and what helps.
  ///
  /// - Returns: `nil` if no expectation fails, for runs on a host, or what
  ///   ``explanation(of:jobs:)`` returns.
  package func explanation(jobs: Int) throws(ExperimentFailure) -> Explanation? {
    holds || !plan.recordings.isEmpty ? nil : try explanation(of: trouble, jobs: jobs)
  }

  /// Says why the first expectation that fails does, as far as that can be said: what cannot be
  /// explained has its verdict all the same, and is warned of.
  ///
  /// - Returns: What ``explanation(jobs:)`` returns.
  package func explanation(_ watch: Watch, jobs: Int = 1) -> Explanation? {
    do throws(ExperimentFailure) {
      return try explanation(jobs: jobs)
    } catch {
      watch.warns("\(error)")
      return nil
    }
  }

  /// Explains a run.
  ///
  /// Some reruns are made for it: about an hour of virtual time, and at least 50 of 200.
  ///
  /// - Returns: `nil` if 50 reruns take more than half a day of virtual time.
  package func explanation(
    of trouble: Plan.Trouble, jobs: Int
  ) throws(ExperimentFailure) -> Explanation? {
    let run = plan[trouble.run]
    guard run.duration * 50 <= .seconds(43_200) else { return nil }
    let budget = min(200, max(50, Int(.seconds(3600) / run.duration)))
    return try Explanation(of: run, in: plan, for: trouble, jobs: jobs, budget: budget)
  }
}

/// What all reports say first of a result.
package struct FirstSentence {
  /// What is said of the run.
  package let headline: Headline
  /// The position of the run in the plan.
  package let run: Int
  /// Which run it is, if there are several; empty for one alone.
  package let place: String
  /// Whether something goes wrong, and an expectation about it holds.
  private let isExpected: Bool

  init(_ headline: Headline, of run: RunSpec, in plan: Plan, isExpected: Bool) {
    self.headline = headline
    self.isExpected = isExpected
    self.run = run.index
    place = plan.count > 1 ? run.heading : ""
  }

  /// Which run it is about, whether it was expected, and what happened in it.
  package var text: String {
    let head = place.isEmpty ? "" : place + ": "
    guard isExpected else { return head + headline.what }
    return head + (head.isEmpty ? "As" : "as") + " the script expects, "
      + headline.what.prefix(1).lowercased() + headline.what.dropFirst()
  }
}

extension RunSpec {
  /// Which run it is, as the head of what is said of it: ‘Run 3, arm link, page = plotly’.
  package var heading: String {
    "Run \(label.index), arm \(label.arm)"
      + label.place.map { ", \($0.name) = \($0.value)" }.joined()
  }
}

extension Explanation {
  /// What happened, why, and what helps, by name.
  package var named: [Answer.Sentence] {
    [
      ("what", what), ("why", why), ("others", others), ("help", help), ("greater", greater),
      ("tasks", tasks),
      ("phases", phases),
      ("remark", remark), ("note", note),
    ].compactMap { name, text in text.map { Answer.Sentence($0, as: name) } }
  }

  /// The same in paragraphs, with a line for each change that helps, behind its number, and its
  /// code below.
  ///
  /// - Parameter run: The run that is explained.
  /// - Returns: What happened, what helps, and what else there is to say.
  func paragraphs(of run: RunSpec) -> [[Answer.Part]] {
    let code = remedies.map { self.code(for: $0, in: run) }
    let help = numberedHelp.enumerated().flatMap { place, line -> [Answer.Part] in
      let code = code.indices.contains(place) ? code[place] : []
      return [.sentences([Answer.Sentence(line, as: "help")])]
        + (code.isEmpty ? [] : [.list(code.map { Answer.Sentence($0, as: "code") })])
    }
    let rest = named.filter { ["greater", "tasks", "phases", "remark", "note"].contains($0.name) }
    return [[.sentences(named.filter { ["what", "why", "others"].contains($0.name) })], help]
      + (rest.isEmpty ? [] : [[.sentences(rest)]])
  }

  /// The same below a question, as it stands behind what else is said of a run.
  package func asked(of run: RunSpec) -> [[Answer.Part]] {
    let told = paragraphs(of: run)
    return [[.sentences(["Why? (\(self.run))"])] + told[0]] + told.dropFirst()
  }

  /// The line of code of each step that does not stand behind the step alone already: a link beside
  /// 'in common' is added to other modes.
  private func code(for change: Change, in run: RunSpec) -> [String] {
    // A link is added to its modes by itself.
    let steps = change.isLinkInCommon ? change.steps.filter { !$0.isCommon } : change.steps
    return steps.compactMap { step in
      let line = line(for: step, in: change, of: run)
      guard change.steps.count > 1, remedies.contains(where: { $0.steps == [step] }) else {
        return line
      }
      return line == self.line(for: step, in: Change([step]), of: run) ? nil : line
    }
  }

  private func line(for step: Change.Step, in change: Change, of run: RunSpec) -> String? {
    let modes = run.scenario.drivers.first { $0.name == driver }?.modes
    // Without any other mode the common modes are no other.
    let isCommon = modes != [.default] || !run.scenario.hasOtherModes
    return ChangeWords.line(
      for: Change([step]), of: driver, in: run.scenario,
      isCommon: isCommon || change.steps.contains { $0.isCommon })
  }
}
