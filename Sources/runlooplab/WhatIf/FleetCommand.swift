import Foundation
import LabAnswer
import LabCompare
import LabExperiment
import LabImport
import LabReport
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
    .with("--all"),
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
    guard files.count > 1, files.allSatisfy(RecordingSides.isRecording) else {
      guard let option = options.first(where: { arguments.has($0.name) }) else { return nil }
      throw UsageError(
        "'\(option.name)' is about several recordings, and there are none. Name files or a folder of"
          + " LabRecorder.")
    }
    try arguments.check(.trace, operands[0])
    let out = arguments.text("--out") ?? "results"
    try OutputName.check(out, for: "--out", [])
    let shard = try arguments.text("--shard").map {
      try Shard($0, environment: ProcessInfo.processInfo.environment)
    }
    guard out != "-" else {
      guard !arguments.has("--resume"), shard == nil else {
        throw UsageError("'--resume' and '--shard' keep files. Name a folder by --out.")
      }
      try Terminal.writeResults(CSVWriter(header: FleetStudy.columns).bytes)
      let study = try FleetStudy(files, read: read) { try Terminal.writeResults(line($0)) }
      Terminal.printError(AnswerText().text(of: study.answer(of: operands.joined(separator: " "))))
      return .success
    }
    let folder = (out as NSString).appendingPathComponent("recordings.whatif")
    let journal = try FleetJournal(
      in: folder, shard ?? .whole, of: files, resuming: arguments.has("--resume"),
      discarding: arguments.has("--force"))
    Interruption.watch()
    if let shard, !shard.isWhole { return try perform(shard, of: files, journal, folder) }
    return try rank(files, journal, folder, arguments)
  }

  private static func read(_ path: String) throws -> ImportedTrace {
    try TraceFile(whole: path, least: ImportOptions().least).read()
  }

  private static func line(_ row: FleetStudy.Row) -> [UInt8] {
    var csv = CSVWriter()
    csv.field(row.recording)
    csv.field(row.change)
    csv.field(row.dropped)
    csv.field(row.saved)
    csv.endRow()
    return csv.bytes
  }

  /// Tries the changes in a part of the recordings; parts lie one behind the other.
  private static func perform(
    _ shard: Shard, of files: [String], _ journal: FleetJournal, _ folder: String
  ) throws -> ExitStatus {
    let begin = files.count * (shard.number - 1) / shard.count
    let part = files[begin..<files.count * shard.number / shard.count]
    let progress = Progress("shard \(shard)", total: part.count, isShown: true)
    try stoppable(progress) {
      try FleetStudy.perform(part, memory: journal, read: read) { done in
        progress.update(done: done, "recordings")
        try Interruption.check()
      }
    }
    Terminal.print(
      "\(counted(part.count, "recording")) of shard \(shard) are in \(folder). With --resume and"
        + " without --shard all of them are ranked.")
    return .success
  }

  /// Ranks the changes over all recordings, and writes a row for every recording and change.
  private static func rank(
    _ files: [String], _ journal: FleetJournal, _ folder: String, _ arguments: Arguments
  ) throws -> ExitStatus {
    let partial = (folder as NSString).appendingPathComponent(".\(WhatIfFile.name).partial")
    let table = try DiskFile(partial)
    try table.truncate(to: 0)
    try table.append(CSVWriter(header: FleetStudy.columns).bytes)
    let progress = Progress("recordings", total: files.count, isShown: true)
    var study: FleetStudy?
    try stoppable(progress) {
      study = try FleetStudy(
        files, memory: journal, read: read,
        progress: { pass, done in
          progress.update(done: done, pass == .singles ? "recordings" : "recordings in pairs")
          try Interruption.check()
        }, receive: { try table.append(line($0)) })
    }
    guard let study else { return .broken }
    let path = (folder as NSString).appendingPathComponent(WhatIfFile.name)
    try table.synchronize()
    try WholeFiles.put(partial, at: path, replacing: arguments.has("--force"))
    journal.remove()
    let answer = study.answer(of: arguments.operands.joined(separator: " "))
    Terminal.print(AnswerText(on: Terminal.screen).text(of: answer))
    Terminal.print("\nEvery change is in \(path).")
    return .success
  }

  /// Does what Ctrl-C may end behind the recording under way.
  private static func stoppable(_ progress: Progress, _ body: () throws -> Void) throws {
    defer { progress.end() }
    do {
      try body()
    } catch let stop as Interruption.Stop {
      progress.end()
      Interruption.end()
      throw stop
    }
  }
}
