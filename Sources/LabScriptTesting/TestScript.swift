import Foundation
import LabExperiment
import LabImport
import LabKernel
import LabLanguage
import LabMetrics
import LabReport
import LabResults
import LabTesting
import LabWorkload

/// A script that is performed as a test.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct TestScript: Sendable {
  /// A script that can be run, and not be a test.
  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  let path: String
  let plan: Plan

  /// Reads a script.
  ///
  /// - Throws: The mistakes of the script.
  init(_ path: String, beside test: String) throws {
    self.path = Self.resolved(path, test)
    plan = try Experiment(path: self.path).plan()
  }

  /// Makes the scene of a trace: its tasks, and its vsyncs or else a rate.
  ///
  /// - Throws: Why the trace cannot serve.
  init(recording path: String, at rate: RefreshRate?, beside test: String) throws {
    self.path = Self.resolved(path, test)
    let trace = try TraceImporter.read(ByteSource(try InputFile.read(self.path)))
    let writer = RecordingWriter(trace)
    let vsyncs = rate == nil && trace.vsyncs.count > 1 ? writer.vsyncs : nil
    let display =
      vsyncs == nil
      ? (rate ?? .hertz(60)).words : "recorded vsyncs.csv"
    // Runs of the loop in other modes are those of a finger that scrolls.
    let gestures = (trace.loop?.runsInOtherModes ?? []).map {
      "gesture scroll at \($0.start) ns for \($0.end - $0.start) ns"
    }
    let script = """
      display  \(display)
      run      \(trace.windowLength / 1_000_000 + 1) ms
      load     app recorded tasks.csv as main-queue
      \(gestures.joined(separator: "\n"))
      arm recording
        link none in common
      """
    let files = ["scene.lab": script, "tasks.csv": writer.recording, "vsyncs.csv": vsyncs]
    plan = try Experiment(path: "scene.lab") { name in
      Array((files[name].flatMap(\.self) ?? "").utf8)
    }.plan()
  }

  private static func resolved(_ path: String, _ test: String) -> String {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent()
    return URL(fileURLWithPath: path, relativeTo: folder).path
  }

  /// Returns the first run of an arm; without drivers for no arm.
  ///
  /// - Throws: ``Mismatch`` if there is no such arm, or one whose drivers no code can take over.
  func scenario(arm: String?, seed: UInt64) throws -> Scenario {
    let names = plan.experiment.arms.map(\.name)
    guard let number = arm.map(names.firstIndex) ?? 0 else {
      throw Mismatch(
        description: "‘\(path)’ has no arm ‘\(arm ?? "")’, but "
          + names.map { "‘\($0)’" }.joined(separator: ", "))
    }
    var scenario = try plan.experiment.plan(seed: seed)[number].scenario
    scenario.drivers = arm == nil ? [] : scenario.driversBesidePanels
    if arm == nil { scenario.actions = [] }
    if let moving = scenario.drivers.first(where: { $0.motion != nil }) {
      throw Mismatch(
        description:
          "‘\(moving.name)’ of the arm ‘\(names[number])’ moves something in the script, "
          + "so that no code can take it over: leave ‘arm’ out, and make a driver in the test")
    }
    if let capped = scenario.drivers.first(where: { $0.cap != nil }) {
      throw Mismatch(
        description:
          "‘\(capped.name)’ of the arm ‘\(names[number])’ acts at most so often in the script, "
          + "which the code of a test decides itself: leave ‘acts at most every’ out")
    }
    if let follower = scenario.loads.first(where: { $0.driverFollowed != nil }) {
      throw Mismatch(
        description:
          "‘\(follower.name)’ follows the end of a driver in the script, "
          + "which the code of a test decides itself: leave ‘\(follower.name)’ out")
    }
    return scenario
  }

  /// The same, of an arm that is known to have one.
  func setting(arm: String?, seed: UInt64) -> Scenario {
    (try? scenario(arm: arm, seed: seed)) ?? plan[0].scenario
  }

  /// An expectation that fails, in words, and the files that it leaves.
  typealias Failure = (text: String, files: [AttachedFile])

  /// Performs all runs, and says of each expectation that fails what speaks against it, and why.
  func failures() throws -> [Failure] {
    if plan.precisionText != nil {
      throw Mismatch(
        description: "‘\(path)’ repeats its runs until a value is precise: use ‘runlooplab run’")
    }
    let result = try ExperimentResult(name: name, performing: plan, jobs: 1)
    guard result.verdicts.contains(where: { $0.outcome == .fails }) else { return [] }
    let why = try explanation(
      of: plan.trouble(verdicts: result.verdicts, metric: result.table.value))
    let page = AttachedFile("\(name).html", try Page(result, why: why).text)
    let failing = result.verdicts.filter { $0.outcome == .fails }
    return failing.enumerated().map { number, verdict in
      let place = verdict.place.map { "\($0.path):\($0.line): " } ?? ""
      let text = [
        "\(place)‘\(verdict.text)’ fails in \(verdict.failing) of \(verdict.judged)",
        verdict.failure.map { "  run \($0.run): \($0.values)" },
        number == 0 ? why.map { "  " + $0.text } : nil,
      ].compactMap(\.self).joined(separator: "\n")
      return (text, number == 0 ? [page] : [])
    }
  }

  /// The script's name, without its folders and its extension.
  private var name: String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  /// Says why a run is as it is, and what would help; `nil` for one that takes too long to be
  /// tried.
  private func explanation(of trouble: Plan.Trouble) throws -> Explanation? {
    let run = plan[trouble.run]
    guard run.duration <= .seconds(60) else { return nil }
    return try Explanation(of: run, for: trouble, jobs: 1, budget: 50)
  }
}
