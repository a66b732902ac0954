import Foundation
import LabCompare
import LabExperiment
import LabImport
import LabMetrics
import LabReport
import LabResults
import LabStudy
import LabText

/// The recordings of an app before and after a change, as operands of `compare` name them.
struct RecordingSides {
  static let options = [
    Option(
      "--changed", "NAMES",
      "the tasks that the change of the app has changed, with commas: they go with the change, and"
        + " not with the work"
    ).about(.trace),
    Option("--same", nil, "compare recordings of apps that do not look like the same").about(
      .trace),
    Option(
      "--worse-than", "AMOUNT",
      "end with 1 if it is worse by more, as '5 %' or a number, with 0 if it is not, and with 6 if"
        + " that is open"
    ).about(.trace, .result),
    Option("--driver", "NAME", "the timer or link that is compared (default: the most callouts)")
      .about(.trace),
  ]

  private let sides: [[String]]

  /// Takes operands: two files or folders, or several files with `vs` between the sides.
  ///
  /// - Returns: `nil` if they are no recordings.
  init?(_ operands: [String]) throws {
    let parts = operands.split(separator: "vs", maxSplits: 1, omittingEmptySubsequences: false)
    let sides: [[String]] =
      parts.count == 2 ? parts.map(Array.init) : operands.count == 2 ? operands.map { [$0] } : []
    guard sides.count == 2, sides.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.sides = sides.map { $0.flatMap(Self.files) }
    guard self.sides.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isRecording) }) else {
      return nil
    }
    for side in self.sides where side.count > RecordingComparison.most {
      throw UsageError(
        "\(side.count) recordings are too many for a side. Name up to \(RecordingComparison.most).")
    }
  }

  /// The files that an operand names: itself, or those in a folder that is no result.
  static func files(_ operand: String) -> [String] {
    guard Scripts.isFolder(operand) else { return [operand] }
    let folder = operand as NSString
    guard !Scripts.isResult(operand),
      let names = try? FileManager.default.contentsOfDirectory(atPath: operand)
    else { return [] }
    return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".json.gz") }.sorted()
      .map(folder.appendingPathComponent)
  }

  static func isRecording(_ path: String) -> Bool {
    guard TraceFile.isTrace(path), let head = try? FileBytes(path).head() else { return false }
    return !TrialInput.isRecording(head)
  }

  /// Compares them, and prints what became of it.
  func compare(
    _ arguments: Arguments, _ reports: inout CompareReports
  ) throws -> ExitStatus {
    let limit = try Self.limit(arguments)
    let metric = try arguments.text("--metric").map { text throws in
      guard let metric = SavingMetric(rawValue: text) else {
        throw UsageError(
          "recordings are compared by \(Spelling.list(SavingMetric.allCases.map(\.rawValue))).")
      }
      return metric
    }
    var recordings: [[ComparedRecording]] = []
    for side in sides { recordings.append(try side.map { try Self.read($0, arguments) }) }
    let names = arguments.text("--changed")?.split(separator: ",").map(String.init) ?? []
    do {
      let comparison = try RecordingComparison(
        recordings[0], recordings[1], by: metric, changed: names, isSame: arguments.has("--same"))
      let text = RecordingComparisonReport(comparison, on: Terminal.screen).text
      Terminal.print(text)
      let status =
        limit.map { Self.status([$0.decision(comparison.range, before: comparison.before)]) }
        ?? .success
      let names = sides.map { ($0[0] as NSString).lastPathComponent }
      reports.add(name: names.joined(separator: " → "), headline: nil, text: text, status)
      return status
    } catch let error as RecordingComparison.OtherApp {
      throw InputError(path: sides[1][0], error.description)
    }
  }

  /// How much worse is too much; `nil` if that is not asked.
  static func limit(_ arguments: Arguments) throws(UsageError) -> WorseThan? {
    guard let text = arguments.text("--worse-than") else { return nil }
    guard let limit = WorseThan(text) else {
      throw UsageError("'--worse-than \(text)' is neither '5 %' nor a number.")
    }
    return limit
  }

  /// The exit status of decisions: 1 if one is exceeded, 6 if one is open, else 0.
  static func status(_ decisions: [WorseThan.Decision]) -> ExitStatus {
    if decisions.contains(.exceeded) { return .expectationFailed }
    return decisions.contains(.open) ? .undecided : .success
  }

  private static func read(_ path: String, _ arguments: Arguments) throws -> ComparedRecording {
    let file = TraceFile(whole: path, least: ImportOptions().least)
    let name = (file.title as NSString).lastPathComponent
    do {
      return try ComparedRecording(file.read(), named: name, judging: arguments.text("--driver"))
    } catch let error as ComparedRecording.Unfit {
      throw InputError(path: file.title, error.description)
    }
  }
}
