/// How a display link on a thread of its own hands its vsyncs to the main loop.
///
/// The thread of the link serves every vsync at once; only the way into the main loop can be late.
public enum LinkHop: Hashable, Sendable, CaseIterable {
  /// A block of the main queue for every vsync, each with a callback of its own.
  ///
  /// - Source: WebKit, RemoteLayerTreeDrawingAreaProxyMac, before its dispatches were coalesced.
  case queue
  /// One block of the main queue; vsyncs that come before it begins are folded into it.
  ///
  /// - Source: WebKit, pull request 70129: an atomic timestamp keeps the newest vsync.
  case coalesced
  /// One block of the main queue; vsyncs that come before it begins are folded into it, and those
  /// that come before it ends are refused.
  ///
  /// - Source: facebook/pop, POPAnimator: the flag is lowered after the frame is rendered.
  case once
  /// A port with room for one message, which tells the oldest vsync; others are refused.
  case port

  /// What scripts call it.
  public var words: String {
    switch self {
    case .queue: "main-queue"
    case .coalesced: "main-queue coalesced"
    case .once: "main-queue once"
    case .port: "port"
    }
  }
}
