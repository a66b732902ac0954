import LabImport
import LabWorkload

/// Traces of other tools where a script names a recording.
///
/// Such a trace counts as the text of a recording: its tasks, and below them its vsyncs, if there
/// are any. So a result can keep and repeat what was read, whatever the bytes of the trace are.
package enum ForeignTrace {
  private static let own = Recording.headers + [VsyncRecording.header, DurationTable.header]

  /// Returns the tasks and vsyncs of a trace as text; `nil` if the file is no trace.
  ///
  /// - Throws: The reason why the trace cannot serve, where the script names it.
  package static func recording(
    in bytes: [UInt8], path: String, place: Place
  ) throws(Mistake) -> [UInt8]? {
    guard !isOwn(bytes) else { return nil }
    let isPacked = bytes.starts(with: [0x1f, 0x8b])
    do throws(ImportFailure) {
      if !isPacked { _ = try TraceFormat.recognize(Array(bytes.prefix(4096))) }
      guard bytes.count <= Limits.recordingBytes else {
        throw .tooLarge("the file is too large for a script. Import it: runlooplab import FILE")
      }
      let writer = RecordingWriter(try TraceImporter.read(ByteSource(bytes)))
      return Array((writer.recording + (writer.vsyncs ?? "")).utf8)
    } catch {
      if error == TraceFormat.unknown { return nil }
      if case .empty = error, bytes.allSatisfy({ $0 <= 0x20 }) { return nil }
      throw Mistake(place, "'\(path)': \(words(of: error))")
    }
  }

  /// Returns the tasks of a text that may hold vsyncs below them.
  package static func tasks(in text: SourceText) -> SourceText {
    guard Recording.headers.contains(text.lines[0]),
      let end = text.lines.firstIndex(of: VsyncRecording.header)
    else { return text }
    return SourceText(path: text.path, lines: text.lines[..<end])
  }

  /// Returns the vsyncs of a text that may hold tasks above them.
  package static func vsyncs(in text: SourceText, place: Place) throws(Mistake) -> SourceText {
    guard Recording.headers.contains(text.lines[0]) else { return text }
    guard let begin = text.lines.firstIndex(of: VsyncRecording.header) else {
      throw Mistake(place, "'\(text.path)' holds no vsyncs. Write a rate, such as 'display 60 Hz'.")
    }
    return SourceText(path: text.path, lines: text.lines[begin...])
  }

  private static func isOwn(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    return own.contains { text.starts(with: $0.utf8) }
  }

  private static func words(of failure: ImportFailure) -> String {
    guard case .ambiguous(let threads) = failure else { return "\(failure)" }
    return "\(threads.count) threads could be the main thread. Choose one and write its recording:"
      + " runlooplab import FILE --thread NAME --process NUMBER"
  }
}
