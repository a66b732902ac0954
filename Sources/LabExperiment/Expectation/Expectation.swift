import LabLanguage

/// What the runs of an experiment must show.
struct Expectation: Sendable {
  /// What it is called, in front of a colon; `nil` without a name.
  var name: String?
  /// As it is written.
  let text: String
  let claim: Claim
  let quantifier: Quantifier
  /// Which sweep points the expectation is about; `nil` for all.
  let condition: Condition?
  let measures: [Measure]
  /// The measures outside of aggregates: those that have a value in a single run.
  let singleMeasures: [Measure]
  let aggregates: [Aggregate]
  /// The names of the findings with which something is compared.
  let findings: [String]
  /// Every way to put a driver for each subject of the measures.
  let matches: DriverMatches
  /// Whether every replication is judged, rather than all replications of a sweep point at once.
  let isPerRun: Bool
  /// What both sides of the claim measure.
  var dimension = Dimension.number
  /// Whether it is theory, which is set beside what was measured.
  var isPrediction = false
  /// Where it stands.
  var place: Place?
  /// Whether it can fail; a prediction without a tolerance cannot.
  var isJudged = true

  /// Returns whether the expectation is about a sweep point.
  func admits(_ point: [Int]) -> Bool { condition?.holds(at: point) ?? true }
}
