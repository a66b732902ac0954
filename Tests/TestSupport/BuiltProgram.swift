public import Foundation

/// A program that is built beside the tests and run in a process of its own.
public struct BuiltProgram: Sendable {
  /// How a process ended and what it said.
  public struct Outcome: Sendable {
    /// What it ended with.
    public let status: Int32
    /// Whether it ended by itself, rather than by a signal.
    public let exited: Bool
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String
  }

  /// Where the program is.
  public let url: URL

  /// Names any program.
  public init(at url: URL) { self.url = url }

  /// Finds a program of this package.
  ///
  /// - Parameter name: The name of the product.
  /// - Throws: What the system says if it does not tell where the tests are.
  public init(named name: String) throws {
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
  ///
  /// - Parameters:
  ///   - arguments: The words after its name.
  ///   - folder: Where it runs; `nil` for where the tests do.
  ///   - output: Where its output goes; `nil` for the outcome.
  /// - Returns: How it ended.
  /// - Throws: What the system says if the program cannot be started.
  public func run(
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
  ///
  /// - Parameters:
  ///   - arguments: The words after its name.
  ///   - folder: Where it runs; `nil` for where the tests do.
  ///   - output: Where its output goes.
  ///   - errors: Where its complaints go.
  /// - Returns: The process.
  /// - Throws: What the system says if the program cannot be started.
  public func start(
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
