import LabWorkload

/// The files of one script; a recording is read once, however many statements name it.
final class InputFiles {
  private let read: Experiment.FileReading
  /// Every file that was read, in order.
  private(set) var contents: [Experiment.Input] = []
  private var recordings: [String: Result<Recording, Mistake>] = [:]
  private var vsyncs: [String: Result<VsyncRecording, Mistake>] = [:]

  init(read: @escaping Experiment.FileReading) {
    self.read = read
  }

  /// Returns the text of a file.
  func text(_ path: String, limit: Int, place: Place?) throws(Mistake) -> SourceText {
    let bytes: [UInt8]
    do {
      bytes = try read(path)
      if !contents.contains(where: { $0.path == path }) {
        contents.append(Experiment.Input(path: path, bytes: bytes))
      }
    } catch {
      throw Mistake(place, "'\(path)' cannot be read: \(error).")
    }
    do {
      return try SourceText(path: path, bytes: bytes, limit: limit)
    } catch {
      // The place is where the script names the file; the file itself may not be fit to be shown.
      throw Mistake(place, place == nil ? error.message : "'\(path)': \(error.message)")
    }
  }

  /// Returns a recording of tasks.
  func recording(_ path: String, place: Place) throws(Mistake) -> Recording {
    try cached(path, place, in: &recordings) { text throws(Mistake) in try Recording(text) }
  }

  /// Returns a recording of vsyncs.
  func vsyncs(_ path: String, place: Place) throws(Mistake) -> VsyncRecording {
    try cached(path, place, in: &vsyncs) { text throws(Mistake) in try VsyncRecording(text) }
  }

  private func cached<Value>(
    _ path: String, _ place: Place, in store: inout [String: Result<Value, Mistake>],
    _ parse: (SourceText) throws(Mistake) -> Value
  ) throws(Mistake) -> Value {
    if let known = store[path] { return try known.get() }
    let result: Result<Value, Mistake>
    do {
      result = .success(try parse(try text(path, limit: Limits.recordingBytes, place: place)))
    } catch {
      result = .failure(error)
    }
    store[path] = result
    return try result.get()
  }
}
