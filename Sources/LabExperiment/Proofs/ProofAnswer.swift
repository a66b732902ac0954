import LabKernel
package import LabMetrics
package import LabProof
import LabText
import LabWorkload

/// The answer to one question of a script, in words that claim no more than was covered.
package struct ProofAnswer: Sendable {
  /// The answer.
  package let proof: Proof
  /// The case that refutes it, or the worst one, as a script; `nil` if there is none.
  package let script: CaseScript?

  /// What was asked.
  package let proposition: Proposition
  /// The run that was asked about.
  package let run: RunSpec
  /// The smallest case, or the worst one; `nil` if there is none.
  package let found: Arrangement?
  private var question: Proof.Question { proof.question }

  /// Answers a question.
  ///
  /// - Parameters:
  ///   - proposition: What is asked.
  ///   - index: The position of the run about which it is asked.
  ///   - plan: The plan of the run.
  ///   - budget: How many runs there may be, about; `nil` for as many as the question says.
  ///   - isCancelled: Whether to stop now; asked before every run.
  /// - Throws: ``ExperimentFailure`` if it cannot be decided, or if a run fails.
  package init(
    _ proposition: Proposition, about index: Int, in plan: Plan, budget: Int? = nil,
    isCancelled: () -> Bool = { false }
  ) throws(ExperimentFailure) {
    self.proposition = proposition
    run = plan[index]
    do throws(ProofFailure) {
      proof = try Proof(
        proposition.question, in: run.scenario, seed: run.seed,
        budget: budget ?? proposition.budget, isCancelled: isCancelled)
    } catch {
      throw .proof(error)
    }
    do throws(WorldFailure) {
      found = try proof.worst?.shortened(proof.question, seed: run.seed)
    } catch {
      throw .proof(.failed(error))
    }
    guard let found, found.value > 0 else {
      script = nil
      return
    }
    let script = try CaseScript(proposition, about: index, in: plan, showing: found)
    guard script.holds else { throw .notShown(script: script.text) }
    self.script = script
  }

  /// The answer; a number that is not the predicted one refutes the prediction.
  package var outcome: Proof.Outcome {
    guard let predicted = proposition.predicted, let most = proof.worst?.value else {
      return proof.outcome
    }
    return most > predicted || most < predicted && proof.outcome == .proven
      ? .refuted : proof.outcome
  }

  /// What was found, for what it is said, and what it leaves out.
  package func text(width: Int) -> String {
    let lines = [statement, reach, caseWords].compactMap { $0 }
      .flatMap { wrappedText($0, width: width, first: "  ", rest: "  ") }
    return ([heading] + lines).joined(separator: "\n")
  }

  /// The case as a timeline of its first refreshes; `nil` if there is none.
  package var timeline: Timeline? {
    guard let script else { return nil }
    let measurement = RunMeasurement(script.trace)
    let refreshes = measurement.refreshes(
      from: .start, for: min(script.run.duration, .milliseconds(200)))
    return measurement.timeline(of: script.trace, refreshes: refreshes)
  }

  /// The answer in a word, and the run and driver that it is about.
  package var heading: String {
    let isLimited = question.limit != nil
    let word =
      switch outcome {
      case .proven: isLimited ? "proven" : "worst"
      case .refuted: "refuted"
      case .undecided: isLimited ? "undecided" : "worst found"
      }
    return "\(word)  \(run.words(driver: question.driver))"
  }

  /// The statement, and the most that there can be if that is asked.
  package var statement: String {
    guard question.limit == nil, let worst = proof.worst else { return proposition.text + "." }
    let theory = proposition.predicted.map { "; theory says \(amount($0))" }
    return proposition.text + ": " + amount(worst.value) + (theory ?? "")
  }

  /// For what it is said, how many runs it took, and what it leaves out.
  package var reach: String {
    let effort = "by \(grouped(proof.runs)) runs"
    guard proof.outcome != .refuted else { return "Found \(effort)." }
    guard let covered = proof.coveredTasks else {
      return "Nothing is covered in full \(effort). \(limits)"
    }
    var parts = question.phases.map {
      "all \(grouped($0.values.count)) whole nanoseconds of a phase"
    }
    if let tasks = question.tasks {
      parts.append(
        "\(large(tasks.arrangements(of: covered))) arrangements of up to \(count(covered)) of"
          + " \(words(tasks.duration)) every \(words(tasks.step)) within \(words(tasks.within))")
    }
    let programs = question.programs(with: covered)
    return
      "Covered: \(parts.joined(separator: ", and ")): \(large(programs)) programs, \(effort)."
      + " \(limits)"
  }

  private var limits: String {
    var list: [String] = []
    if proof.outcome == .undecided {
      list.append(proof.coveredTasks.map { "more than \(count($0))" } ?? "most of what is open")
    }
    if let tasks = question.tasks {
      if tasks.step > .nanoseconds(1) { list.append("arrivals between the steps") }
      list.append("other durations of tasks")
    }
    list += [
      "other draws", "late wake-ups", "more than \(words(run.duration))",
      "ties in which a callback comes before a vsync",
    ]
    return "Not covered: \(list.joined(separator: ", "))."
  }

  /// The case in words; `nil` if there is none.
  package var caseWords: String? {
    guard let found, script != nil else { return nil }
    var parts = zip(question.phases, found.phases).map { phase, value in
      switch phase.instant {
      case .firstFire(let driver): "the first fire date of \(driver) at \(CaseScript.words(value))"
      case .firstVsync, .arrival: "the first vsync at \(CaseScript.words(value))"
      }
    }
    if let first = found.tasks.first {
      let instants = found.tasks.map { CaseScript.words($0.arrival.nanoseconds) }
      let asked = question.tasks?.duration ?? first.duration
      let less =
        first.duration < asked ? " (less than the \(words(asked)) that were asked is enough)" : ""
      parts.append(
        "\(count(found.tasks.count)) of \(words(first.duration))\(less) at "
          + instants.joined(separator: ", "))
    } else if question.tasks != nil {
      parts.append("no task")
    }
    return "The case: \(parts.joined(separator: ", ")): \(amount(found.value))."
  }

  private func amount(_ value: Int64) -> String {
    question.quantity == .lateness
      ? CaseScript.words(value) : "\(question.quantity.rawValue) \(value)"
  }

  private func count(_ tasks: Int) -> String { tasks == 1 ? "1 task" : "\(tasks) tasks" }

  private func words(_ duration: Duration) -> String {
    CaseScript.words(duration.wholeNanoseconds)
  }

  /// A number that may be too large for a whole one.
  private func large(_ number: Double) -> String {
    guard number >= 1e15 else { return grouped(Int64(number)) }
    var (tenths, exponent) = (number / 1e14, 15)
    while tenths >= 100 { (tenths, exponent) = (tenths / 10, exponent + 1) }
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) × 10^\(exponent)"
  }
}
