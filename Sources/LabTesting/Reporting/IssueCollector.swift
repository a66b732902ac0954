/// Collects failures, and reports them at once or holds them back.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class IssueCollector {
  private(set) var failures: [Failure] = []
  /// What does not fail a test, and where it is reported.
  private(set) var warnings: [(text: String, place: Place)] = []
  private let holdsBack: Bool
  let place: Place

  /// Creates a collector; a failure without a place of its own is reported at the given one.
  init(holdsBack: Bool, at place: Place) {
    self.holdsBack = holdsBack
    self.place = place
  }

  func take(_ failure: Failure) {
    failures.append(failure)
    if !holdsBack { report(failure.text, of: failure) }
  }

  /// Takes what does not fail a test, once.
  func warn(_ text: String, at place: Place) {
    guard !warnings.contains(where: { $0.text == text }) else { return }
    warnings.append((text, place))
    if !holdsBack { IssueReporter.warn(text, at: place) }
  }

  /// Reports a failure in words of the caller's, and leaves files beside it.
  func report(_ text: String, of failure: Failure, leaving files: [AttachedFile] = []) {
    IssueReporter.report(text, at: failure.place ?? place, leaving: failure.files + files)
  }
}
