import Foundation
import LabAnswer
import LabCompare
import LabExperiment
import LabImport
import LabResults
import LabStudy
import LabText

/// `why --all` over many recordings.
enum FleetCommand {
  /// The options of a study that takes long.
  static let options = [
    Option(
      "--resume", nil, "go on with a study of recordings that was begun, or of which shards are"
    )
    .with("--all").without("--force"),
    Option(
      "--shard", "K/N",
      "try the changes in the K-th of N parts of the recordings alone; '--resume' then goes on from"
        + " all parts"
    ).with("--all"),
  ]

  /// Ranks changes over several recordings, files or folders; `nil` if the operands are none.
  static func perform(_ arguments: Arguments) throws -> ExitStatus? {
    let operands = arguments.operands
    let isFleet = operands.count > 1 || operands.contains(where: Scripts.isFolder)
    let files = isFleet ? operands.flatMap(RecordingSides.files) : []
    // A file that is none is named by the study, which goes on with the others.
    guard files.count > 1, files.contains(where: RecordingSides.isRecording) else {
      guard let option = options.first(where: { arguments.has($0.name) }) else { return nil }
      throw UsageError(
        "'\(option.name)' is about several recordings, and there are none. Name files or a folder of"
          + " LabRecorder.")
    }
    try arguments.check(
      only: ["--all", "--out", "--force", "--jobs", "--color"] + AnswerOutput.options.map(\.name)
        + options.map(\.name), for: "a ranking over several recordings")
    let out = arguments.text("--out") ?? "results"
    try OutputName.check(out, for: "--out", [])
    let shard = try arguments.text("--shard").map {
      try Shard($0, environment: ProcessInfo.processInfo.environment)
    }
    let subject = operands.joined(separator: " ")
    guard out != "-" else {
      guard !arguments.has("--resume"), shard == nil else {
        throw UsageError("'--resume' and '--shard' keep files. Name a folder by --out.")
      }
      let output = try AnswerOutput(arguments, isStream: true)
      try Terminal.writeResults(FleetStudy.head)
      let study = try FleetStudy(files, read: read) { try Terminal.writeResults($0.line) }
      try output.show(study.answer(of: subject))
      return try status(of: study, output)
    }
    let output = try AnswerOutput(arguments)
    let folder = try FleetFolder(
      in: out, of: files, shard ?? .whole, arguments.policy)
    Interruption.watch()
    if let shard, !shard.isWhole { return try perform(shard, folder) }
    let progress = Progress("recordings", total: files.count, isShown: true)
    let (study, path) = try stoppable(progress) {
      try folder.rank(read: read) { done, isInPairs in
        progress.update(done: done, isInPairs ? "recordings in pairs" : "recordings")
        try Interruption.check()
      }
    }
    try output.show(study.answer(of: subject))
    Terminal.print("\nEvery change is in \(path).")
    return try status(of: study, output)
  }

  /// Wrong input if a file is, though the others were ranked.
  private static func status(
    of study: FleetStudy, _ output: AnswerOutput
  ) throws -> ExitStatus {
    let status = try output.finish()
    return status == .success && study.leftOut.contains(where: \.isWrong) ? .wrongInput : status
  }

  private static func read(_ path: String) throws -> ImportedTrace {
    try TraceFile(whole: path, least: ImportOptions().least).read()
  }

  /// Tries the changes in a part of the recordings.
  private static func perform(_ shard: Shard, _ folder: FleetFolder) throws -> ExitStatus {
    let progress = Progress("shard \(shard)", total: 0, isShown: true)
    let (count, path) = try stoppable(progress) {
      try folder.perform(read: read) { done, count in
        progress.update(done: done, of: count, "recordings")
        try Interruption.check()
      }
    }
    Terminal.print(
      "\(counted(count, "recording")) of shard \(shard) are in \(path). With --resume and without"
        + " --shard all of them are ranked.")
    return .success
  }

  /// Does what Ctrl-C may end behind the recording under way.
  private static func stoppable<Found>(
    _ progress: Progress, _ body: () throws -> Found
  ) throws -> Found {
    defer { progress.end() }
    do {
      return try body()
    } catch let stop as Interruption.Stop {
      progress.end()
      Interruption.end()
      throw stop
    }
  }
}
