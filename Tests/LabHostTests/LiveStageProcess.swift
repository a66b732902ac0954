#if os(Linux)
  import Foundation
  import TestSupport

  /// The program that performs random scenarios on the real loop, each in a process of its own.
  enum LiveStageProcess {
    /// Returns what is said of each scenario: its number, and what is wrong with it; recordings are
    /// written into a folder, if there is one.
    static func perform(
      _ clock: String, _ batch: FuzzBatch, into folder: URL? = nil
    ) throws -> [String] {
      let process = Process()
      let output = Pipe()
      process.executableURL = try BuiltProgram(named: "livestage").url
      process.arguments =
        [
          clock, "\(batch.seed)", "\(batch.numbers.lowerBound)", "\(batch.numbers.count)",
        ] + [folder?.path].compactMap(\.self)
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }
#endif
