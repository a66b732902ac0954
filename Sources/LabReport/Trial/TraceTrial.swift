public import LabExperiment
import LabKernel
public import LabLanguage
import LabMetrics
public import LabResults
import LabTrace

/// A recording beside a timer and two display links: the script and its runs.
public struct TraceTrial {
  /// The name of the script without its extension; its recordings have it as well.
  public let name: String
  /// The script, which names the recordings beside it.
  public let script: String
  /// The recordings by the names that the script has for them.
  public let files: [(name: String, text: String)]
  /// The plan of the script.
  public let plan: Plan
  /// What the runs came to, in the order of the plan.
  let runs: [TrialRun]
  /// The runs on the first display, with what happened in them.
  let first: [ObservedRun]
  let arms: [String]
  let loop: TrialLoop?
  let rules: TrialRules

  /// Performs a recording on some displays.
  ///
  /// - Parameters:
  ///   - name: The name of the script without its extension.
  ///   - source: The name of the file that was recorded, for the title.
  ///   - recording: The tasks, as `start_us,duration_us,name`.
  ///   - length: How long the recording is, in nanoseconds.
  ///   - display: What the display is.
  ///   - loop: What a recorder noted of the app's own drivers and modes, for an arm `recorded`.
  ///   - rules: The rules by which the thread goes.
  /// - Throws: A mistake in the recording, or why a run could not be completed.
  public init(
    name: String, source: String, recording: String, length: Int64, display: TrialDisplay,
    loop: TrialLoop? = nil, rules: TrialRules = .runLoop
  ) throws {
    self.name = name
    let prepared = Self.prepare(
      name: name, source: source, recording: recording, length: length, display: display,
      loop: loop, rules: rules)
    self.loop = loop
    self.rules = rules
    (script, files) = prepared
    plan = try Self.experiment(script, name: name, files: files).plan()
    arms = plan.experiment.arms.map(\.name)
    let rate = display.vsyncs == nil ? display.rates : ["recorded"]
    let runner = Runner(jobs: 1)
    var runs: [TrialRun] = []
    var first: [ObservedRun] = []
    for (index, run) in plan.enumerated() {
      if index < arms.count { first.append(ObservedRun(run, try runner.trace(of: run))) }
      let result =
        index < arms.count ? try first[index].result() : try runner.result(of: run)
      runs.append(TrialRun(rate: rate[index / arms.count], result: result))
    }
    (self.runs, self.first) = (runs, first)
  }

  /// The runs as a result.
  ///
  /// - Throws: `WriteError` if the system refuses a temporary file.
  public func result() throws -> ExperimentResult {
    try ExperimentResult(name: name, plan: plan, runs: runs.map(\.result))
  }

  /// Returns the experiment of a recording on some displays, without performing it.
  ///
  /// The parameters are those of ``init(name:source:recording:length:display:loop:rules:)``, and
  /// other values instead of a sweep's own.
  public static func experiment(
    name: String, source: String, recording: String, length: Int64, display: TrialDisplay,
    loop: TrialLoop? = nil, rules: TrialRules = .runLoop,
    overriding: [(name: String, values: String)] = []
  ) throws(ScriptError) -> Experiment {
    let (script, files) = prepare(
      name: name, source: source, recording: recording, length: length, display: display,
      loop: loop, rules: rules)
    return try experiment(script, name: name, files: files, overriding: overriding)
  }

  /// Returns the script and the recordings that it names.
  private static func prepare(
    name: String, source: String, recording: String, length: Int64, display: TrialDisplay,
    loop: TrialLoop?, rules: TrialRules
  ) -> (script: String, files: [(name: String, text: String)]) {
    let vsyncs = display.vsyncs.map { [("\(name).vsyncs.csv", $0)] } ?? []
    return (
      TrialScript(
        name: name, source: source, length: length, display: display, loop: loop, rules: rules
      ).text,
      [("\(name).csv", recording)] + vsyncs
        + (loop.map { [("\(name).costs.csv", $0.costs)] } ?? [])
    )
  }

  private static func experiment(
    _ script: String, name: String, files: [(name: String, text: String)],
    overriding: [(name: String, values: String)] = []
  ) throws(ScriptError) -> Experiment {
    let inputs =
      [Experiment.Input(path: "\(name).lab", bytes: Array(script.utf8))]
      + files.map { Experiment.Input(path: $0.name, bytes: Array($0.text.utf8)) }
    return try Experiment(inputs: inputs, overriding: overriding)
  }
}

/// One run of a trial.
struct TrialRun {
  let rate: String
  let result: RunResult
}

/// A run, what happened in it, and its numbers.
struct ObservedRun {
  let run: RunSpec
  let trace: Trace
  let measurement: RunMeasurement

  init(_ run: RunSpec, _ trace: Trace) {
    (self.run, self.trace, measurement) = (run, trace, RunMeasurement(trace))
  }

  func result() throws -> RunResult {
    try RunResult(run, fingerprint: trace.fingerprint, measurement)
  }
}
