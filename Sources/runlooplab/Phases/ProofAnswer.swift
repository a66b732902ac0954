import LabExperiment
import LabKernel
import LabMetrics
import LabProof
import LabReport
import LabResults
import LabText
import LabWorkload

/// The answer to one question of a script, in words that claim no more than was covered.
struct ProofAnswer {
  /// The case that refutes it, or the worst one, as a script; `nil` if there is none.
  let script: CaseScript?

  private let question: Proposition
  private let run: RunSpec
  private let proof: Proof
  private let found: Arrangement?

  init(
    _ question: Proposition, at index: Int, in plan: Plan, _ path: String, budget: Int?
  ) throws {
    self.question = question
    run = plan[index]
    do {
      proof = try Proof(
        question.asked(in: run.scenario), in: run.scenario, seed: run.seed,
        budget: budget ?? question.budget ?? 5_000_000,
        isCancelled: { Interruption.isAskedFor })
    } catch let refusal as Refusal {
      throw InputError(path: path, "'\(question.text)' cannot be decided: \(refusal)")
    }
    found = try proof.worst?.shortened(proof.question, seed: run.seed)
    script = try found.flatMap { found in
      guard found.value > 0 else { return nil }
      return try CaseScript(
        question, about: index, in: plan, phases: found.phases, tasks: found.tasks,
        value: found.value)
    }
    if let script, !script.holds {
      throw InputError(
        path: path, "the case that was found does not show it as a script:\n\(script.text)")
    }
  }

  /// How the command ends if this is its only answer.
  var status: ExitStatus {
    switch proof.outcome {
    case .proven: .success
    case .refuted: .expectationFailed
    case .undecided: .undecided
    }
  }

  /// The answer, its reach, and the case that was found.
  func lines(_ screen: Screen) -> [String] {
    let indent = "  "
    var lines = [heading] + wrappedText(reach, width: screen.width, first: indent, rest: indent)
    guard let script else { return lines }
    lines += wrappedText(
      "The case: \(caseWords)", width: screen.width, first: indent, rest: indent)
    lines += ["", "# \(script.run.words(driver: question.driver))"]
    let measurement = RunMeasurement(script.trace)
    let refreshes = measurement.refreshes(
      from: .start, for: min(script.run.duration, .milliseconds(200)))
    if let timeline = measurement.timeline(of: script.trace, refreshes: refreshes) {
      lines.append(screen.marked(timeline.text(width: screen.width)))
    }
    return lines + ["", "As a script:", "", script.text]
  }

  private var heading: String {
    let word =
      switch proof.outcome {
      case .proven: question.limit == nil ? "worst" : "proven"
      case .refuted: "refuted"
      case .undecided: question.limit == nil ? "worst found" : "undecided"
      }
    let value = question.limit == nil ? proof.worst.map { ": \(amount($0.value))" } ?? "" : ""
    return "\(word)  \(run.words(driver: question.driver)): \(question.text)\(value)"
  }

  /// For what it is said, how many runs it took, and what it leaves out.
  private var reach: String {
    let most = question.tasks?.most ?? 0
    let covered = proof.outcome == .proven ? most : proof.coveredTasks
    var parts = question.phases.map {
      "all \(grouped($0.values.count)) whole nanoseconds of a phase"
    }
    if let tasks = question.tasks, let covered {
      parts.append(
        "\(grouped(Int(proof.question.tasks?.arrangements(of: covered) ?? 1))) arrangements of up to"
          + " \(counted(covered, "task")) of \(words(tasks.duration)) every \(words(tasks.step)) within"
          + " \(words(tasks.within))")
    }
    let effort = "\(counted(proof.zones, "zone")) and \(counted(proof.runs, "run"))"
    switch proof.outcome {
    case .refuted: return "Found after \(effort)."
    case .undecided where covered == nil: return "Nothing is covered in full: \(effort). \(limits)"
    default:
      return "Covered: \(parts.joined(separator: ", and ")), by \(effort). \(limits)"
    }
  }

  private var limits: String {
    var list: [String] = []
    if proof.outcome == .undecided {
      list.append(
        proof.coveredTasks.map { "more than \(counted($0, "task"))" } ?? "most of what is open")
    }
    if let tasks = question.tasks {
      if tasks.step > .nanoseconds(1) { list.append("arrivals between the steps") }
      list.append("other durations of tasks")
    }
    list += [
      "other draws", "late wake-ups", "more than \(words(run.duration))",
      "other ties than the declared order, in which a vsync comes before a callback",
    ]
    return "Not covered: \(list.joined(separator: ", "))."
  }

  private var caseWords: String {
    guard let found else { return "" }
    var parts = zip(question.phases, found.phases).map { phase, value in
      "the first \(phase.driver == question.driver && isLink(phase.driver) ? "vsync" : "date")"
        + " at \(value) ns"
    }
    parts.append(
      found.tasks.isEmpty
        ? "no task"
        : "\(counted(found.tasks.count, "task")) of \(words(found.tasks[0].duration)) at "
          + found.tasks.map { words(Instant.start.duration(to: $0.arrival)) }.joined(
            separator: ", "))
    return parts.joined(separator: ", ") + ": \(amount(found.value))."
  }

  private func isLink(_ driver: String) -> Bool { run.scenario.isLink(driver) }

  private func amount(_ value: Int64) -> String {
    question.metric == "lateness"
      ? words(.nanoseconds(value)) : "\(question.metric) \(value)"
  }

  private func words(_ duration: Duration) -> String {
    CaseScript.words(Int64(duration / .nanoseconds(1)))
  }

  private func grouped(_ count: Int) -> String {
    var digits = Array(String(count))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return String(digits)
  }
}

extension Scenario {
  /// Whether a driver is a display link.
  fileprivate func isLink(_ name: String) -> Bool {
    drivers.contains { driver in
      if case .link = driver.source { return driver.name == name }
      return false
    }
  }
}

extension Proposition {
  /// The question about a scenario.
  fileprivate func asked(in scenario: Scenario) -> Proof.Question {
    Proof.Question(
      Proof.Quantity(rawValue: metric) ?? .doubleFires, of: driver, atMost: limit,
      over: phases.map { phase in
        Proof.Phase(
          scenario.isLink(phase.driver) ? .firstVsync : .firstFire(of: phase.driver), phase.values)
      },
      tasks: tasks.map {
        OpenTasks(
          upTo: $0.most, of: $0.duration, every: $0.step, within: $0.within, as: $0.door)
      })
  }
}
