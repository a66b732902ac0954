import Foundation
import LabAnswer
import LabCompare
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
      "the tasks that the change of the app has changed, with commas",
      more: ": they go with the change, and not with the work"
    ).about(.trace),
    Option(
      "--same", nil,
      "take the two for the same experiment, or app, though their names differ"
    ).about(.trace, .result),
    Option(
      "--worse-than", "AMOUNT",
      "end with 1 if it is worse by more, as 5% or a number",
      more: ", with 0 if it is not, and with 6 if that is open: the dropped frames, or '--metric'"
    ).about(.trace, .result),
    Option(
      "--driver", "NAME",
      "the timer or link that is compared (default: that with the most callbacks)"
    )
    .about(.trace),
  ]

  /// What stands between the sides.
  static let divider = "vs"

  private let sides: [[String]]

  /// Takes operands: two files or folders, or several files with `vs` between the sides.
  ///
  /// - Returns: `nil` if they are no recordings.
  init?(_ operands: [String]) throws {
    let parts = operands.split(
      separator: Self.divider, maxSplits: 1, omittingEmptySubsequences: false)
    let sides: [[String]] =
      parts.count == 2 ? parts.map(Array.init) : operands.count == 2 ? operands.map { [$0] } : []
    guard sides.count == 2, sides.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.sides = sides.map { $0.flatMap(Self.files) }
    let all = self.sides.flatMap(\.self)
    guard let one = all.first(where: Self.isRecording) else {
      if let tasks = all.first(where: Self.isOfTasks) { throw Self.unfit(tasks, beside: nil) }
      return nil
    }
    for (side, operands) in zip(self.sides, sides) {
      if side.isEmpty { throw Self.unfit(operands[0], beside: one) }
      if let other = side.first(where: { !Self.isRecording($0) }) {
        throw Self.unfit(other, beside: one)
      }
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
    guard !StoredResult.isAt(operand),
      let names = try? FileManager.default.contentsOfDirectory(atPath: operand)
    else { return [] }
    return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".json.gz") }.sorted()
      .map(folder.appendingPathComponent)
  }

  /// Whether a file lists tasks and nothing else.
  private static func isOfTasks(_ path: String) -> Bool {
    (try? FileBytes(path).head()).map(TrialInput.isRecording) ?? false
  }

  /// What is wrong with an operand, where another is a trace.
  private static func unfit(_ path: String, beside other: String?) -> InputError {
    guard FileManager.default.fileExists(atPath: path) else {
      return InputError(path: path, "there is no such file or folder.")
    }
    let reason =
      Scripts.isFolder(path)
      ? "the folder holds no recording"
      : isOfTasks(path)
        ? "the file lists tasks, and tells of no driver and no frame"
        : (try? FileBytes(path).head())?.isEmpty == true
          ? "the file is empty" : "the file is no trace"
    let one = other.map { ", as '\($0)' is one" } ?? ""
    return InputError(path: path, "\(reason). Name a recording of 'LabRecorder' or a trace\(one).")
  }

  static func isRecording(_ path: String) -> Bool {
    guard TraceFile.isTrace(path), let head = try? FileBytes(path).head() else { return false }
    return !TrialInput.isRecording(head)
  }

  /// What the options ask of them.
  func study(_ arguments: Arguments) throws -> any Study {
    let traces = try sides.map { try $0.map(Self.read) }
    if traces.joined().allSatisfy({ $0.trace.loop == nil }) {
      return try Self.pages(traces, arguments)
    }
    let limit = try Self.limit(arguments)
    let metric = try arguments.text("--metric").map { text throws in
      guard let metric = SavingMetric(named: text) else {
        throw UsageError(
          "recordings are compared by \(Spelling.list(SavingMetric.allCases.map(\.name))).")
      }
      return metric
    }
    let recordings = try traces.map { try $0.map { try Self.recording($0, arguments) } }
    return RecordingStudy(
      recordings[0], recordings[1], by: metric,
      changed: arguments.text("--changed")?.split(separator: ",").map(String.init) ?? [],
      isSame: arguments.has("--same"), limit: limit)
  }

  /// How much worse is too much; `nil` if that is not asked.
  static func limit(_ arguments: Arguments) throws(UsageError) -> WorseThan? {
    guard let text = arguments.text("--worse-than") else { return nil }
    guard let limit = WorseThan(text) else {
      throw UsageError(
        "'--worse-than \(text)' is neither a share nor a number. Write for example '5%'.")
    }
    return limit
  }

  /// A file that was read.
  private typealias Read = (path: String, trace: ImportedTrace)

  private static func read(_ path: String) throws -> Read {
    let file = TraceFile(whole: path, least: ImportOptions().least)
    let trace = try file.read()
    guard trace.loop == nil || !trace.tally.isTruncated else {
      throw InputError(
        path: file.title,
        "the file ends in the middle: what came after is missing. Record it again.")
    }
    return (file.title, trace)
  }

  private static func recording(
    _ file: Read, _ arguments: Arguments
  ) throws -> ComparedRecording {
    do {
      return try ComparedRecording(
        file.trace, named: name(of: file), judging: arguments.text("--driver"))
    } catch let error as UnfitRecording {
      throw InputError(path: file.path, error.description)
    }
  }

  private static func name(of file: Read) -> String {
    (file.path as NSString).lastPathComponent
  }

  /// Two traces of a browser.
  private static func pages(
    _ traces: [[Read]], _ arguments: Arguments
  ) throws -> PageComparison {
    let names = options.map(\.name) + ["--metric"]
    if let option = names.first(where: { arguments.has($0) || arguments.text($0) != nil }) {
      throw UsageError(
        "'\(option)' is about recordings of 'LabRecorder'; these traces do not tell of a driver.")
    }
    guard traces.allSatisfy({ $0.count == 1 }) else {
      throw UsageError("traces without a driver are compared one with one. Name two.")
    }
    let sides = traces.map { (name: name(of: $0[0]), trace: $0[0].trace) }
    return PageComparison(sides[0], sides[1])
  }
}
