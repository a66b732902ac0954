import Foundation
import LabCompare
import LabExperiment
import LabImport
import LabMetrics
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

  /// What the options ask of them.
  func study(_ arguments: Arguments) throws -> RecordingStudy {
    let limit = try Self.limit(arguments)
    let metric = try arguments.text("--metric").map { text throws in
      guard let metric = SavingMetric(rawValue: text) else {
        throw UsageError(
          "recordings are compared by \(Spelling.list(SavingMetric.allCases.map(\.rawValue))).")
      }
      return metric
    }
    let recordings = try sides.map { try $0.map { try Self.read($0, arguments) } }
    return RecordingStudy(
      recordings[0], recordings[1], by: metric,
      changed: arguments.text("--changed")?.split(separator: ",").map(String.init) ?? [],
      isSame: arguments.has("--same"), limit: limit)
  }

  /// How much worse is too much; `nil` if that is not asked.
  static func limit(_ arguments: Arguments) throws(UsageError) -> WorseThan? {
    guard let text = arguments.text("--worse-than") else { return nil }
    guard let limit = WorseThan(text) else {
      throw UsageError("'--worse-than \(text)' is neither '5 %' nor a number.")
    }
    return limit
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
