/// What a test expected in vain.
struct Failure: Hashable, Sendable {
  /// What failed, in a sentence.
  let headline: String
  /// Numbers, culprits and the picture, line by line.
  var details: [String] = []
  /// The line of the test; `nil` stands for that of the laboratory.
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
struct ReportDesk {
  private(set) var failures: [Failure] = []
  private let holdsBack: Bool

  init(holdsBack: Bool) { self.holdsBack = holdsBack }

  mutating func take(_ failure: Failure) {
    failures.append(failure)
    if !holdsBack { IssueReporter.report(failure.text, at: failure.place) }
  }
}

/// Returns a number of things in words: `1 refresh`, `2 refreshes`.
func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}
