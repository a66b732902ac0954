import Foundation

/// The command, run in a process of its own, in an empty folder that goes when it does.
final class Invocation {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "invocation-\(UUID().uuidString)")

  init(files: [String: String] = [:]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the exit status and what was printed for the user and about mistakes.
  func run(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
    let output = folder.appending(path: "standard-output")
    let errors = folder.appending(path: "standard-error")
    let process = Process()
    process.executableURL = Self.products.appending(path: "runlooplab")
    process.arguments = words
    process.currentDirectoryURL = folder
    for (file, property) in [
      (output, \Process.standardOutput), (errors, \Process.standardError),
    ] {
      try Data().write(to: file)
      process[keyPath: property] = try FileHandle(forWritingTo: file)
    }
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOf: output, encoding: .utf8),
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  /// Where the command is built, beside the tests.
  private static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
    return bundle.bundleURL.pathExtension == "xctest"
      ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
  }
}
