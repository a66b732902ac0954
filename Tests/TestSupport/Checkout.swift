package import Foundation

/// The files of the checkout that is tested.
package enum Checkout {
  /// The folder that holds Package.swift.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The experiments that are shipped: their scripts by their names.
  private static let experiments: [String: URL] = {
    let folder = root.appending(path: "experiments")
    let walk = FileManager.default.enumerator(atPath: folder.path)
    let scripts = (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".lab") }
      .map { folder.appending(path: $0) }
    return Dictionary(
      uniqueKeysWithValues: scripts.map { script in
        (script.deletingPathExtension().lastPathComponent, script)
      })
  }()

  /// The names of the experiments that are shipped, in alphabetical order.
  package static let experimentNames = experiments.keys.sorted()

  /// Returns the script of an experiment that is shipped.
  package static func experiment(_ name: String) -> URL {
    guard let script = experiments[name] else { preconditionFailure("there is no '\(name)'") }
    return script
  }

  /// The folder `Fixtures` beside a test.
  package static func fixtures(beside test: String = #filePath) -> URL {
    URL(filePath: test).deletingLastPathComponent().appending(path: "Fixtures")
  }

  /// Whether `LAB_RECORD` asks for files on record to be written anew.
  package static var isRecorded: Bool {
    ProcessInfo.processInfo.environment["LAB_RECORD"] != nil
  }
}
