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
    // Finer ones are as a rule differences of instants; those of one number are not.
    let isRounded =
      reading.kind == .intervals && (reading.resolution > 0.002 || reading.isConstant)
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
