package import LabExperiment
package import LabResults

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

  /// Creates a subject.
  package init(
    _ path: String, named name: String, _ plan: Plan, known: ExperimentResult? = nil,
    explained: Plan.Trouble? = nil, recorded: RecordedCount? = nil
  ) {
    (self.path, self.name, self.plan, self.known) = (path, name, plan, known)
    (self.explained, self.recorded) = (explained, recorded)
  }

  /// The result; a script is performed.
  ///
  /// - Parameter jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: The result.
  /// - Throws: What a run throws.
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
  ///     the worst one.
  ///   - jobs: How many runs are performed at a time; no result depends on it.
  /// - Returns: The run, and the expectation in words.
  /// - Throws: What a run throws.
  func cause(_ run: Int? = nil, jobs: Int) throws -> (Plan.Trouble, failing: String?) {
    if let run { return (Plan.Trouble(run: run, asked: plan.asked), nil) }
    if let explained, plan.performs(explained.run) { return (explained, nil) }
    let result = try known ?? ExperimentResult(name: "why", toShow: plan, jobs: jobs)
    return (result.trouble, result.failingExpectation)
  }
}
