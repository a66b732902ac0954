public import LabKernel
public import LabLoop
import LabTrace

/// The updates that wait to be handed to the render server, all together, before the loop sleeps.
///
/// - Source: Core Animation commits from an observer of beforeWaiting and exit with order 2 000 000,
///   as public dumps of run loops show. A source handled in a pass, and the quick poll of the main
///   queue, both postpone it, since no beforeWaiting is announced then.
public final class RenderTransaction {
  /// The order of the committing observer.
  public static let observerOrder = 2_000_000

  private unowned let loop: SimulatedRunLoop
  private var updates = 0

  /// Creates a transaction that commits in the loop's common modes.
  public init(in loop: SimulatedRunLoop) {
    self.loop = loop
    let observer = loop.makeObserver(
      "commit", of: [.beforeWaiting, .exit], order: Self.observerOrder
    ) { [unowned self] _, _ in
      commit()
    }
    loop.add(observer, to: .common)
  }

  /// Records that a driver changed what is to be shown.
  ///
  /// - Parameters:
  ///   - driver: The trace's index of the driver.
  ///   - animationTime: The time for which the new content was computed.
  ///   - due: The due instant that the update answers.
  public func update(by driver: UInt32, animationTime: Instant, due: Instant) {
    updates += 1
    loop.record(
      .update, subject: driver, first: animationTime.nanoseconds, second: due.nanoseconds)
  }

  private func commit() {
    guard updates > 0 else { return }
    loop.record(.commit, first: Int64(updates))
    updates = 0
  }
}
