package import LabMetrics

extension Metric {
  /// The name in two lines, as narrow as possible, and the unit.
  package var heading: [String] {
    let words = name.split(separator: "_").map(String.init)
    let halves = words.indices.map { cut in
      [words[..<cut], words[cut...]].map { $0.joined(separator: " ") }
    }
    let best = halves.min { Self.width($0) < Self.width($1) } ?? ["", name]
    return best + [unit.symbol]
  }

  private static func width(_ lines: [String]) -> Int { lines.map { $0.count }.max() ?? 0 }
}
