package import Foundation

/// A program that is built beside the tests and run in a process of its own.
package struct BuiltProgram: Sendable {
  /// How a process ended and what it said.
  package struct Outcome: Sendable {
    /// What it ended with.
    package let status: Int32
    /// Whether it ended by itself, rather than by a signal.
    package let exited: Bool
    /// What it wrote to standard output.
    package let output: String
    /// What it wrote to standard error.
    package let errors: String
  }

  /// Where the program is.
  package let url: URL

  /// Names any program.
  package init(at url: URL) { self.url = url }

  /// Finds a program of this package.
  package init(named name: String) throws {
    #if os(Linux)
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let tests = URL(filePath: path)
    #else
      let tests =
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        ?? Bundle.main.bundleURL
    #endif
    url = tests.deletingLastPathComponent().appending(path: name)
  }

  /// Runs the program to its end.
  ///
  /// Output goes to files without a name, since a pipe that nobody reads would hold the program.
  package func run(
    _ arguments: [String], in folder: URL? = nil, into output: FileHandle? = nil
  ) throws -> Outcome {
    let said = try Self.scratchFile()
    let complained = try Self.scratchFile()
    let process = try start(arguments, in: folder, output: output ?? said, errors: complained)
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, exited: process.terminationReason == .exit,
      output: try Self.text(of: said), errors: try Self.text(of: complained))
  }

  /// Starts the program.
  package func start(
    _ arguments: [String], in folder: URL? = nil, output: FileHandle = .nullDevice,
    errors: FileHandle = .nullDevice
  ) throws -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return process
  }

  private static func scratchFile() throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory.appending(path: "tests-\(UUID().uuidString)")
    try Data().write(to: url)
    let handle = try FileHandle(forUpdating: url)
    // The open file lives on without its name, until the handle goes.
    try FileManager.default.removeItem(at: url)
    return handle
  }

  private static func text(of handle: FileHandle) throws -> String {
    try handle.seek(toOffset: 0)
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}
