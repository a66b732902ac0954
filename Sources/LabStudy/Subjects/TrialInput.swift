import Foundation
package import LabAnswer
package import LabImport
import LabKernel
import LabLanguage
import LabText
import LabWorkload

/// What is tried: a trace of another tool, or a recording of the lab.
package struct TrialInput {
  private let recording: String
  private let vsyncs: [Int64]
  /// What was imported; `nil` of a recording.
  package let trace: ImportedTrace?
  /// What a recorder in the app noted of its drivers and modes.
  private let loop: TrialLoop?
  /// The length in nanoseconds.
  private let length: Int64
  /// Where a trace comes from, as JSON; `nil` of a recording.
  package let provenance: String?
  /// What was read.
  package let summary: [Answer.Part]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: The file, and what is taken of a trace.
  ///   - bytes: Its bytes.
  /// - Throws: Why it cannot be tried, or the mistakes of a recording.
  package init(_ file: TraceFile, _ bytes: FileBytes) throws {
    let head = bytes.head()
    if Self.isRecording(head) {
      try self.init(recording: bytes.all(), file)
      try file.check(bytes)
    } else {
      if Self.isScript(file.path, head) {
        throw TraceFile.Refusal(
          message: "\(file.title): error: "
            + (ListStudy.remark(on: file.path, head)
              ?? "this is a script. Run it: runlooplab run \(file.path)"),
          status: .wrongInput)
      }
      try self.init(trace: file, bytes)
    }
    guard .nanoseconds(length) <= TraceTrial.longest else {
      throw InputError(
        path: file.title,
        "\(length / 1_000_000_000) s are too long to try. Take an hour at most: --from and --to"
          + " choose a window.")
    }
  }

  /// What a file is, by its first bytes.
  package static func kind(of bytes: FileBytes) -> Subject.Kind {
    isRecording(bytes.head()) ? .recording : .trace
  }

  /// Whether the bytes are those of a recording.
  package static func isRecording(_ head: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    return Recording.headers.contains { header in
      head.starts(with: mark + Array(header.utf8)) || head.starts(with: header.utf8)
    }
  }

  /// Whether a file is a script: by its name, or by bytes that are of no known format.
  package static func isScript(_ path: String, _ head: [UInt8]) -> Bool {
    guard !isRecording(head), !head.starts(with: [0x1f, 0x8b]) else { return false }
    do throws(ImportFailure) {
      _ = try TraceFormat.recognize(head)
      return false
    } catch {
      return error == TraceFormat.unknown && (path.hasSuffix(".lab") || path == "-")
    }
  }

  private init(trace file: TraceFile, _ bytes: FileBytes) throws {
    let trace = try file.read(bytes)
    let writer = RecordingWriter(trace, clock: file.clock)
    if let lack = trace.lack { throw file.refusal(.empty(lack)) }
    recording = writer.recording
    vsyncs = trace.vsyncs
    self.trace = trace
    length = trace.windowLength
    let omissions: [String]
    do {
      loop = try TrialLoop(trace)
      omissions = try TrialLoop.omissions(in: trace) + [loop?.renamed].compactMap(\.self)
    } catch {
      throw InputError(path: file.title, "\(error)")
    }
    provenance = writer.provenance(file: (file.title as NSString).lastPathComponent)
    let found = ImportFindings(trace: trace, file: file.title, least: file.options.least)
    summary =
      found.summary
      + omissions.map { .sentences([Answer.Sentence($0, as: "omission")]) }
  }

  /// Returns the script that tries it, by default on its own display and by its own rules.
  package func script(
    of file: TraceFile, named name: String, on display: TrialDisplay?, like rules: TrialRules? = nil
  ) -> TrialScript {
    var script = TrialScript(
      name: name, source: (file.title as NSString).lastPathComponent, recording: recording,
      length: length, display: display ?? TrialDisplay(vsyncs: vsyncs, length: length), loop: loop,
      rules: rules ?? trace.map { TrialRules(of: $0) } ?? .runLoop)
    script.start = .nanoseconds(trace?.windowOffset ?? 0)
    return script
  }

  /// A recording, with the vsyncs that `import` wrote beside it.
  private init(recording bytes: [UInt8], _ file: TraceFile) throws {
    let tasks = try Recording(path: file.title, bytes: bytes, within: TraceTrial.longest).tasks
    guard !tasks.isEmpty else {
      throw TraceFile.Refusal(
        message: "\(file.title): error: this recording holds no task.", status: .wrongInput)
    }
    recording = String(decoding: bytes, as: UTF8.self)
    let beside = (file.path as NSString).deletingPathExtension + ".vsyncs.csv"
    let noted = try? InputFile.read(beside)
    vsyncs = try noted.map { try Instant.vsyncs(path: beside, bytes: $0).map(\.nanoseconds) } ?? []
    trace = nil
    loop = nil
    let end = tasks.map { Instant.start.duration(to: $0.arrival) + $0.duration }.max() ?? .zero
    length = max(Int64(end / .nanoseconds(1)), vsyncs.last ?? 0)
    provenance = nil
    let busy = tasks.reduce(.zero) { $0 + $1.duration }
    let words =
      "\(file.title): recording, \(counted(tasks.count, "task")), \(Int64(busy / .milliseconds(1))) ms"
      + " in \(Int64(end / .milliseconds(1))) ms"
    summary = [.sentences([Answer.Sentence(words, as: "summary")])]
  }
}
