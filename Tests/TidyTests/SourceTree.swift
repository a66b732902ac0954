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

  static let manifest = file(Checkout.root.appendingPathComponent("Package.swift"), "Package.swift")

  /// A target of the manifest: where its files lie, and the targets it declares to need.
  struct Target: CustomStringConvertible {
    let folder: String
    let dependencies: [String]

    var description: String { folder }
  }

  /// The targets of the manifest that declare dependencies.
  static let targets: [Target] = {
    guard let manifest else { return [] }
    let target =
      /\.(target|testTarget|executableTarget)\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]([^)]*)\)/
    return manifest.text.matches(of: target).map { match in
      let parent =
        match.1 == "testTarget" || match.4.contains("path: \"Tests/") ? "Tests" : "Sources"
      let names = match.3.matches(of: /"(\w+)"/).map { String($0.1) }
      return Target(folder: "\(parent)/\(match.2)", dependencies: names)
    }
  }()

  private static func file(_ url: URL, _ path: String) -> File? {
    (try? String(contentsOf: url, encoding: .utf8)).map { File(path: path, text: $0) }
  }

  static func files(below folder: String, as suffix: String = ".swift") -> [File] {
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
