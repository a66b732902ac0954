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
