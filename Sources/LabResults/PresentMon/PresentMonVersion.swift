/// The generations of PresentMon's columns.
package enum PresentMonVersion: String, Hashable, Sendable, CaseIterable {
  /// Present calls, with a column `Dropped`, as PresentMon 1 wrote them and CapFrameX reads them.
  case v1 = "v1"
  /// Frames from the start of their work, with animation error, as PresentMon 2 writes them.
  case v2 = "v2"
}
