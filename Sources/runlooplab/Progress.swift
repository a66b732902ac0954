import Foundation
import LabKernel

/// A line on the terminal that tells how far a long sweep or a long run is, and how long it still
/// takes.
///
/// The only place outside the live measurements that reads the host's clock; no result sees it.
final class Progress: Sendable {
  private let name: String
  private let total: Int
  private let isShown: Bool
  private let state = Locked(State())

  private struct State {
    let began = ContinuousClock.now
    /// How many runs are done, and how many were before this command began.
    var done = 0
    var doneBefore: Int?
    var shownAt: ContinuousClock.Instant?
    var pass: Pass?

    /// Whether a line may be shown: at most ten times a second, and not in the first second.
    mutating func mayShow(at now: ContinuousClock.Instant) -> Bool {
      guard now - began > .seconds(1), shownAt.map({ now - $0 > .milliseconds(100) }) ?? true
      else { return false }
      shownAt = now
      return true
    }
  }

  /// The run that was told of last.
  ///
  /// One of many numbers is made twice, from its start again.
  private struct Pass {
    let run: Int
    let began: ContinuousClock.Instant
    let simulatedBefore: Instant
    var simulated: Instant
    var isSecond = false
  }

  init(_ name: String, total: Int, isShown: Bool) {
    self.name = name
    self.total = total
    self.isShown = isShown && Terminal.isWatched
  }

  /// How long it has been there, for reports that tell times.
  var elapsed: Duration { ContinuousClock.now - state.withLock(\.began) }

  /// Shows how many runs are done, or other things of which there are as many as it says.
  func update(done: Int, of count: Int? = nil, _ things: String = "runs") {
    let total = count ?? total
    guard isShown else { return }
    state.withLock { state in
      state.done = done
      guard let doneBefore = state.doneBefore else {
        state.doneBefore = done
        return
      }
      let now = ContinuousClock.now
      guard state.mayShow(at: now) else { return }
      let left = (now - state.began) * Double(total - done) / Double(max(1, done - doneBefore))
      show("\(done) of \(total) \(things), \(left.components.seconds) s left")
    }
  }

  /// Shows how far a run is.
  func update(run: Int, at simulated: Instant, of length: Duration) {
    guard isShown else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      let isAgain = state.pass.map { $0.run == run && simulated < $0.simulated } ?? false
      if isAgain || state.pass?.run != run {
        state.pass = Pass(
          run: run, began: now, simulatedBefore: simulated, simulated: simulated, isSecond: isAgain)
      }
      state.pass?.simulated = simulated
      guard let pass = state.pass, now > pass.began, state.mayShow(at: now) else { return }
      let rate = pass.simulatedBefore.duration(to: simulated) / (now - pass.began)
      let rest = simulated.duration(to: .at(length)) / .seconds(1)
      let counted = total > 1 ? "\(state.done) of \(total) runs, " : ""
      show(
        "\(counted)run \(run)\(pass.isSecond ? " once more" : ""):"
          + " \(Int(Instant.start.duration(to: simulated) / .seconds(1)))"
          + " of \(length.components.seconds) s, \(Int(rate)) s a second"
          + (rate > 0 ? ", \(Int(rest / rate)) s left" : ""))
    }
  }

  private func show(_ text: String) { Terminal.show("\r\u{1b}[K\(name): \(text)") }

  /// Clears the line.
  func end() {
    state.withLock { state in
      if state.shownAt != nil { Terminal.show("\r\u{1b}[K") }
      state.shownAt = nil
    }
  }
}
