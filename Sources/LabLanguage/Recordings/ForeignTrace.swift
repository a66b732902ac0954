import LabWorkload

/// Traces of other tools where a script names a recording.
///
/// Such a trace counts as the text of a recording: its tasks, and below them its vsyncs, if there
/// are any. So a result can keep and repeat what was read, whatever the bytes of the trace are.
package enum ForeignTrace {
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
}
