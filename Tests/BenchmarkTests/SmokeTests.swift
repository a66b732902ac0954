import Foundation
import Testing

@Suite struct `The benchmarks` {
  /// The command complains, and fails, if two implementations of a workload come to different
  /// checksums, or if one that must not allocate memory in steady state does.
  @Test(.timeLimit(.minutes(5)))
  func `come to the right checksums and allocate nothing in steady state`() throws {
    let process = Process()
    process.executableURL = try Self.executable()
    process.arguments = ["--smoke", "--csv"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let rows = try text(output).split(separator: "\n")
    let complaints = try text(errors)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(complaints)")
    #expect(complaints.isEmpty)
    #expect(rows.count > 15)
  }

  private func text(_ pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// The command, which is built beside the tests.
  private static func executable() throws -> URL {
    #if os(Linux)
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let tests = URL(filePath: path)
    #else
      let tests =
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        ?? Bundle.main.bundleURL
    #endif
    return tests.deletingLastPathComponent().appending(path: "labbench")
  }
}
