import LabKernel

/// A published rule for what a bad frame is, or a number that is published instead of one.
public struct FrameRule: Sendable {
  /// The name, such as `jank_stats`.
  public let name: String
  /// Which frames it calls bad, or what number it is, with its parameters.
  public let meaning: String
  /// What ``FrameRules/Reading/value`` is.
  public let valueMeaning: String
  /// The unit of that value, as it is printed.
  public let unit: String
  /// Whose rule it is.
  public let source: String

  /// A frame that lasts longer is bad, whatever the display; `nil` for a rule that looks at the
  /// display.
  public private(set) var bound: Duration?

  /// Whether each frame is bad; `nil` if the rule judges no single frames, or knows too little of
  /// it.
  let judge: @Sendable (FrameFacts) -> [Bool?]
  /// The number that the rule is known by.
  let value: Measure
  /// What the publisher calls such a value; `nil` if the publisher does not say.
  let grade: @Sendable (Double) -> String?

  /// Is given the bad frames, or `nil` if none was judged, and returns a number; `nil` where it is
  /// undefined.
  typealias Measure = @Sendable (_ bad: [FrameSeries.Frame]?, FrameFacts) -> Double?

  /// Creates a rule that judges all frames together.
  init(
    _ name: String, _ meaning: String, value valueMeaning: String = "The share of bad frames.",
    unit: String = "%", source: String, judging judge: @escaping @Sendable (FrameFacts) -> [Bool?],
    measuring value: @escaping Measure = FrameRule.share,
    grade: @escaping @Sendable (Double) -> String? = { _ in nil }
  ) {
    (self.name, self.meaning, self.valueMeaning) = (name, meaning, valueMeaning)
    (self.unit, self.source, self.judge) = (unit, source, judge)
    (self.value, self.grade) = (value, grade)
  }

  /// Creates a rule that judges every frame by itself.
  static func each(
    _ name: String, _ meaning: String, value valueMeaning: String = "The share of bad frames.",
    unit: String = "%", source: String,
    isBad: @escaping @Sendable (FrameSeries.Frame, FrameFacts) -> Bool?,
    measuring value: @escaping Measure = FrameRule.share,
    grade: @escaping @Sendable (Double) -> String? = { _ in nil }
  ) -> FrameRule {
    FrameRule(
      name, meaning, value: valueMeaning, unit: unit, source: source,
      judging: { facts in facts.frames.map { isBad($0, facts) } }, measuring: value, grade: grade)
  }

  /// Creates a rule that calls every frame bad that lasts longer than a bound.
  static func longer(
    than bound: Duration, _ name: String, _ meaning: String, source: String
  ) -> FrameRule {
    let limit = bound.wholeNanoseconds
    var rule = each(name, meaning, source: source) { frame, _ in frame.step.duration > limit }
    rule.bound = bound
    return rule
  }

  /// Creates a rule that judges no single frames.
  static func whole(
    _ name: String, _ meaning: String, unit: String, source: String,
    measure value: @escaping @Sendable (FrameFacts) -> Double?
  ) -> FrameRule {
    each(
      name, meaning, value: meaning, unit: unit, source: source, isBad: { _, _ in nil },
      measuring: { _, facts in value(facts) })
  }

  /// The percentage of bad frames; `nil` if none was judged.
  @Sendable static func share(_ bad: [FrameSeries.Frame]?, _ facts: FrameFacts) -> Double? {
    bad.map { 100 * Double($0.count) / Double(facts.count) }
  }
}

/// What a rule may know of all frames together.
struct FrameFacts {
  let frames: [FrameSeries.Frame]
  /// The nominal distance of two refreshes in nanoseconds; positive.
  let period: Int64
  /// The refreshes from one wanted frame to the next; at least 1.
  let cadence: Int
  /// How long the frames lasted, the shortest first.
  private let durations: [Int64]
  private let sum: Int128

  /// Looks at all frames of a series.
  ///
  /// - Complexity: O(n log n) for n frames.
  init(_ series: FrameSeries) {
    (period, cadence, frames) = (series.period, series.cadence, series.frames)
    durations = frames.map { $0.step.duration }.sorted()
    sum = exactSum(durations)
  }

  /// How many frames there are.
  var count: Int { durations.count }
  /// For how long a frame is to stay.
  var wanted: Int128 { Int128(cadence) * Int128(period) }
  /// How many refreshes there are in a second, rounded.
  var wholeRate: Int64 { max(1, (1_000_000_000 + period / 2) / period) }
  /// The time from the first shown frame to the last, without pauses.
  var span: Int64 { Int64(clamping: sum) }
  /// The mean of their durations; 0 without any.
  var mean: Double { count > 0 ? nearestDouble(to: sum) / Double(count) : 0 }

  /// The 1st percentile of the frame rates, between two of them; `nil` without a frame that lasted.
  var slowRate: Double? {
    let positive = count - durations.partitionIndex { $0 > 0 }
    return QuantilePlace(0.01, of: positive).map { place in
      place.value { 1_000_000_000 / Double(durations[count - 1 - $0]) }
    }
  }

  /// The 99th percentile of the durations, between two of them; `nil` without frames.
  var slowDuration: Double? {
    QuantilePlace(0.99, of: count).map { place in place.value { Double(durations[$0]) } }
  }

  /// The duration at which the longest have filled a hundredth of the time; `nil` without frames.
  var fillingDuration: Int64? { Tail(durations)?.filling }

  /// The ⌊0.01 n⌋-th longest duration; `nil` below 100 frames.
  var hundredthDuration: Int64? { count >= 100 ? durations[count - count / 100] : nil }

  /// How long something lasts of all the time, in thousandths.
  func perThousand(_ time: Int128) -> Double? {
    span > 0 ? 1000 * (Double(time) / Double(span)) : nil
  }

  /// Whether a duration exceeds a number of refresh periods by more than rounding.
  func exceeds(_ duration: Int64, halfPeriods: Int64) -> Bool {
    // Rounded grids and captures of 100 ns make frames of whole refreshes seem longer or shorter.
    2 * (Int128(duration) - 1000) > Int128(halfPeriods) * Int128(period)
  }
}

/// Where a quantile lies between two sorted values.
///
///     h = (n + ⅓) q + ⅓,  x(⌊h⌋) + (h − ⌊h⌋) (x(⌊h⌋ + 1) − x(⌊h⌋)), counted from 1
///
/// - Source: Hyndman and Fan, "Sample quantiles in statistical packages", definition 8.
struct QuantilePlace {
  /// The positions of both values, counted from 0.
  let lower: Int
  let upper: Int
  private let weight: Double

  /// Finds the place of a share of so many values; `nil` without values.
  init?(_ share: Double, of count: Int) {
    guard count > 0 else { return nil }
    let position = (Double(count) + 1 / 3.0) * share + 1 / 3.0
    if position < 1 {
      (lower, upper, weight) = (0, 0, 0)
    } else if position >= Double(count) {
      (lower, upper, weight) = (count - 1, count - 1, 0)
    } else {
      lower = Int(position) - 1
      upper = lower + 1
      weight = position - position.rounded(.down)
    }
  }

  /// The quantile, given the value at a position.
  func value(_ sorted: (Int) -> Double) -> Double {
    let first = sorted(lower)
    return first + weight * (sorted(upper) - first)
  }
}

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
