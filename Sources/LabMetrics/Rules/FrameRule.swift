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

  /// Begins to judge frames.
  let judge: @Sendable (FrameFacts) -> Judge
  /// What the publisher calls such a value; `nil` if the publisher does not say.
  let grade: @Sendable (Double) -> String?

  /// A rule at work: it is given frames one by one, and keeps what it needs of those before.
  struct Judge {
    /// Whether a frame is bad; `nil` if the rule judges no single frames, or knows too little of
    /// it.
    let isBad: (FrameSeries.Frame) -> Bool?
    /// The number that the rule is known by, given how many frames were bad, or `nil` if it judged
    /// none; `nil` where it is undefined.
    let value: (_ bad: Int?) -> Double?
  }

  /// Creates a rule.
  init(
    _ name: String, _ meaning: String, value valueMeaning: String = "The share of bad frames.",
    unit: String = "%", source: String, judging judge: @escaping @Sendable (FrameFacts) -> Judge,
    grade: @escaping @Sendable (Double) -> String? = { _ in nil }
  ) {
    self.name = name
    self.meaning = meaning
    self.valueMeaning = valueMeaning
    self.unit = unit
    self.source = source
    self.judge = judge
    self.grade = grade
  }

  /// Creates a rule that judges every frame by itself, and is known by the share of bad ones.
  static func each(
    _ name: String, _ meaning: String, source: String,
    isBad: @escaping @Sendable (FrameSeries.Frame, FrameFacts) -> Bool?
  ) -> FrameRule {
    FrameRule(name, meaning, source: source) { facts in
      Judge(isBad: { isBad($0, facts) }, value: { share($0, facts) })
    }
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

  /// Creates a rule that judges a series of frames as a whole.
  static func whole(
    _ name: String, _ meaning: String, unit: String, source: String,
    measure value: @escaping @Sendable (FrameFacts) -> Double?
  ) -> FrameRule {
    FrameRule(name, meaning, value: meaning, unit: unit, source: source) { facts in
      Judge(isBad: { _ in nil }, value: { _ in value(facts) })
    }
  }

  /// The percentage of bad frames; `nil` if none was judged.
  static func share(_ bad: Int?, _ facts: FrameFacts) -> Double? {
    bad.map { 100 * Double($0) / Double(facts.count) }
  }
}
