/// What every published rule says about the same frames, side by side.
public struct FrameRules: Sendable {
  /// What one rule says.
  public struct Reading: Sendable {
    /// The rule.
    public let rule: FrameRule
    /// Which frames it calls bad; `nil` if it judges no single frames, or knows too little.
    public let isBad: [Bool]?
    /// The number that the rule is known by, in the rule's unit; `nil` where it is undefined.
    public let value: Double?
    /// What the publisher calls that value; `nil` if the publisher does not say.
    public let grade: String?

    /// How many frames it calls bad; `nil` if it judges none.
    public var bad: Int? { isBad?.count { $0 } }
  }

  /// All rules, in the order of reports.
  public static let rules: [FrameRule] =
    [appleHitch] + android + chrome + [capFrameXStutter, sentry, datadog] + flutter + [
      animationJump
    ]
    + lowFrameRates

  /// The frames.
  public let series: FrameSeries
  /// One reading per rule.
  public let readings: [Reading]

  /// Lets every rule judge a series.
  ///
  /// - Complexity: O(n log n) for n frames.
  public init(_ series: FrameSeries) {
    self.series = series
    let facts = FrameFacts(series)
    readings = Self.rules.map { rule in
      let verdicts = rule.judge(facts)
      let isBad = verdicts.contains { $0 != nil } ? verdicts.map { $0 == true } : nil
      let bad = isBad.map { zip(series.frames, $0).filter { $1 }.map { $0.0 } }
      let value = series.frames.isEmpty ? nil : rule.value(bad, facts)
      return Reading(rule: rule, isBad: isBad, value: value, grade: value.flatMap(rule.grade))
    }
  }

  /// Returns the rule of a name, or `nil` if there is none.
  public static func rule(named name: String) -> FrameRule? { rules.first { $0.name == name } }

  /// Returns the reading of a rule, or `nil` if there is no rule of that name.
  public subscript(rule name: String) -> Reading? { readings.first { $0.rule.name == name } }

  /// The readings of the rules that judged single frames.
  public var verdicts: [Reading] { readings.filter { $0.isBad != nil } }
}

extension FrameRules.Reading {
  /// Returns how many frames this rule calls bad and another one good; `nil` if one judges none.
  public func disagreement(with other: Self) -> Int? {
    guard let isBad, let otherIsBad = other.isBad else { return nil }
    return zip(isBad, otherIsBad).count { $0 && !$1 }
  }
}
