import LabKernel
import LabTrace

/// The vsyncs for which a display link waits to be called back in the frames of a page.
final class FrameLine {
  private var waiting: HopLine.Hop?
  private var remembered: HopLine.Hop?

  /// Learns of a vsync.
  ///
  /// - Parameters:
  ///   - index: The index of the vsync.
  ///   - vsync: When it was.
  ///   - due: Since when a callback for it is due.
  ///   - isForNext: Whether the frame on its way leaves it to the next.
  /// - Returns: What becomes of it.
  func vsync(
    _ index: Int, at vsync: Instant, due: Instant, isForNext: Bool
  ) -> TraceDueOutcome {
    let hop = HopLine.Hop(index: index, due: due, stamp: (index, vsync))
    if isForNext {
      if remembered != nil {
        remembered?.stamp = hop.stamp
        return .folded
      }
      remembered = hop
      return waiting == nil ? .pending : .queued
    }
    if waiting != nil {
      waiting?.stamp = hop.stamp
      return .folded
    }
    waiting = hop
    return .pending
  }

  /// Takes what the frame that begins answers.
  func take() -> HopLine.Hop? {
    defer { waiting = nil }
    return waiting
  }

  /// Lets the next frame answer what was left to it.
  func endFrame() {
    guard let next = remembered else { return }
    waiting = next
    remembered = nil
  }

  func removeAll() {
    waiting = nil
    remembered = nil
  }
}
