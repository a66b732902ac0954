public import LabExperiment
import LabMetrics
import LabTrace

/// Performs the runs of an experiment, measures them, and writes the files of its result.
///
/// The lists of what happened are written run by run, so that memory holds one run at a time.
public final class ResultWriter {
  private let name: String
  private let plan: Plan
  private let folder: ResultFolder
  private let listsEvents: Bool
  private let presentMon: PresentMonVersion?

  /// Opens the result of an experiment.
  ///
  /// - Parameters:
  ///   - name: The experiment's short name.
  ///   - plan: Its runs.
  ///   - folder: Where the files will be.
  ///   - listsEvents: Whether to list every refresh, firing and event as well.
  ///   - presentMon: The columns of `presentmon.csv`; `nil` for no such file.
  public init(
    _ name: String, _ plan: Plan, in folder: ResultFolder, listsEvents: Bool,
    presentMon: PresentMonVersion? = nil
  ) {
    self.name = name
    self.plan = plan
    self.folder = folder
    self.listsEvents = listsEvents
    self.presentMon = presentMon
  }

  /// Performs all runs and writes all files; the folder takes its place last.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time.
  ///   - script: The bytes of the script, for the manifest.
  ///   - progress: Is told after every run how many are done.
  /// - Returns: The runs with their verdicts.
  /// - Throws: ``LabExperiment/Runner/Failure`` if a run could not be completed,
  ///   ``LabExperiment/Inconsistency`` if the numbers of a run contradict each other,
  ///   ``ResultFolder/Failure`` if a file could not be written. Then no result appears.
  public func perform(
    jobs: Int, script: [UInt8], progress: (Int) -> Void
  ) throws -> ExperimentResult {
    let runner = Runner(jobs: jobs, detail: listsEvents ? .everything : .measurements)
    var results: [RunResult] = []
    results.reserveCapacity(plan.count)
    try writeHeaders()
    let (name, listsEvents, presentMon) = (name, listsEvents, presentMon)
    try runner.perform(plan) { run, trace in
      try Digest(name, run, trace, listsEvents: listsEvents, presentMon: presentMon)
    } receive: { digest in
      results.append(digest.result)
      try write(digest)
      progress(results.count)
    }
    let result = ExperimentResult(name: name, plan: plan, runs: results)
    try folder.append(ResultFiles.runs(of: result).bytes, to: "runs.csv")
    try folder.append(ResultFiles.summary(of: result).bytes, to: "summary.csv")
    try folder.append(ResultFiles.verdicts(of: result).bytes, to: "verdicts.csv")
    try folder.append(Manifest(result, script: script).json(), to: ResultFiles.manifestName)
    try folder.commit()
    return result
  }

  /// What is kept of a run: its numbers, and its lists already formatted.
  private struct Digest: Sendable {
    let result: RunResult
    var refreshes = CSVWriter()
    var firings = CSVWriter()
    var events = CSVWriter()
    var zoo = CSVWriter()
    var disagreements = CSVWriter()
    var presents = CSVWriter()

    init(
      _ name: String, _ run: RunSpec, _ trace: Trace, listsEvents: Bool,
      presentMon: PresentMonVersion?
    ) throws(Inconsistency) {
      let measurement = RunResult.measure(run, trace)
      result = try RunResult(run, fingerprint: trace.fingerprint, measurement)
      if let presentMon { PresentMonFile.updates(of: run, measurement, presentMon, to: &presents) }
      guard listsEvents else { return }
      TraceFiles.refreshes(of: name, run, measurement, to: &refreshes)
      TraceFiles.firings(of: name, run, measurement, to: &firings)
      TraceFiles.events(of: name, run, trace, to: &events)
      let zoos = measurement.drivers.compactMap { driver in
        measurement.frameSeries(of: driver.name).map { (driver.name, MetricZoo($0)) }
      }
      ZooFiles.rules(of: name, run, zoos, to: &zoo)
      ZooFiles.disagreements(of: name, run, zoos, to: &disagreements)
    }
  }

  private func writeHeaders() throws(ResultFolder.Failure) {
    if let presentMon {
      let header = PresentMonFile.header(presentMon)
      try folder.append(CSVWriter(header: header).bytes, to: "presentmon.csv")
    }
    guard listsEvents else { return }
    try folder.append(CSVWriter(header: TraceFiles.refreshHeader).bytes, to: "refreshes.csv")
    try folder.append(CSVWriter(header: TraceFiles.firingHeader).bytes, to: "firings.csv")
    try folder.append(CSVWriter(header: TraceFiles.eventHeader).bytes, to: "events.csv")
    try folder.append(CSVWriter(header: ZooFiles.ruleHeader).bytes, to: "zoo.csv")
    try folder.append(
      CSVWriter(header: ZooFiles.disagreementHeader).bytes, to: "disagreement.csv")
  }

  private func write(_ digest: Digest) throws(ResultFolder.Failure) {
    if presentMon != nil { try folder.append(digest.presents.bytes, to: "presentmon.csv") }
    guard listsEvents else { return }
    try folder.append(digest.refreshes.bytes, to: "refreshes.csv")
    try folder.append(digest.firings.bytes, to: "firings.csv")
    try folder.append(digest.events.bytes, to: "events.csv")
    try folder.append(digest.zoo.bytes, to: "zoo.csv")
    try folder.append(digest.disagreements.bytes, to: "disagreement.csv")
  }
}
