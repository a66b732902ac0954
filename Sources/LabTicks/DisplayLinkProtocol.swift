public import Foundation

#if canImport(QuartzCore) && !os(watchOS)
  public import QuartzCore
#endif

/// The members of `CADisplayLink` that code driven by one uses, so that a test can give another.
///
/// `CADisplayLink` conforms as it is. Code that holds its link as `any DisplayLinkProtocol`, and
/// makes it with a ``DisplayLinkMaker``, is shipped with the real one.
public protocol DisplayLinkProtocol: AnyObject {
  /// The time of the refresh that the callback answers, in seconds on the clock of the link.
  var timestamp: TimeInterval { get }

  /// The time by which the next frame is to be drawn, in seconds on the same clock.
  var targetTimestamp: TimeInterval { get }

  /// The time between two refreshes of the display at its fastest, in seconds.
  var duration: TimeInterval { get }

  /// Whether the link stays in its modes but does not call back.
  var isPaused: Bool { get set }

  #if canImport(QuartzCore) && !os(watchOS)
    /// Between which rates the link calls back, and which it prefers.
    var preferredFrameRateRange: CAFrameRateRange { get set }
  #endif

  /// Adds the link to a mode of a run loop, in which it calls back from the next refresh on.
  func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode)

  /// Takes the link out of all modes for ever, and releases what it calls.
  func invalidate()
}

#if canImport(QuartzCore) && !os(watchOS)
  extension CADisplayLink: DisplayLinkProtocol {}
#endif
