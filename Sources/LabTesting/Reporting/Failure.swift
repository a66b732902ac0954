/// What a test expected in vain.
struct Failure: Hashable, Sendable {
  /// What failed, in a sentence.
  let headline: String
  /// Numbers, culprits and the picture, line by line.
  var details: [String] = []
  /// The line of the test; `nil` stands for the line that made the laboratory.
  var place: Place?
  /// The same expectation in the language of scripts, if that can say it.
  var script: String?

  init(
    _ headline: String, details: [String] = [], at place: Place? = nil, script: String? = nil
  ) {
    self.headline = headline
    self.details = details
    self.place = place
    self.script = script
  }

  /// Returns whether another run failed in the same place for the same reason.
  func isSame(as other: Failure) -> Bool { place == other.place && script == other.script }

  var text: String { ([headline] + details).joined(separator: "\n") }
}

/// Takes failures, and reports them at once or holds them back.
final class IssueCollector {
  private(set) var failures: [Failure] = []
  private let holdsBack: Bool
  private let place: Place

  /// Creates a desk; what has no place of its own is reported in the given one.
  init(holdsBack: Bool, at place: Place) {
    self.holdsBack = holdsBack
    self.place = place
  }

  func take(_ failure: Failure) {
    failures.append(failure)
    if !holdsBack { report(failure.text, of: failure) }
  }

  /// Reports a failure in words of the caller's.
  func report(_ text: String, of failure: Failure) {
    IssueReporter.report(text, at: failure.place ?? place)
  }
}

/// Returns a number of things in words: `1 refresh`, `2 refreshes`.
func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}
