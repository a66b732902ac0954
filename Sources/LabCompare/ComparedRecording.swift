import LabExperiment
package import LabImport
import LabKernel
package import LabMetrics
import LabStudy
import LabTrace
import LabWorkload

/// A recording that is compared with others: what really happened, and the replay of it.
package struct ComparedRecording: Sendable {
  /// What messages call it.
  package let name: String
  /// What was recorded.
  let trace: ImportedTrace
  /// The app's own driver, which is judged.
  let judged: TrialDriver
  /// Everything that the replay repeats.
  let scenario: Scenario
  /// What really happened to the driver.
  package let real: RunTrouble
  /// What the replay says.
  package let replayed: RunTrouble
  /// How many dropped refreshes have each cause, in reality.
  package let causes: [BlameCause: Int]

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - trace: What was imported.
  ///   - name: What messages call it.
  ///   - driver: The driver that is judged; `nil` for the one with the most callouts.
  /// - Throws: `UnfitRecording`, or why the replay could not be completed.
  package init(_ trace: ImportedTrace, named name: String, judging driver: String? = nil) throws {
    guard trace.loop != nil else {
      throw UnfitRecording("this is no recording of 'LabRecorder'. Its driver is not known.")
    }
    guard let script = try TrialScript(replaying: trace, named: name, judging: driver),
      let loop = script.loop, let run = try RecordedRun(trace)
    else {
      throw UnfitRecording(
        driver.map { "the recorder noted no driver '\($0)' that was called twice." }
          ?? "the recorder noted no driver that was called twice.")
    }
    let plan = try script.experiment().plan()
    self.name = name
    self.trace = trace
    judged = loop.judged
    scenario = try plan[0].scenario.writtenOut(seed: plan[0].seed)
    let measured = RunMeasurement(run.trace)
    guard let real = RunTrouble(of: loop.judged.recorded.name, in: run.trace) else {
      throw UnfitRecording("nothing can be measured of '\(loop.judged.recorded.name)'.")
    }
    self.real = real
    causes = measured[driver: loop.judged.recorded.name]?.frames?.slots?.causes ?? [:]
    replayed = try Self.perform(scenario, judging: loop.title)
  }

  /// Performs a scenario, and measures a driver in it.
  static func perform(_ scenario: Scenario, judging driver: String) throws -> RunTrouble {
    let trace = try Runner(jobs: 1).trace(of: RunSpec(scenario))
    guard let trouble = RunTrouble(of: driver, in: trace) else {
      throw UnfitRecording("the driver '\(driver)' is not in its replay.")
    }
    return trouble
  }

  /// The driver that is judged in the replay.
  var driver: Driver { scenario.drivers[0] }
  /// The other drivers.
  var others: [Driver] { Array(scenario.drivers.dropFirst()) }
  /// The tasks of the replay.
  var tasks: [Recording.Task] { scenario.loads.first?.writtenTasks ?? [] }

  /// The first date of the driver.
  var firstDate: Int64 {
    let begins = driver.begins
    let interval = driver.source.interval
    return (driver.source.timer?.firstFire ?? begins.advanced(by: interval)).nanoseconds
  }

  /// How long after a vsync the first date of a timer lies; `nil` for a link, or without vsyncs.
  var phase: Int64? {
    guard driver.source.timer != nil else { return nil }
    return vsync(before: firstDate).map { firstDate - $0 }
  }

  /// The last vsync that is not after an instant, also before the first one; `nil` without vsyncs.
  func vsync(before instant: Int64) -> Int64? {
    guard let first = trace.vsyncs.first, let period = TrialDisplay.period(of: trace.vsyncs) else {
      return nil
    }
    if let last = trace.vsyncs.last(where: { $0 <= instant }) {
      return last + (instant - last) / period * period
    }
    return first - ((first - instant + period - 1) / period) * period
  }
}
