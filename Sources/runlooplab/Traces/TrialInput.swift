import Foundation
import LabExperiment
import LabImport
import LabReport
import LabResults
import LabText

/// What is tried: a trace of another tool, or a recording of the lab.
struct TrialInput {
  let recording: String
  let vsyncs: [Int64]
  let vsyncText: String?
  /// The frames that a trace tells of.
  let frames: [ImportedTrace.Frame]
  /// The length in nanoseconds.
  let length: Int64
  /// Where a trace comes from, as JSON; `nil` of a recording.
  let provenance: String?
  /// What it is, in words.
  let summary: String

  /// The longest recording that is tried: an hour.
  private static let longest: Int64 = 3_600_000_000_000

  init(_ file: TraceFile) throws(TraceFile.Refusal) {
    let head: [UInt8]
    do {
      head = try InputFile.read(file.path)
    } catch {
      throw TraceFile.Refusal(
        message: "\(file.path): error: the file cannot be read: \(error).", status: .wrongInput)
    }
    if head.starts(with: "start_us,duration_us".utf8) {
      guard file.takesAll else {
        throw TraceFile.Refusal(
          message: "runlooplab: error: '\(file.path)' is a recording, and taken as it is. Options"
            + " that choose something in a trace do not apply to it.", status: .wrongUsage)
      }
      try self.init(recording: head, file)
    } else {
      try self.init(trace: file)
    }
    guard length <= Self.longest else {
      throw TraceFile.Refusal(
        message:
          "\(file.path): error: \(length / 1_000_000_000) s are too long to try. Take an hour"
          + " at most: --from and --to of 'import' choose a window.",
        status: .wrongInput)
    }
  }

  private init(trace file: TraceFile) throws(TraceFile.Refusal) {
    let trace = try file.read()
    let writer = RecordingWriter(trace, clock: file.clock)
    guard !trace.tasks.isEmpty else {
      throw TraceFile.Refusal(
        message: "\(file.path): error: there are no tasks to try"
          + (trace.tally.shorter > 0 ? ": all are shorter than --least." : "."),
        status: .wrongInput)
    }
    recording = writer.recording
    vsyncs = trace.vsyncs
    vsyncText = writer.vsyncs
    frames = trace.frames
    length = trace.windowLength
    provenance = writer.provenance(file: (file.path as NSString).lastPathComponent)
    summary = ImportReport(trace, file: file.path, least: file.options.least).summary
  }

  /// A recording, with the vsyncs that `import` wrote beside it.
  private init(recording bytes: [UInt8], _ file: TraceFile) throws(TraceFile.Refusal) {
    recording = String(decoding: bytes, as: UTF8.self)
    let beside = (file.path as NSString).deletingPathExtension + ".vsyncs.csv"
    vsyncText = (try? InputFile.read(beside)).map { String(decoding: $0, as: UTF8.self) }
    frames = []
    vsyncs = vsyncText?.split(separator: "\n").compactMap { Int64($0) } ?? []
    var (count, busy, end) = (0, Int64(0), Int64(0))
    for row in recording.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = row.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let start = Int64(fields[0]), let duration = Int64(fields[1]),
        0...(1 << 46) ~= start, 0...(1 << 46) ~= duration
      else { continue }
      count += 1
      busy += duration
      end = max(end, start + duration)
    }
    guard count > 0 else {
      throw TraceFile.Refusal(
        message: "\(file.path): error: this recording holds no task.", status: .wrongInput)
    }
    length = max(end * 1000, vsyncs.last ?? 0)
    provenance = nil
    summary =
      "\(file.path): recording, \(counted(count, "task")), \(busy / 1000) ms in \(end / 1000) ms"
  }
}
