package import Foundation

/// A folder of its own for one test, which goes with it.
package final class TemporaryFolder {
  /// Where it is.
  package let url: URL

  /// Makes the folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something in it.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// The names of everything in the folder, hidden things too.
  package func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// The text of a file.
  package func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// The texts of all files of a folder.
  package func files(in name: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for file in try names(in: name) { files[file] = try text("\(name)/\(file)") }
    return files
  }

  /// Writes a file, and the folders that it lies in.
  package func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
