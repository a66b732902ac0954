/// What the runs of an experiment must show.
struct Expectation: Sendable {
  /// As it is written.
  let text: String
  let claim: Claim
  let quantifier: Quantifier
  /// Which values of every sweep the expectation is about.
  let admitted: [[Bool]]
  let measures: [Measure]
  /// The measures outside of aggregates: those that have a value in a single run.
  let singleMeasures: [Measure]
  let aggregates: [Aggregate]
  /// Every way to put a driver in the place of each subject of the measures.
  let matches: [[Subjects.Driver]]
  /// Whether every replication is judged, rather than all replications of a sweep point at once.
  let isPerRun: Bool

  /// Returns whether the expectation is about a sweep point.
  func admits(_ choice: [Int]) -> Bool {
    zip(admitted, choice).allSatisfy { $0[$1] }
  }
}
