import LabKernel

extension Runner.Failure: CustomStringConvertible {
  /// The line of the script, the run, why it ended, and a remedy.
  package var description: String {
    let origin = place.map { "\($0): error: " } ?? ""
    return "\(origin)run \(run.index), arm '\(run.arm)': \(reason)\(remedy)"
  }

  private var remedy: String {
    switch reason {
    case .tooManyEvents(let instant, _, _) where wasKept:
      ". More are not kept to be looked at, as they take some 150 MB. Choose another run with --run,"
        + " or \(instant.shorterRun); 'runlooplab run' measures longer ones."
    case .tooManyEvents(_, let events, _): ", or write 'events \(10 * events)'."
    case .timeStandsStill: ". Let time pass between the events: write a longer interval or cost."
    case .asleepForever: ". Write a shorter 'run'."
    case .nestedTooDeeply: ". Write fewer gestures that overlap."
    case .tooManyModes: ". Write fewer modes."
    }
  }
}

extension Experiment {
  /// Returns the line of the load, gesture or driver that is most to blame for the end of a run.
  func place(of failure: Runner.Failure) -> String? {
    let names: [String] =
      switch failure.reason {
      case .timeStandsStill(_, _, let busiest), .tooManyEvents(_, _, let busiest): busiest
      case .asleepForever, .nestedTooDeeply, .tooManyModes: []
      }
    let known = names.first { place(of: $0, arm: failure.run.arm) != places["run"] }
    return place(of: known, arm: failure.run.arm)
  }

  /// Returns the line of a load, gesture or driver of an arm; that of `run` for none.
  package func place(of name: String?, arm: String) -> String? {
    name.flatMap { places["\(arm).\($0)"] ?? places[$0] } ?? places["run"]
  }
}
