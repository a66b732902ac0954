import CoreFoundation
import Foundation
import Testing

@testable import LabRecorder

/// A recorder on a thread of its own, whose loop performs blocks without ever waiting.
func record(
  in file: URL? = nil, _ body: @escaping @Sendable (LoopRecorder, CFRunLoop) throws -> Void
) async throws -> LoopRecording {
  try await withCheckedThrowingContinuation { continuation in
    Thread {
      do {
        let loop = try #require(CFRunLoopGetCurrent())
        let recorder = try LoopRecorder.start(onLoop: loop, inFile: file?.path, 1 << 12, 60)
        try body(recorder, loop)
        recorder.stop()
        continuation.resume(returning: recorder.recording)
      } catch {
        continuation.resume(throwing: error)
      }
    }.start()
  }
}

/// The events of the trace that is written of a recording.
func events(of recording: LoopRecording) throws -> [[String: Any]] {
  let object = try trace(of: recording)
  return try #require(object["traceEvents"] as? [[String: Any]])
}

/// The trace that is written of a recording.
func trace(of recording: LoopRecording) throws -> [String: Any] {
  let data = Data(ChromeTrace(recording).text.utf8)
  return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
}

/// What a thread leaves, read when it is done.
final class Box<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// A folder of its own for a test, removed behind it.
func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appending(path: "recorder-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
