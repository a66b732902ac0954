import Foundation
import LabExperiment
import LabLanguage
import LabWorkload
import TestSupport

/// The scripts beside the tests, and scripts in them.
enum Fixture {
  static let folder = Checkout.fixtures()

  static func names(in folder: String, with type: String) -> [String] {
    let path = Self.folder.appending(path: folder).path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(".\(type)") }.map { String($0.dropLast(type.count + 1)) }
      .sorted()
  }

  /// Returns what a reader of a script is told: nothing, or its mistakes.
  static func messages(
    path: String, reading: @escaping Experiment.FileReading,
    listing: @escaping Experiment.FolderListing = { _ in [] }
  ) -> String {
    do throws(ScriptError) {
      _ = try Experiment(path: path, reading: reading, listing: listing)
      return ""
    } catch {
      return "\(error)\n"
    }
  }

  /// Reads a script from its text.
  static func experiment(
    _ text: String, files: [String: String] = [:], overriding: [(name: String, values: String)] = []
  ) throws -> Experiment {
    try Experiment(path: "test.lab", overriding: overriding) { path throws(InputFile.Problem) in
      guard path != "test.lab" else { return Array(text.utf8) }
      guard let file = files[path] else { throw .missing() }
      return Array(file.utf8)
    }
  }
}

extension Fixture {
  /// Reads a script of one arm with one driver on a 60 Hz display.
  static func driver(_ line: String) throws -> Driver {
    try experiment("display 60 Hz\nrun 1 s\narm a\n  \(line)").plan()[0].scenario.drivers[0]
  }
}
