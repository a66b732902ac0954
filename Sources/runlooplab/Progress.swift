import Foundation

/// A line on the terminal that tells how far a long sweep is and how long it still takes.
///
/// The only place outside the live measurements that reads the host's clock; no result sees it.
final class Progress {
  private let name: String
  private let total: Int
  private let isShown: Bool
  private let began = ContinuousClock.now
  /// How many runs were done before this command began.
  private var doneBefore: Int?
  private var shownAt: ContinuousClock.Instant?

  init(_ name: String, total: Int, isShown: Bool) {
    self.name = name
    self.total = total
    self.isShown = isShown && Terminal.isWatched
  }

  /// Shows how many runs are done, at most ten times a second, and not in the first second.
  func update(done: Int) {
    guard isShown else { return }
    guard let doneBefore else {
      doneBefore = done
      return
    }
    let now = ContinuousClock.now
    guard now - began > .seconds(1), shownAt.map({ now - $0 > .milliseconds(100) }) ?? true
    else { return }
    shownAt = now
    let left = (now - began) * Double(total - done) / Double(max(1, done - doneBefore))
    Terminal.show(
      "\r\u{1b}[K\(name): \(done) of \(total) runs, \(left.components.seconds) s left")
  }

  /// Clears the line.
  func end() {
    if shownAt != nil { Terminal.show("\r\u{1b}[K") }
    shownAt = nil
  }
}
