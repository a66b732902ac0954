import Foundation

/// How many inputs a test plays: a usual number, and any other by a variable of the environment.
///
/// Both stand in a table of the contributors' page, where `swift test --filter` names the test.
///
/// Where the libraries are not optimized, which `LAB_OPTIMIZED` says, random inputs take several
/// times as long, and a quarter of the usual number is played. The gate plays all.
package struct Count: Sendable, ExpressibleByStringLiteral {
  /// The number without the variable.
  package let usual: Int
  /// The variable that asks for another number.
  private let variable: String
  /// Whether a quarter is played where the libraries are not optimized.
  private var isDivided: Bool

  /// Finds a row of the table by its filter.
  package init(stringLiteral filter: String) {
    guard let row = Self.table[filter] else {
      preconditionFailure("the contributors' page has no row '\(filter)'")
    }
    self = row
  }

  private init(usual: Int, variable: String) {
    (self.usual, self.variable) = (usual, variable)
    isDivided = variable == "LAB_FUZZ_COUNT"
  }

  /// The same without that division, for a test that also claims how often something rare comes.
  package var whole: Count {
    var whole = self
    whole.isDivided = false
    return whole
  }

  /// How many inputs are played.
  package var value: Int {
    let asked = ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    return asked ?? (isDivided ? max(1, usual / Self.divisor) : usual)
  }

  /// What the usual numbers of random inputs are divided by.
  private static let divisor =
    ProcessInfo.processInfo.environment["LAB_OPTIMIZED"] == nil ? 4 : 1

  /// Returns the last of every so many inputs; with `LAB_EVERY_POINT` all of them, and where the
  /// libraries are not optimized a quarter.
  package static func sample<Input>(of inputs: [Input], every number: Int) -> [Input] {
    let step = isComplete ? 1 : number * divisor
    return stride(from: step - 1, to: inputs.count, by: step).map { inputs[$0] }
  }

  /// Returns how large an input is: a quarter where the libraries are not optimized.
  package static func size(_ usual: Int) -> Int { max(1, usual / divisor) }

  /// Whether all that a test knows of is asked for by `LAB_EVERY_POINT`, and not a sample of it.
  package static var isComplete: Bool {
    ProcessInfo.processInfo.environment["LAB_EVERY_POINT"] != nil
  }

  /// The rows, each by what `swift test --filter` plays of it.
  package static let table: [String: Count] = {
    let page = Checkout.root.appending(path: "Sources/LabKernel/LabKernel.docc/Contributing.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    var rows: [String: Count] = [:]
    for line in text.split(separator: "\n") {
      let cells = line.components(separatedBy: " | ")
      guard cells.count == 4, cells[2].hasPrefix("`LAB_"), let usual = Int(cells[1]) else {
        continue
      }
      rows[String(cells[3].dropFirst(2).dropLast(4))] = Count(
        usual: usual, variable: String(cells[2].dropFirst().dropLast()))
    }
    return rows
  }()
}
