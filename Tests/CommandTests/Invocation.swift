import Foundation
import TestSupport

/// The command, run in a process of its own, in an empty folder that goes when it does.
final class Invocation {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "invocation-\(UUID().uuidString)")

  init(files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns how the command ended and what it said.
  func run(_ words: String...) throws -> BuiltProgram.Outcome { try run(words) }

  /// Returns how the command ended and what it said.
  func run(_ words: [String]) throws -> BuiltProgram.Outcome {
    try BuiltProgram(named: "runlooplab").run(words, in: folder)
  }
}
