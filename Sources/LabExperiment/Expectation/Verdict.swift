import LabLanguage

/// Whether an expectation holds, with the evidence.
package struct Verdict: Hashable, Sendable {
  /// What was found out.
  package enum Outcome: String, Hashable, Sendable {
    /// The runs show what is expected.
    case holds = "holds"
    /// They do not.
    case fails = "fails"
    /// No run was selected, because a sweep has other values than those of the script.
    case notJudged = "not judged"
    /// The runs on a host that nothing disturbed are too few, or contradict each other.
    case undecided = "undecided"
  }

  /// A run that speaks against the expectation.
  package struct Failure: Hashable, Sendable {
    /// The position of the run in the plan; of several that are compared, the first.
    package let run: Int
    /// The sweep point and the values, as `hiccup = 50 ms: timer.ball.double_fires = 35`.
    package let values: String

    /// Creates what speaks against an expectation.
    package init(run: Int, values: String) {
      (self.run, self.values) = (run, values)
    }
  }

  /// What was measured where the expectation is nearest to its limit, or farthest beyond it.
  package struct Evidence: Hashable, Sendable {
    /// The position of the run in the plan; of several that are compared, the first.
    package let run: Int
    /// The sweep point, as `hiccup = 50 ms`; empty without sweeps.
    package let place: String
    /// The left side as it is written, as `timer.ball.lateness_max`.
    package let subject: String
    /// The value of the left side, as `16.6 ms`; `undefined` where it has none.
    package let value: String
    /// What the value is compared with, as `<= 30 ms`; `nil` if the expectation says it in numbers.
    package let limit: String?

    /// The value, the limit and the place on one line.
    package var text: String { text("  at ") }

    /// The same with other words before the place.
    package func text(_ before: String) -> String {
      value + (limit.map { " (\($0))" } ?? "") + (place.isEmpty ? "" : before + place)
    }
  }

  /// A line of a file.
  package struct Place: Hashable, Sendable {
    /// The path of the script, or of one that it includes.
    package let path: String
    /// The line, from 1.
    package let line: Int
  }

  /// Where the expectation stands; `nil` if it is a part of another statement.
  package let place: Place?
  /// What the expectation is called; `nil` without a name, and if it was read from a file.
  package let name: String?
  /// The expectation as it is written.
  package let text: String
  /// Whether it holds.
  package var outcome: Outcome
  /// How many comparisons were made: one for every run or pair of runs, or, if only statistics over
  /// replications are compared, one for every sweep point; and so for every match of the wildcards.
  package let judged: Int
  /// In how many of them a value was undefined or the claim did not turn out as expected.
  package let failing: Int
  /// The first run that speaks against the expectation; `nil` unless it fails.
  package let failure: Failure?
  /// The measured value beside its limit; `nil` if nothing was judged.
  package var closest: Evidence?
}

extension Verdict {
  /// Creates a verdict that was read from a file.
  package init(text: String, outcome: Outcome, judged: Int, failing: Int, failure: Failure?) {
    self.init(
      place: nil, name: nil, text: text, outcome: outcome, judged: judged, failing: failing,
      failure: failure,
      closest: nil)
  }
}
