import Foundation
import TestSupport
import Testing

/// Plays random scripts one after the other, and holds each against limits of time and memory.
///
/// The script under way stands in a file of the temporary folder, where it is found after a crash.
/// In the folder that `LAB_MUTANTS` names all stay, for the lab in a browser to play them as well.
struct Playground {
  /// What one script may take, in seconds of its thread.
  private static let secondLimit: Double = {
    #if DEBUG
      20
    #else
      1
    #endif
  }()
  /// What the whole process may take, in bytes.
  private static let byteLimit = 1 << 30

  let name: String
  let batch: FuzzBatch

  /// Plays all scripts of the batch.
  func play(
    _ make: (_ number: Int, _ seed: UInt64) -> [UInt8], _ body: ([UInt8]) throws -> Void
  ) throws {
    let note = FileManager.default.temporaryDirectory.appending(
      path: "fuzz-\(name)-\(batch.seed)-\(batch.numbers.lowerBound).lab")
    let kept = ProcessInfo.processInfo.environment["LAB_MUTANTS"].map { URL(filePath: $0) }
    for number in batch.numbers {
      let script = make(number, batch.seed)
      try Data(script).write(to: note)
      if let kept { try Data(script).write(to: kept.appending(path: "\(number).lab")) }
      let began = Self.seconds
      var failure: (any Error)?
      do { try body(script) } catch { failure = error }
      let taken = Self.seconds - began
      let text = Comment("input \(number): \(String(decoding: script, as: UTF8.self))")
      if let failure { Issue.record("\(failure), \(text)") }
      #expect(taken < Self.secondLimit, text)
    }
    #expect(isSanitized || Self.bytes < Self.byteLimit)
    try FileManager.default.removeItem(at: note)
  }

  /// The time that this thread has computed.
  private static var seconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most memory that the process ever had.
  private static var bytes: Int {
    var usage = rusage()
    #if os(Linux)
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      unsafe getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
}
