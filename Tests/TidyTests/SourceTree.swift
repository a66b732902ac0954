import Foundation
import TestSupport

/// The package's own sources, as text.
enum SourceTree {
  struct File: CustomStringConvertible {
    let path: String
    let text: String

    /// The target: the folder below Sources or Tests.
    var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The folder in which it lies.
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    var description: String { path }
  }

  static let sources = files(below: "Sources")
  static let all = sources + files(below: "Tests")
  /// The articles and the experiments.
  static let pages = files(below: "Sources", as: ".md") + files(below: "experiments", as: ".lab")

  static let readme = file(Checkout.root.appendingPathComponent("README.md"), "README.md")

  private static func file(_ url: URL, _ path: String) -> File? {
    (try? String(contentsOf: url, encoding: .utf8)).map { File(path: path, text: $0) }
  }

  private static func files(below folder: String, as suffix: String = ".swift") -> [File] {
    let base = Checkout.root.appendingPathComponent(folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return walk.compactMap { $0 as? String }
      .filter { $0.hasSuffix(suffix) && !$0.contains("/.build/") }
      .sorted()
      .compactMap { name in
        file(base.appendingPathComponent(name), "\(folder)/\(name)")
      }
  }
}
