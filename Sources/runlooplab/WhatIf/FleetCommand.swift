import Foundation
import LabAnswer
import LabCompare
import LabImport
import LabReport
import LabResults
import LabStudy
import LabText

/// `why --all` over many recordings.
enum FleetCommand {
  /// Ranks changes over several recordings, files or folders; `nil` if the operands are none.
  static func perform(_ arguments: Arguments) throws -> ExitStatus? {
    let operands = arguments.operands
    guard operands.count > 1 || operands.contains(where: Scripts.isFolder) else { return nil }
    let files = operands.flatMap(RecordingSides.files)
    guard files.count > 1, files.allSatisfy(RecordingSides.isRecording) else { return nil }
    try arguments.check(.trace, operands[0])
    let out = arguments.text("--out") ?? "results"
    try OutputName.check(out, for: "--out", [])
    var rows = CSVWriter(header: FleetStudy.columns)
    let study = try FleetStudy(files) { path in
      try TraceFile(whole: path, least: ImportOptions().least).read()
    } receive: { row in
      rows.field(row.recording)
      rows.field(row.change)
      rows.field(row.dropped)
      rows.field(row.saved)
      rows.endRow()
    }
    let answer = study.answer(of: operands.joined(separator: " "))
    guard out != "-" else {
      try Terminal.writeResults(rows.bytes)
      Terminal.printError(AnswerText().text(of: answer))
      return .success
    }
    Terminal.print(AnswerText(on: Terminal.screen).text(of: answer))
    let path = try Ranking.write(
      rows.bytes, to: out, name: "recordings", replacing: arguments.has("--force"))
    Terminal.print("\nEvery change is in \(path).")
    return .success
  }
}
