import LabExperiment
public import LabResults
import LabText

/// What became of the dropped refreshes of every arm from one result to another, and the verdict
/// that follows.
package struct DropVerdict {
  /// The dropped refreshes of a driver of an arm, over all sweep points.
  package struct Arm: Hashable, Sendable {
    /// The arm, with its driver if it has several.
    package let name: String
    /// The means of the first and the second result, added over the sweep points.
    package let dropped: [Double]
    /// Half the interval of the difference, added over the sweep points; `nil` for a pair of runs.
    package let halfWidth: Double?

    /// The second result − the first.
    package var difference: Double { dropped[1] - dropped[0] }
    /// The range in which the difference lies: of one pair of runs the difference itself.
    package var range: ClosedRange<Double> {
      (difference - (halfWidth ?? 0))...(difference + (halfWidth ?? 0))
    }
    /// What became of it.
    package var word: String {
      if difference == 0, halfWidth ?? 0 == 0 { return "same" }
      if range.contains(0) { return "within noise" }
      return difference < 0 ? "better" : "worse"
    }
    /// The name, both means, the change, half its interval, and the word.
    package var cells: [String] {
      [name] + dropped.map(DropVerdict.number)
        + [(difference > 0 ? "+" : "") + DropVerdict.number(difference)]
        + [halfWidth.map(DropVerdict.number) ?? "", word]
    }
  }

  /// How many arms became what, as `1 better, 2 same`.
  package var counts: String {
    ["worse", "better", "within noise", "same"].compactMap { word in
      let count = arms.count { $0.word == word }
      return count > 0 ? "\(count) \(word)" : nil
    }.joined(separator: ", ")
  }

  /// Every arm, in the order of the results.
  package let arms: [Arm]
  /// The lines in which the scripts differ.
  package let script: [String]

  private static let mostArms = 12
  private static let mostLines = 20
  /// What the columns beside the name take.
  private static let numberWidth = 44

  /// Takes a comparison.
  package init(_ comparison: ResultComparison) {
    script = comparison.scriptLines
    var order: [[String]] = []
    var changes: [[String]: [ResultComparison.Change]] = [:]
    for change in comparison.dropped {
      let key = Array(change.labels.suffix(2))
      if changes[key] == nil { order.append(key) }
      changes[key, default: []].append(change)
    }
    let counts = Dictionary(grouping: order) { $0[0] }.mapValues(\.count)
    arms = order.map { key in
      let all = changes[key] ?? []
      let widths = all.map(\.paired.differences.halfWidth)
      return Arm(
        name: counts[key[0]] == 1 ? key[0] : key.joined(separator: "."),
        dropped: [all.reduce(0) { $0 + $1.means.0 }, all.reduce(0) { $0 + $1.means.1 }],
        halfWidth: widths.contains { $0 == nil } ? nil : widths.reduce(0) { $0 + ($1 ?? 0) })
    }
  }

  /// The verdict in a sentence; `nil` if no driver has a target.
  package var headline: String? {
    guard !arms.isEmpty else { return nil }
    func listed(_ word: String) -> String? {
      let found = arms.filter { $0.word == word }.map {
        "\($0.name) drops \(Self.number($0.dropped[1])) instead of \(Self.number($0.dropped[0]))"
      }
      return found.isEmpty ? nil : "\(word): \(found.prefix(3).joined(separator: ", "))"
    }
    let found = ["worse", "better"].compactMap(listed)
    guard found.isEmpty else { return found.joined(separator: "; ") + "." }
    return arms.allSatisfy { $0.word == "same" }
      ? "Every arm drops as many refreshes as before." : listed("within noise").map { $0 + "." }
  }

  /// The verdict, what changed in the script, and the dropped refreshes of every arm.
  package func lines(on screen: Screen) -> [String] {
    guard let headline else { return [] }
    var lines = screen.wrapped(headline)
    if !script.isEmpty {
      lines += ["", "Changed in the script:"] + script.prefix(Self.mostLines).map { "  " + $0 }
      if script.count > Self.mostLines {
        lines.append("  … and \(script.count - Self.mostLines) more")
      }
    }
    let room = max(16, screen.width - Self.numberWidth)
    var table = TextTable([.left, .right, .right, .right, .right, .left])
    table.append(["dropped", "first", "second", "change", "±", ""])
    table.appendRule()
    for arm in arms.prefix(Self.mostArms) {
      let name = arm.name.count <= room ? arm.name : arm.name.prefix(room - 1) + "…"
      table.append([name] + arm.cells.dropFirst())
    }
    let hidden = arms.count - Self.mostArms
    return lines + [""] + table.lines + (hidden > 0 ? ["… and \(hidden) more"] : [])
  }

  fileprivate static func number(_ value: Double) -> String { decimalText(value, decimals: 0...1) }
}

extension ComparisonReport {
  /// The verdict on dropped refreshes, what changed in the script, and the drops of every arm;
  /// `nil` if the results are identical, or no driver has a target.
  public func verdict(_ comparison: ResultComparison) -> String? {
    guard !comparison.isIdentical || !comparison.scriptLines.isEmpty else { return nil }
    let lines = DropVerdict(comparison).lines(on: screen)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
