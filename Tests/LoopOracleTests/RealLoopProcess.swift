#if os(Linux)
  import TestSupport
  import Foundation
  import LoopScenarios

  /// The program that plays scenarios on the real loop, in a process of its own.
  enum RealLoopProcess {
    /// Returns the timelines of scenarios, in their order, each as the line that was printed; with
    /// `isRecorded`, what a recorder tells.
    static func play(_ scenarios: [Scenario], isRecorded: Bool = false) throws -> [String] {
      let input = FileManager.default.temporaryDirectory
        .appendingPathComponent("realloop-\(UUID().uuidString)")
      try scenarios.map { "\($0)\n\n" }.joined()
        .write(to: input, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: input) }

      let process = Process()
      let output = Pipe()
      process.executableURL = try BuiltProgram(named: "realloop").url
      process.arguments = isRecorded ? ["--recorded"] : []
      process.standardInput = try FileHandle(forReadingFrom: input)
      process.standardOutput = output
      // The real loop has something to say there about running the common modes.
      process.standardError = FileHandle.nullDevice
      try process.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: text, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }
#endif
