package import LabKernel

/// What a pasted list tells: the mechanism that made it, how sure that is, and its size.
package struct SeriesAnswer: Sendable {
  /// The list.
  package let reading: SeriesReading
  /// What was known of it.
  package let question: SeriesQuestion
  /// The mechanism; `nil` if the best two describe the list equally well.
  package let mechanism: SeriesMechanism?
  /// What the intervals do apart from a gap; `nil` without a gap, or if undecided.
  package let rest: SeriesMechanism?
  /// The mechanisms that no list can tell from this one.
  package let alike: [SeriesMechanism]
  /// All mechanisms that were fitted, the shortest description first.
  package let candidates: [SeriesCandidate]
  /// The numbers.
  package let findings: [SeriesFinding]
  /// The rates of what is locked to refreshes, in turn; none if it keeps one.
  package let paces: [SeriesPace]
  let course: Course
  let decision: Decision
  /// What was asked or is estimated to have been, in milliseconds.
  let asked: Double?

  /// Explains a list.
  ///
  /// - Complexity: O(*n*).
  package init(_ reading: SeriesReading, _ question: SeriesQuestion = SeriesQuestion()) {
    self.reading = reading
    self.question = question
    let known = question.askedMilliseconds
    // Finer ones are as a rule differences of instants; those that repeat one number are not.
    let isRounded =
      reading.kind == .intervals && (reading.resolution > 0.002 || reading.isRepeated)
    course = Course(
      reading.intervals, resolution: reading.resolution, isRounded: isRounded, asked: known)
    decision = Decision(Fits(course, asked: known, display: question.displayMilliseconds))
    (mechanism, rest, alike) = (decision.mechanism, decision.rest, decision.alike)
    candidates = decision.candidates
    asked = known ?? Self.estimate(decision, course)
    paces = SeriesPace.all(course, decision)
    findings = SeriesMeasurement(course, decision, asked: asked).findings
  }

  /// What was most likely asked, if it was not told.
  private static func estimate(_ decision: Decision, _ course: Course) -> Double? {
    let fit = decision.best
    switch fit.kind {
    case .grid:
      return NicePeriods.near(fit.period).min { abs($0 - fit.period) < abs($1 - fit.period) }
        ?? fit.period
    case .anew: return NicePeriods.below(course.usual)
    case .beat: return fit.other
    case .locked, .quantum, .merged, .jitter: return nil
    }
  }

  /// The period against whose multiples the intervals are best seen, in milliseconds.
  package var rowPeriod: Double {
    let period =
      switch decision.best.kind {
      case .locked, .quantum, .beat: decision.best.period
      case .grid, .anew, .merged, .jitter: asked ?? course.usual
      }
    return max(period, course.resolution)
  }

  /// The number of a name; `nil` where it is undefined.
  package func value(_ name: SeriesFinding.Name) -> Double? {
    findings.first { $0.name == name }?.value
  }

  /// The candidate that comes second; `nil` if nothing else fits.
  package var second: SeriesCandidate? {
    candidates.dropFirst().first { !alike.contains($0.mechanism) }
  }

  /// How sure the mechanism is, in words: by the bits to the second.
  package var certainty: String {
    guard mechanism != nil else { return "undecided" }
    guard let second else { return "sure" }
    return second.behind >= 10 ? "sure" : "likely"
  }
}

/// What is known of a list beside its numbers.
package struct SeriesQuestion: Hashable, Sendable {
  /// The interval that was asked for; `nil` to estimate it.
  package let asked: Duration?
  /// The refresh rate of the display; `nil` to estimate it.
  package let display: RefreshRate?

  /// What can be asked for.
  package static let intervals = Duration.microseconds(1)...Duration.seconds(86_400)

  /// Creates a question; what was asked is one of ``intervals``.
  package init(asked: Duration? = nil, display: RefreshRate? = nil) {
    precondition(
      asked.map(Self.intervals.contains) ?? true,
      "An interval of \(asked ?? .zero) is not between 1 us and 1 day.")
    (self.asked, self.display) = (asked, display)
  }

  /// What was asked, in milliseconds.
  package var askedMilliseconds: Double? {
    asked.map { Double($0.wholeNanoseconds) / 1_000_000 }
  }

  /// The period of the display in milliseconds.
  var displayMilliseconds: Double? { display.map { 1000 / $0.hertz } }
}

/// A mechanism that may have made a list.
package struct SeriesCandidate: Hashable, Sendable {
  package let mechanism: SeriesMechanism
  /// The length of the description of the list by it, in bits.
  package let bits: Double
  /// How many bits longer that is than the shortest; every bit halves its odds.
  package let behind: Double
}
