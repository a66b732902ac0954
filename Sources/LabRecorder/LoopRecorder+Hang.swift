extension LoopRecorder {
  /// Calls a handler when a callout of the loop has taken long.
  ///
  /// The handler is called on the recorder's thread, as soon as the loop goes on; for what never
  /// goes on, record in a file. One handler is kept until ``stop()``, which it may call itself.
  ///
  /// - Parameters:
  ///   - limit: How long a callout may take, at least; apps of today call 250 ms a hang.
  ///   - handler: What is called with each hang.
  public func onHang(over limit: Duration, _ handler: @escaping (Hang) -> Void) {
    checkThread()
    let (seconds, attoseconds) = limit.components
    guard seconds >= 0, attoseconds >= 0, seconds < 1 << 32 else {
      misuse("a hang cannot last \(limit): give a time between 0 and 136 years")
    }
    guard isRecording else { return }
    hangLimit = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    hangHandler = handler
  }
}

/// A time in which the loop could not go on.
public struct Hang: Hashable, Sendable {
  /// How long the callouts between two activities of the loop took.
  public let duration: Duration
  /// The mode that the loop was in; `nil` outside of a run.
  public let mode: String?
}
