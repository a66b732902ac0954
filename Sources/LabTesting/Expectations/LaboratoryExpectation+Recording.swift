import Foundation
import LabTrace

extension LaboratoryExpectation {
  /// What happened is what was recorded before, event by event.
  ///
  /// The recording stands in the folder `Recordings` beside the test. With `LAB_RECORD=1` in the
  /// environment it is written anew, which is reported as well: look at it, and run without.
  ///
  /// - Parameter name: The name of the recording, without its extension.
  public func isAsRecorded(in name: String) {
    let file = URL(filePath: "\(place.filePath)").deletingLastPathComponent()
      .appending(path: "Recordings").appending(path: "\(name).trace")
    let trace = lab.trace
    let lines = trace.records.map { trace.line($0) }
    if ProcessInfo.processInfo.environment["LAB_RECORD"] == "1" {
      return record(lines, in: file)
    }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      return fail("there is no recording ‘\(file.path)’. Write it with LAB_RECORD=1")
    }
    let recorded = text.split(separator: "\n").map(String.init)
    guard lines != recorded else { return }
    let index = zip(lines, recorded).prefix { $0 == $1 }.count
    let ends = "nothing happens any more"
    let instant = (index < lines.count ? trace.records[index] : trace.records[lines.count - 1]).time
    fail(
      "the run is not as it was recorded in ‘\(name)’",
      [
        "  event \(index)",
        "  recorded: \(index < recorded.count ? recorded[index] : ends)",
        "  now: \(index < lines.count ? lines[index] : ends)",
      ] + (lab.picture(around: instant).map { ["", $0.description] } ?? []))
  }

  private func record(_ lines: [String], in file: URL) {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text = lines.joined(separator: "\n") + "\n"
      try text.write(to: file, atomically: true, encoding: .utf8)
      fail("‘\(file.path)’ was recorded; look at it, and run again without LAB_RECORD")
    } catch {
      fail("‘\(file.path)’ cannot be written: \(error)")
    }
  }
}
