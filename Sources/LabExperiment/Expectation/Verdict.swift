/// Whether an expectation holds, with the evidence.
public struct Verdict: Hashable, Sendable {
  /// What was found out.
  public enum Outcome: String, Hashable, Sendable {
    /// The runs show what is expected.
    case holds = "holds"
    /// They do not.
    case fails = "fails"
    /// No run was selected, because a sweep has other values than those of the script.
    case notJudged = "not judged"
  }

  /// A run that speaks against the expectation.
  public struct Failure: Hashable, Sendable {
    /// The position of the run in the plan; of several that are compared, the first.
    public let run: Int
    /// The sweep point and the values, as `hiccup = 50 ms: timer.ball.double_fires = 35`.
    public let values: String

    /// Creates what speaks against an expectation.
    package init(run: Int, values: String) {
      (self.run, self.values) = (run, values)
    }
  }

  /// The expectation as it is written.
  public let text: String
  /// Whether it holds.
  public let outcome: Outcome
  /// How many comparisons were made: one for every run or pair of runs, or, if only statistics over
  /// replications are compared, one for every sweep point; and so for every match of the wildcards.
  public let judged: Int
  /// In how many of them a value was undefined or the claim did not turn out as expected.
  public let failing: Int
  /// The first run that speaks against the expectation; `nil` unless it fails.
  public let failure: Failure?

  /// Creates a verdict.
  package init(text: String, outcome: Outcome, judged: Int, failing: Int, failure: Failure?) {
    (self.text, self.outcome, self.failure) = (text, outcome, failure)
    (self.judged, self.failing) = (judged, failing)
  }
}
