/// What every rule for bad frames says of frames that are read one by one, as often as it takes.
package struct FrameRuleCounts: Sendable {
  /// What one rule says.
  package struct Reading: Sendable {
    package let rule: FrameRule
    /// How many frames it calls bad; `nil` if it judges no single frames, or knows too little.
    package let bad: Int?
    /// The number that the rule is known by, in the rule's unit; `nil` where it is undefined.
    package let value: Double?
    /// What the publisher calls that value; `nil` if the publisher does not say.
    package let grade: String?
  }

  /// How many frames there are.
  package let frames: Int
  /// One reading per rule.
  package let readings: [Reading]
  /// How many frames are bad by the same rules, each of which has a bit.
  private let sets: [UInt32: Int]

  /// Lets every rule judge all frames.
  ///
  /// - Parameters:
  ///   - times: How long the frames lasted.
  ///   - period: The nominal distance of two refreshes in nanoseconds; positive.
  ///   - cadence: The refreshes from one wanted frame to the next; at least 1.
  ///   - frames: Gives all frames, in order; asked once, and twice if there are more than are kept.
  /// - Throws: What reading throws.
  package init<Failure>(
    _ times: FrameTimes, period: Int64, cadence: Int,
    reading frames: ((FrameStep) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let facts = try FrameFacts(times, period: period, cadence: cadence, reading: frames)
    var tally = FrameRuleTally(facts)
    try frames { _ = tally.judge($0) }
    self.init(tally)
  }

  init(_ tally: FrameRuleTally) {
    frames = tally.count
    sets = tally.sets
    readings = tally.readings
  }

  /// How many frames one rule calls bad and another one good.
  ///
  /// - Parameters:
  ///   - rule: The position of the one in ``readings``.
  ///   - other: The position of the other.
  /// - Returns: The number of frames.
  package func disputed(_ rule: Int, _ other: Int) -> Int {
    sets.reduce(0) { sum, set in
      let isDisputed = set.key & 1 << rule != 0 && set.key & 1 << other == 0
      return sum + (isDisputed ? set.value : 0)
    }
  }
}

/// Lets every rule judge frames that come one by one.
struct FrameRuleTally {
  private let facts: FrameFacts
  private let judges: [FrameRule.Judge]
  private(set) var count = 0
  /// The rules that knew enough to judge a frame.
  private(set) var known: UInt32 = 0
  /// How many frames are bad by the same rules.
  private(set) var sets: [UInt32: Int] = [:]

  init(_ facts: FrameFacts) {
    self.facts = facts
    judges = FrameRules.rules.map { $0.judge(facts) }
  }

  /// Goes on with a frame, and returns the rules that call it bad.
  mutating func judge(_ step: FrameStep) -> UInt32 {
    let frame = FrameSeries.Frame(step, period: facts.period)
    var bad: UInt32 = 0
    for (index, judge) in judges.enumerated() {
      guard let isBad = judge.isBad(frame) else { continue }
      known |= 1 << index
      if isBad { bad |= 1 << index }
    }
    count += 1
    sets[bad, default: 0] += 1
    return bad
  }

  /// What the rules say after the last frame.
  var readings: [FrameRuleCounts.Reading] {
    FrameRules.rules.enumerated().map { index, rule in
      let bad =
        known & 1 << index == 0
        ? nil : sets.reduce(0) { $0 + ($1.key & 1 << index != 0 ? $1.value : 0) }
      let value = count > 0 ? judges[index].value(bad) : nil
      return FrameRuleCounts.Reading(
        rule: rule, bad: bad, value: value, grade: value.flatMap(rule.grade))
    }
  }
}
