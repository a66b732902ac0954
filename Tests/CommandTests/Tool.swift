import Foundation
import TestSupport

/// The built command, run as a process in a folder of its own.
final class Tool {
  /// The lines of a shell that wait until the command `$run` has kept a run, or is over.
  static let untilKept = """
    until [ -s results/.good.partial/runs.journal ] || ! kill -0 $run 2> /dev/null; do
      sleep 0.002
    done
    """

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

  /// Makes a folder with a script whose expectation holds and one whose expectation fails.
  convenience init() throws {
    try self.init(files: [
      "good.lab": Self.script, "failing.lab": Self.script.replacing("== 0", with: "== 1"),
    ])
  }

  /// Makes a folder of texts, by their paths.
  convenience init(files: [String: String]) throws {
    try self.init(files.mapValues { Data($0.utf8) })
  }

  /// Makes a folder of files, by their paths.
  init(_ files: [String: Data]) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "CommandTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, data) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
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

  /// The bytes of a file.
  func data(of name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  /// The text of a file.
  func text(of name: String) throws -> String {
    String(decoding: try data(of: name), as: UTF8.self)
  }

  /// The bytes of all files of a folder.
  func files(in name: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for file in names(in: name) {
      files[file] = try Data(contentsOf: folder.appending(path: "\(name)/\(file)"))
    }
    return files
  }

  /// The bytes of all files, those of its folders too, by their paths.
  func allFiles() throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let files = try paths.filter { path in
      let file = folder.appending(path: path)
      return try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
    return try Dictionary(uniqueKeysWithValues: files.map { ($0, try data(of: $0)) })
  }

  /// Runs the command to its end.
  func run(_ arguments: [String], into output: FileHandle? = nil) throws -> BuiltProgram.Outcome {
    try Self.program().run(arguments, in: folder, into: output)
  }

  /// Runs the command to its end.
  func run(_ arguments: String...) throws -> BuiltProgram.Outcome { try run(arguments) }

  /// Runs lines of the shell to their end; `$0` is the command.
  func shell(_ script: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: URL(filePath: "/bin/sh"))
      .run(["-c", script, Self.program().url.path], in: folder)
  }

  /// Starts the command.
  func start(_ arguments: [String], output: FileHandle = .nullDevice) throws -> Process {
    try Self.program().start(arguments, in: folder, output: output)
  }

  private static func program() throws -> BuiltProgram { try BuiltProgram(named: "runlooplab") }
}

extension BuiltProgram.Outcome {
  /// What was printed, with a blank between two words.
  var words: String {
    output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
