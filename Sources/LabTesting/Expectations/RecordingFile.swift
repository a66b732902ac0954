import Foundation

/// What a run once was, line by line: a file in the folder `Recordings` beside the test.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct RecordingFile {
  let file: URL

  /// Finds the file of a name, with its extension.
  init(_ name: String, beside place: Place) {
    file = URL(filePath: "\(place.filePath)").deletingLastPathComponent()
      .appending(path: "Recordings").appending(path: name)
  }

  /// Returns the recorded lines.
  ///
  /// With `LAB_RECORD=1` in the environment the lines of now are written in their place.
  ///
  /// - Throws: ``Absence`` if there are none to compare with, and after they were written.
  func lines(now: [String]) throws(Absence) -> [String] {
    if ProcessInfo.processInfo.environment["LAB_RECORD"] == "1" { throw write(now) }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw Absence(
        reason: "there is no recording ‘\(file.path)’. Write it with LAB_RECORD=1")
    }
    return text.split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String]) -> Absence {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text = lines.joined(separator: "\n") + "\n"
      try text.write(to: file, atomically: true, encoding: .utf8)
      return Absence(
        reason: "‘\(file.path)’ was recorded; look at it, and run again without LAB_RECORD")
    } catch {
      return Absence(reason: "‘\(file.path)’ cannot be written: \(error)")
    }
  }

  /// Why there is nothing to compare with.
  struct Absence: Error {
    let reason: String
  }
}
