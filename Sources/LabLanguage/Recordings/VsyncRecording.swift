package import LabKernel

/// The instants of a panel's vsyncs, as they stand in a file.
package struct VsyncRecording {
  package static let header = "vsync_ns"

  package let instants: [Instant]

  /// Reads a table with the column `vsync_ns`, in ascending order.
  ///
  /// - Throws: The first row that is not a whole number of nanoseconds or not larger than its
  ///   predecessor, or the mistake that there are too few or too slow ones.
  package init(_ source: SourceText) throws(Mistake) {
    let start = Place(source: source, line: 1, column: 1)
    guard source.lines[0] == Self.header else {
      throw Mistake(
        start, "this is not a recording of vsyncs. Its first line must be '\(Self.header)'.")
    }
    var instants: [Instant] = []
    for (index, line) in source.lines.enumerated().dropFirst() where !line.isEmpty {
      let place = Place(source: source, line: index + 1, column: 1)
      guard let count = Int64(line), (0...Limits.nanoseconds).contains(count) else {
        throw Mistake(place, "a row is a whole number of nanoseconds, 0 to 1000 days.")
      }
      let instant = Instant(nanoseconds: count)
      if let last = instants.last, last >= instant {
        throw Mistake(place, "this vsync does not come after the one above.")
      }
      instants.append(instant)
    }
    guard let first = instants.first, let last = instants.last, instants.count >= 2,
      (.microseconds(100) ... .seconds(1)).contains(
        first.duration(to: last) / (instants.count - 1))
    else {
      throw Mistake(start, "a recording needs two vsyncs at least, at 1 Hz to 10 kHz on average.")
    }
    self.instants = instants
  }
}

extension Instant {
  /// Returns the vsyncs in a file, which scripts read as a recorded display.
  ///
  /// - Throws: What is wrong with the file.
  package static func vsyncs(path: String, bytes: [UInt8]) throws(ScriptError) -> [Instant] {
    do {
      let text = try SourceText(path: path, bytes: bytes, limit: Limits.recordingBytes)
      return try VsyncRecording(text).instants
    } catch {
      throw ScriptError([error], path: path)
    }
  }
}
