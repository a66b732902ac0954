import Foundation
package import LabExperiment
package import LabKernel
package import LabResults
import LabText

/// What is asked about.
package enum Subject {
  /// What an operand is, once it was read.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A script, whose runs are performed.
    case script
    /// A result, which was performed and written.
    case result
    /// A trace of another tool, or what a recorder noted in an app.
    case trace
    /// A recording: the start, duration and name of each task.
    case recording
    /// The frames that a tool captured.
    case frames
    /// Intervals or instants in a text.
    case list

    /// The kind with its article, as a message says it.
    package var words: String {
      switch self {
      case .script: "a script"
      case .result: "a result"
      case .trace: "a trace"
      case .recording: "a recording"
      case .frames: "a capture of frames"
      case .list: "a list of numbers"
      }
    }
  }
}

/// Runs that are looked at or explained: of a script, a result, a recording, or a trace of another
/// tool.
package struct RunSubject {
  /// What it is called where it was named.
  package let path: String
  /// The short name.
  package let name: String
  /// The runs; those of a result have its own settings.
  package let plan: Plan
  /// The result, if it was read from a folder.
  package let known: ExperimentResult?
  /// The run of a trace that is explained, and by its driver.
  package let explained: Plan.Trouble?
  /// What really happened, if an app recorded itself.
  package let recorded: RecordedCount?

  package init(
    _ path: String, named name: String, _ plan: Plan, known: ExperimentResult? = nil,
    explained: Plan.Trouble? = nil, recorded: RecordedCount? = nil
  ) {
    (self.path, self.name, self.plan, self.known) = (path, name, plan, known)
    (self.explained, self.recorded) = (explained, recorded)
  }

  /// The result; a script is performed.
  package func result(jobs: Int) throws -> ExperimentResult {
    try known ?? ExperimentResult(name: name, performing: plan, jobs: jobs)
  }

  /// The bases of changes: every arm at every sweep point, with the replications that are
  /// performed.
  package var bases: [[RunSpec]] {
    var bases: [[Int]] = []
    var places: [[String]: Int] = [:]
    for index in plan.indices where plan.performs(index) && !plan.isChanged(index) {
      let label = plan.label(of: index)
      let key = label.point.map(\.value) + [label.arm]
      if let place = places[key] {
        bases[place].append(index)
      } else {
        places[key] = bases.count
        bases.append([index])
      }
    }
    return bases.map { $0.map { plan[$0] } }
  }
}

extension RunSubject {
  /// The run that is to be explained, and by what it is judged.
  ///
  /// - Parameters:
  ///   - run: The run that is asked about; `nil` for that of the first expectation that fails, else
  ///     the worst one. If an arm is asked about, that of the arm beside the run; `nil` for the
  ///     worst one of the arm.
  ///   - judged: What else is asked.
  /// - Returns: The run, and the expectation in words.
  /// - Throws: `UsageError` if no such run is performed, or what a run throws.
  func cause(_ run: Int? = nil, _ judged: WhyOptions) throws -> (Plan.Trouble, failing: String?) {
    var run = run
    if let arm = judged.arm { run = run.map { plan.index(ofArm: arm, beside: $0) } }
    if let run, plan.performs(run) {
      guard judged.arm == nil, plan.recordings.isEmpty else { return (plan.trouble(of: run), nil) }
      var alone = plan
      alone.alone = run
      let result = try ExperimentResult(name: "why", toShow: alone, jobs: 1)
      return result.holds ? (plan.trouble(of: run), nil) : result.explained(judged)
    }
    if run == nil, judged.arm == nil, let explained, plan.performs(explained.run) {
      return (explained, nil)
    }
    let result = try known ?? ExperimentResult(name: "why", toShow: plan, jobs: judged.jobs)
    guard let arm = judged.arm else { return result.explained(judged) }
    guard run == nil, let worst = result.trouble(ofArm: arm) else {
      throw UsageError(
        "no such run of the arm '\(plan.experiment.arms[arm].name)' is performed. Name another arm."
      )
    }
    return (worst, nil)
  }
}

/// An experiment that is performed and written, unless its result was finished before.
package struct ExperimentRun {
  /// What there is in the end.
  package enum Found {
    case before(FinishedResult)
    case result(ExperimentResult)
    /// Runs of a shard, which others complete.
    case part
  }

  /// How many runs are performed at most.
  package var limit: Int { writer?.limit ?? 0 }
  /// What the runs come to that are finished; nothing is searched or judged.
  package var known: ExperimentResult? { writer?.known }

  private let finished: FinishedResult?
  private let writer: ResultWriter?

  /// Opens the result of an experiment.
  package init(
    _ request: RunRequest, _ plan: Plan, in out: String, _ policy: ResultFolder.Policy,
    isReported: Bool
  ) throws(WriteError) {
    let path = (out as NSString).appendingPathComponent(request.folder)
    finished = policy == .resume && !isReported ? FinishedResult(of: request, at: path) : nil
    writer = finished == nil ? try ResultWriter(request, plan, at: path, policy) : nil
  }

  /// Performs the runs that are not finished, and writes the result.
  ///
  /// - Throws: `WriteError`, or what a run or `progress` throws.
  package func perform(
    jobs: Int, underway: @escaping @Sendable (_ run: RunSpec, _ now: Instant) -> Void = { _, _ in },
    progress: (Int) throws -> Void = { _ in }
  ) throws -> Found {
    guard let writer else { return finished.map { .before($0) } ?? .part }
    writer.underway = underway
    return try writer.perform(jobs: jobs, progress: progress).map { .result($0) } ?? .part
  }
}

extension ExperimentSummary {
  /// Sums up a result that was finished before.
  package init(_ result: FinishedResult) {
    name = result.name
    runs = 0
    verdicts = VerdictCounts(result.verdicts.map { $0.outcome })
    let failing = result.verdicts.first { $0.outcome == .fails }
    evidence = failing.map { "\($0.text): \(($0.failure?.values).map(Self.left) ?? "undefined")" }
    because = nil
    question = nil
    isOld = true
  }

  /// Returns the value of the left side, of values as `hiccup = 50 ms: timer.ball.dropped = 35, …`.
  private static func left(of values: String) -> String {
    let sides = values.components(separatedBy: ": ").last ?? ""
    let left = sides.components(separatedBy: ", ")[0]
    return left.components(separatedBy: " = ").last ?? left
  }
}
