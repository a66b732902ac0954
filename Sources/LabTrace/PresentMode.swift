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
}
