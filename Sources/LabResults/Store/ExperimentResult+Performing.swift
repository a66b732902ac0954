package import LabExperiment

extension ResultFailure {
  /// What the user is told.
  package var reason: any Error {
    switch self {
    case .run(let failure): failure
    case .refused(let error): error
    case .input(let error): error
    }
  }
}

extension ExperimentResult {
  /// Judges an experiment by what its runs came to, and carries out its searches.
  ///
  /// - Throws: ``WriteError`` if a run cannot be read from its file, or
  ///   `ExperimentFailure` if a run of a search could not be completed.
  package init(name: String, table: RunTable, jobs: Int = 1) throws {
    do throws(ResultFailure) {
      try self.init(name: name, judging: table, jobs: jobs)
    } catch {
      throw error.reason
    }
  }

  /// Judges an experiment, and goes on with its searches from what a journal holds.
  init(name: String, table: RunTable, jobs: Int, memory: SearchJournal) throws {
    try self.init(
      name: name, table: table,
      searching: { plan throws(any Error) in
        try plan.findings(metric: table.value) { runs, plan, probe in
          try memory.perform(runs, of: plan, jobs: jobs, into: probe)
        }
      })
    try table.check()
  }

  /// Judges an experiment by runs in memory, in any order.
  ///
  /// - Throws: ``WriteError`` if the system refuses a temporary file, or what a run of a
  ///   search threw.
  package init(name: String, plan: Plan, runs: [RunResult]) throws {
    let table = try RunTable(temporaryFor: plan)
    for run in runs { try table.append(run) }
    try self.init(name: name, table: table)
  }

  /// Performs the runs of an experiment, and keeps nothing beyond this result.
  ///
  /// - Parameters:
  ///   - name: The short name.
  ///   - plan: The runs.
  ///   - jobs: How many runs are performed at a time.
  ///   - columns: The names of the metrics that are columns of its files; `nil` for all.
  /// - Throws: ``WriteError`` if the system refuses a temporary file, or what a run threw.
  package init(
    name: String, performing plan: Plan, jobs: Int, columns: [String]? = nil
  ) throws {
    do throws(ResultFailure) {
      try self.init(name: name, performing: plan, by: Runner(jobs: jobs), columns: columns)
    } catch {
      throw error.reason
    }
  }

  /// Performs the runs of an experiment, some of which are to be shown later.
  package init(name: String, toShow plan: Plan, jobs: Int) throws {
    do throws(ResultFailure) {
      try self.init(name: name, performing: plan, by: Runner(forShowing: jobs))
    } catch {
      throw error.reason
    }
  }

  /// Performs a run again; throws unless it is that of this result.
  package func check(_ run: RunSpec) throws {
    try check(Runner(jobs: 1).result(of: run).fingerprint, of: run)
  }
}
