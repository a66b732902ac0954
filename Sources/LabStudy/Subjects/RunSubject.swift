package import LabExperiment
package import LabResults

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
