import Foundation
import TestSupport

/// A folder with the experiments, in which commands run as a page prints them.
///
/// `runlooplab` and `swift run runlooplab` are the command that was built with the tests.
final class NewReader {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
    let programs = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "experiments"),
      withDestinationURL: Checkout.root.appending(path: "experiments"))
    try FileManager.default.createSymbolicLink(
      at: programs.appending(path: "runlooplab"),
      withDestinationURL: try BuiltProgram(named: "runlooplab").url)
    try write("#!/bin/sh\n[ \"$1\" = run ] && shift && exec \"$@\"\n", to: "bin/swift")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: programs.appending(path: "swift").path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// Runs a line of a shell.
  func run(_ line: String) throws -> BuiltProgram.Outcome {
    try BuiltProgram(at: URL(filePath: "/bin/sh"))
      .run(["-c", "PATH=\"$PWD/bin:$PATH\"; \(line)"], in: folder)
  }
}
