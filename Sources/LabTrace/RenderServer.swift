/// Renders one picture after the other; a newer one takes the place of the one that waits.
///
///     begin = max(available, end of the one before),  end = begin + cost
///
/// One that becomes available together with the one that waits takes its place, too. The display
/// and the metrics decide by this one rule when a picture is complete.
package struct RenderServer: Sendable {
  /// When the last picture that was begun is complete; `Int64.min` before the first.
  package private(set) var busyUntil = Int64.min
  private var waiting: (available: Int64, cost: Int64)?

  package init() {}

  /// When the picture that waits will be complete if no other one takes its place.
  package var nextEnd: Int64? { waiting.map(end(of:)) }

  /// Hands a picture over, which may begin from an instant on.
  ///
  /// - Parameters:
  ///   - available: No earlier than that of the picture before.
  ///   - cost: How long it takes; negative ones count as 0.
  /// - Returns: When the picture that waited is complete, if it had begun by then; `nil` if none
  ///   waited or this one takes its place.
  package mutating func offer(available: Int64, cost: Int64) -> Int64? {
    let hasBegun = waiting.map { $0.available < available && busyUntil <= available } ?? false
    let begun = hasBegun ? finish() : nil
    waiting = (available, max(0, cost))
    return begun
  }

  /// Begins the picture that waits, if none that becomes available from an instant on can take its
  /// place, and returns when it is complete.
  package mutating func finish(before instant: Int64) -> Int64? {
    guard let picture = waiting, picture.available < instant, busyUntil <= instant else {
      return nil
    }
    return finish()
  }

  /// Begins the picture that waits, and returns when it is complete; `nil` if none waits.
  package mutating func finish() -> Int64? {
    guard let picture = waiting else { return nil }
    busyUntil = end(of: picture)
    waiting = nil
    return busyUntil
  }

  private func end(of picture: (available: Int64, cost: Int64)) -> Int64 {
    let (end, overflow) = max(picture.available, busyUntil)
      .addingReportingOverflow(picture.cost)
    return overflow ? .max : end
  }
}

/// What becomes of pictures that are committed faster than a display shows them.
public enum PresentMode: Hashable, Sendable {
  /// The newest picture takes the place of those that wait. The default.
  ///
  /// - Source: Vulkan, `VK_PRESENT_MODE_MAILBOX_KHR`. That Core Animation does so is an inference:
  ///   its render server draws the newest state of the layers, whatever was committed before.
  case mailbox

  /// Every refresh shows the oldest of the pictures that wait, and one that finds so many waiting
  /// is refused; at least 1.
  ///
  /// A picture waits from its commit to the latch of the refresh that shows it.
  /// - Source: Vulkan, `VK_PRESENT_MODE_FIFO_KHR`; Android's buffer queue, whose full state
  ///   Perfetto calls buffer stuffing. Android lets the application wait instead of refusing.
  case fifo(capacity: Int)

  /// The same, but a callback ends with present, and one that finds so many pictures waiting holds
  /// the thread until a latch takes one; at least 1.
  ///
  /// - Source: `eglSwapBuffers` and `CAMetalLayer.nextDrawable` wait for a buffer to be free;
  ///   Android's documentation of SurfaceFlinger calls a full queue back pressure.
  case blocking(capacity: Int)

  /// A picture carries the time for which it was made, and the first vsync at or after it shows it;
  /// one that is late is shown at once, and one that finds three waiting is refused.
  ///
  /// A link makes its pictures for its target timestamp, a timer for its next date. Of several that
  /// wait, the one with the earliest time goes first, one at every refresh. Updates of one commit
  /// are shown together, by the earliest of their times.
  /// - Source: `eglPresentationTimeANDROID`; Metal, `present(_:atTime:)`.
  case atTarget

  /// How many pictures wait for their time at most, as in a swap chain of three buffers.
  package static let targetCapacity = 3

  /// How many pictures may wait in the order of their commits; `nil` if none does.
  package var capacity: Int? {
    switch self {
    case .fifo(let capacity), .blocking(let capacity): capacity
    case .mailbox, .atTarget: nil
    }
  }
}
