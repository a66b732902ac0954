import LabKernel
import LabWorkload

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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

extension Runner {
  /// How much memory the machine has, in bytes.
  private static var machineMemory: Int64 {
    #if canImport(Glibc) || canImport(Darwin)
      Int64(max(0, sysconf(Int32(_SC_PHYS_PAGES)))) * Int64(max(0, sysconf(Int32(_SC_PAGESIZE))))
    #else
      2 << 30
    #endif
  }

  /// How many bytes runs may take.
  private var room: Int64 { mostMemory ?? Self.machineMemory / 2 }

  /// How many runs of a plan the memory holds at a time, as the first and the last of them tell.
  func workers(for plan: Plan, at positions: [Int]) -> Int {
    let ends = [positions.first, positions.last].compactMap { $0 }
    let need = ends.map { plan[$0].scenario.expectedBytes }.max() ?? 1
    return Int(clamping: max(1, min(Int64(jobs), room / max(1, need))))
  }

  /// Refuses a run that would take more than half of the machine's memory.
  ///
  /// - Throws: ``ExperimentFailure/cannotBegin(_:)`` with what it takes, and what to do.
  func checkMemory(_ run: RunSpec, _ scenario: Scenario) throws(ExperimentFailure) {
    let need = scenario.expectedBytes
    guard need > room else { return }
    throw .cannotBegin(
      "run \(run.index), arm '\(run.arm)', takes about \(gigabytes(need)) of memory, and half of what"
        + " this machine has is \(gigabytes(room)): write a shorter 'run', fewer drivers, or"
        + " longer intervals")
  }

  private func gigabytes(_ bytes: Int64) -> String {
    let tenths = (bytes + 50_000_000) / 100_000_000
    return "\(tenths / 10).\(tenths % 10) GB"
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
