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

  /// Which frames are bad; `nil` if the rule judges no single frames, or knows too little.
  let judge: @Sendable (FrameSeries) -> [Bool]?
  /// The number that the rule is known by; `nil` where it is undefined.
  let value: @Sendable (FrameSeries, [Bool]) -> Double?
  /// What the publisher calls such a value; `nil` if the publisher does not say.
  let grade: @Sendable (Double) -> String?

  /// Creates a rule that judges each frame.
  init(
    _ name: String, _ meaning: String, value valueMeaning: String = "The share of bad frames.",
    unit: String = "%", source: String, judge: @escaping @Sendable (FrameSeries) -> [Bool]?,
    measure value: @escaping @Sendable (FrameSeries, [Bool]) -> Double? = Self.share,
    grade: @escaping @Sendable (Double) -> String? = { _ in nil }
  ) {
    self.name = name
    self.meaning = meaning
    self.valueMeaning = valueMeaning
    self.unit = unit
    self.source = source
    self.judge = judge
    self.value = value
    self.grade = grade
  }

  /// Creates a rule that judges a series of frames as a whole.
  static func whole(
    _ name: String, _ meaning: String, unit: String, source: String,
    measure value: @escaping @Sendable (FrameSeries) -> Double?
  ) -> FrameRule {
    FrameRule(
      name, meaning, value: meaning, unit: unit, source: source, judge: { _ in nil },
      measure: { series, _ in value(series) })
  }

  /// The percentage of bad frames; `nil` without frames.
  @Sendable static func share(_ series: FrameSeries, _ isBad: [Bool]) -> Double? {
    isBad.isEmpty ? nil : 100 * Double(isBad.count { $0 }) / Double(isBad.count)
  }
}

extension FrameSeries {
  /// Rounded grids and captures of 100 ns make frames of whole refreshes seem longer or shorter.
  private static let slack: Int64 = 1000

  /// Judges every frame by itself.
  func each(_ isBad: (Frame) -> Bool) -> [Bool] { frames.map(isBad) }

  /// Judges every frame by its duration in nanoseconds.
  func lasting(_ isBad: (Int64) -> Bool) -> [Bool] { durations.map(isBad) }

  /// Judges every frame by something that is not always known: good where it is unknown, and `nil`
  /// if it is known of none.
  func known<Known>(_ property: KeyPath<Frame, Known?>, _ isBad: (Known) -> Bool) -> [Bool]? {
    let values = frames.map { $0[keyPath: property] }
    guard values.contains(where: { $0 != nil }) else { return nil }
    return values.map { $0.map(isBad) ?? false }
  }

  /// Whether a duration exceeds a number of refresh periods by more than rounding.
  func exceeds(_ duration: Int64, halfPeriods: Int64) -> Bool {
    2 * (duration - Self.slack) > halfPeriods * period
  }

  /// The time from the first shown frame to the last, without pauses, in nanoseconds.
  var span: Int64 { durations.reduce(0, +) }
}
