package import LabWorkload

/// The files of one script; a recording is read once, however many statements name it.
package final class InputFiles {
  private let read: (_ path: String) throws(InputFile.Problem) -> [UInt8]
  /// Returns the names of the files in a folder, whose path is empty or ends with a slash.
  package let names: (_ folder: String) -> [String]
  /// Every file that was read, in order.
  package private(set) var contents: [ScriptInput] = []
  /// How many bytes they have.
  package private(set) var size = 0
  private var recordings: [String: Result<Recording, Mistake>] = [:]
  private var tables: [String: Result<[Duration], Mistake>] = [:]
  private var costs: [String: Result<DatedDurations, Mistake>] = [:]
  private var vsyncs: [String: Result<VsyncRecording, Mistake>] = [:]

  package init(
    read: @escaping (_ path: String) throws(InputFile.Problem) -> [UInt8],
    names: @escaping (_ folder: String) -> [String] = { _ in [] }
  ) {
    (self.read, self.names) = (read, names)
  }

  /// Returns the text of a file.
  package func text(_ path: String, limit: Int, place: Place?) throws(Mistake) -> SourceText {
    let bytes = try bytes(path, limit: limit, place: place)
    if !contents.contains(where: { $0.path == path }) {
      contents.append(ScriptInput(path: path, bytes: bytes))
      size += bytes.count
    }
    do {
      return try SourceText(path: path, bytes: bytes, limit: limit)
    } catch {
      // The place is where the script names the file; the file itself may not be fit to be shown.
      guard let place else { throw error }
      let position = error.place.map { ":\($0.line):\($0.column)" } ?? ""
      throw Mistake(place, "'\(path)\(position)': \(error.text)")
    }
  }

  /// Returns the bytes of a file; what a trace of another tool holds is written as the lab does.
  private func bytes(_ path: String, limit: Int, place: Place?) throws(Mistake) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try read(path)
    } catch {
      let remedy = path.contains("*") ? " Only a load and an input can name several files." : ""
      throw Mistake(place, "'\(path)' cannot be read: \(error.words(called: path)).\(remedy)")
    }
    // A script is never a trace, and is what it is at any place.
    guard let place, limit == Limits.recordingBytes else { return bytes }
    return try ForeignTrace.recording(in: bytes, path: path, place: place) ?? bytes
  }

  /// Returns a recording of tasks.
  package func recording(_ path: String, place: Place) throws(Mistake) -> Recording {
    try cached(path, place, in: &recordings) { text throws(Mistake) in
      try Recording(ForeignTrace.tasks(in: text))
    }
  }

  /// Returns a recording of vsyncs.
  package func vsyncs(_ path: String, place: Place) throws(Mistake) -> VsyncRecording {
    try cached(path, place, in: &vsyncs) { text throws(Mistake) in
      try VsyncRecording(ForeignTrace.vsyncs(in: text, place: place))
    }
  }

  /// Returns the durations of a table: of a recording of tasks, or of a file of nothing else.
  package func durations(_ path: String, place: Place) throws(Mistake) -> [Duration] {
    try cached(path, place, in: &tables) { text throws(Mistake) in
      if text.lines[0] == DurationTable.header { return try DurationTable(text).durations }
      guard Recording.headers.contains(text.lines[0]) else {
        throw Mistake(
          Place(source: text, line: 1, column: 1),
          "this is not a table of durations. Its first line must be '\(DurationTable.header)' or"
            + " '\(Recording.header)'.")
      }
      let durations = try Recording(ForeignTrace.tasks(in: text)).tasks.map { $0.duration }
      guard !durations.isEmpty else {
        throw Mistake(Place(source: text, line: 1, column: 1), "this recording holds no task.")
      }
      return durations
    }
  }

  /// Returns the durations that belong to dates.
  package func datedDurations(_ path: String, place: Place) throws(Mistake) -> DatedDurations {
    try cached(path, place, in: &costs) { text throws(Mistake) in try DatedTable(text).durations }
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

/// Reads the files that an experiment names.
package enum InputFile {
  /// Why a file could not be read.
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file. One that was looked for on the disk has its path, and the file that
    /// may have been meant is searched for when this is told: most who miss a file do without.
    case missing(at: String? = nil)
    /// It is a folder, a device or a pipe.
    case notAFile
    /// The system refused.
    case unreadable

    /// The reason in words.
    package var description: String { words(called: nil) }

    /// The reason in words, for someone who calls the file otherwise: by its path from a script.
    func words(called name: String?) -> String {
      switch self {
      case .missing(let path):
        path.flatMap { InputFile.missing($0, called: name ?? $0) } ?? "there is no such file"
      case .notAFile: "it is not a file"
      case .unreadable: "reading is not permitted or failed"
      }
    }
  }

  /// The largest file that is ever accepted, in bytes.
  package static let limit = Limits.recordingBytes
}

/// A script, or a file that it names.
package struct ScriptInput: Hashable, Sendable {
  /// The path as the script or its reader writes it.
  package let path: String
  /// What was in it.
  package let bytes: [UInt8]

  /// Creates a file in memory.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
