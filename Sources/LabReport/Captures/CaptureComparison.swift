public import LabMetrics
import LabText

/// Two captures side by side: every metric and rule, and how much the second differs.
///
/// One capture of each says nothing about chance, so that no difference is called significant.
public struct CaptureComparison {
  private let first: (title: String, rules: FrameRules)
  private let second: (title: String, rules: FrameRules)

  /// Compares two series of frames.
  public init(
    _ first: (title: String, rules: FrameRules), _ second: (title: String, rules: FrameRules)
  ) {
    self.first = first
    self.second = second
  }

  /// Whether both have the same frames.
  public var isIdentical: Bool { first.rules.series == second.rules.series }

  /// The comparison, without a line feed at the end.
  public var text: String {
    var table = TextTable([.left, .right, .right, .right, .left])
    table.append(["", "first", "second", "change", ""])
    table.appendRule()
    for (one, other) in zip(Self.values(first.rules), Self.values(second.rules)) {
      let change = one.value.flatMap { one in other.value.map { decimalText($0 - one) } }
      table.append([
        one.name, one.value.map { decimalText($0) } ?? "–",
        other.value.map { decimalText($0) } ?? "–",
        change.map { $0.hasPrefix("-") || $0 == "0" ? $0 : "+" + $0 } ?? "", one.unit,
      ])
    }
    let words =
      "Frame times are taken \(first.rules.series.basis.words). With one capture each there is no"
      + " interval: repeat both to tell a change from chance."
    let screen = Screen()
    let head =
      screen.hanging("first:", first.title, indent: 8)
      + screen.hanging("second:", second.title, indent: 8) + screen.wrapped(words)
    return (head + [""] + table.lines).joined(separator: "\n")
  }

  private static func values(
    _ rules: FrameRules
  ) -> [(name: String, value: Double?, unit: String)] {
    [("frames", Double(rules.series.frames.count), "")]
      + rules.captureValues.map { ($0.name, $0.value?.number, $0.unit) }
      + rules.readings.map { ($0.rule.name, $0.value, $0.rule.unit) }
  }
}

extension FrameRules {
  /// What is told of a capture beyond the rules, with units.
  var captureValues: [(name: String, value: MetricValue?, unit: String)] {
    series.metrics.map { name, value in
      let isTime = MetricDictionary.metric(named: name)?.unit == .milliseconds
      return (name, value, isTime ? "ms" : "")
    } + [("missed_refreshes", series.missedRefreshes.map(MetricValue.count), "")]
  }
}
