import Foundation
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
    var lines = [FleetStudy.header]
    let study = try FleetStudy(files) { path in
      try TraceFile(whole: path, least: ImportOptions().least).read()
    } receive: { row in
      lines.append("\(field(row.recording)),\(field(row.change)),\(row.dropped),\(row.saved)")
    }
    let text = lines.joined(separator: "\n") + "\n"
    guard out != "-" else {
      try Terminal.writeResults(Array(text.utf8))
      Terminal.printError(FleetReport(study).text)
      return .success
    }
    Terminal.print(FleetReport(study, on: Terminal.screen).text)
    let folder = (out as NSString).appendingPathComponent("recordings.whatif")
    try WholeFiles.makeFolder(folder)
    let path = (folder as NSString).appendingPathComponent("whatif.csv")
    try WholeFiles([(path, text)]).write(replacing: true)
    Terminal.print("\nEvery change is in \(path).")
    return .success
  }

  /// A field of a CSV file, as RFC 4180 has it.
  private static func field(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
