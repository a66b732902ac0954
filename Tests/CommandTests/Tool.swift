import Foundation

/// The built command, run as a process in a folder of its own.
final class Tool {
  /// How a process ended and what it said.
  struct Outcome {
    let status: Int32
    /// Whether it ended by itself, rather than by a signal.
    let exited: Bool
    let output: String
    let errors: String
  }

  /// A script of two runs whose expectation holds.
  static let script = """
    title     A test
    question  Does it run?
    because   It does.
    display   60 Hz
    run       1 s
    arm timer
      timer ball every 1/60 s phase 0.5 in default
    arm link
      link  ball in default
    expect link.ball.double_fires == 0

    """

  /// The folder in which the command runs.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "CommandTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(Self.script, to: "good.lab")
    try write(Self.script.replacing("== 0", with: "== 1"), to: "failing.lab")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) throws {
    try data.write(to: folder.appending(path: name))
  }

  /// The names of everything in a folder, hidden things too; none if there is no such folder.
  func names(in name: String = "") -> [String] {
    let path = folder.appending(path: name).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The bytes of all files of a folder.
  func files(in name: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for file in names(in: name) {
      files[file] = try Data(contentsOf: folder.appending(path: "\(name)/\(file)"))
    }
    return files
  }

  /// Runs the command to its end.
  ///
  /// Output goes to files beside the folder, since a pipe that nobody reads would hold the command.
  func run(_ arguments: [String], into output: FileHandle? = nil) throws -> Outcome {
    try run(Self.executable(), arguments, into: output)
  }

  /// Runs lines of the shell to their end; `$0` is the command.
  func shell(_ script: String) throws -> Outcome {
    try run(URL(filePath: "/bin/sh"), ["-c", script, Self.executable().path])
  }

  private func run(
    _ program: URL, _ arguments: [String], into output: FileHandle? = nil
  ) throws -> Outcome {
    let said = try Self.scratchFile()
    let complained = try Self.scratchFile()
    let process = try start(program, arguments, output: output ?? said, errors: complained)
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, exited: process.terminationReason == .exit,
      output: try Self.text(of: said), errors: try Self.text(of: complained))
  }

  /// Runs the command to its end.
  func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  /// Starts the command.
  func start(_ arguments: [String]) throws -> Process {
    try start(Self.executable(), arguments, output: .nullDevice, errors: .nullDevice)
  }

  private func start(
    _ program: URL, _ arguments: [String], output: FileHandle, errors: FileHandle
  ) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return process
  }

  private static func scratchFile() throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "CommandTests-\(UUID().uuidString)")
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
    return tests.deletingLastPathComponent().appending(path: "runlooplab")
  }
}
