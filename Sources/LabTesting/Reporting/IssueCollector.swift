/// Collects failures, and reports them at once or holds them back.
final class IssueCollector {
  private(set) var failures: [Failure] = []
  private let holdsBack: Bool
  private let place: Place

  /// Creates a collector; a failure without a place of its own is reported at the given one.
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
