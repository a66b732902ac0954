package import Foundation

/// A program of the machine that not every machine has, such as Python with a library.
///
/// A test that needs one is passed over without it, and says so in a line.
package struct Interpreter {
  private let program: BuiltProgram

  /// Finds a program; `nil`, with a line that says so, if it is not there.
  package init?(_ name: String, with modules: [String] = []) throws {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let found = folders.map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else {
      print("passed over: there is no '\(name)'")
      return nil
    }
    program = BuiltProgram(at: found)
    for module in modules where try program.run(["-c", "import \(module)"]).status != 0 {
      print("passed over: '\(name)' has no module '\(module)'")
      return nil
    }
  }

  /// Runs it in a folder to its end.
  package func run(_ arguments: [String], in folder: URL) throws -> BuiltProgram.Outcome {
    try program.run(arguments, in: folder)
  }
}
