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

/// What makes the display links of an application: real ones, or in a test those of a laboratory.
public protocol DisplayLinkMaker {
  /// Makes a link, which calls a closure once it is added to a mode of a run loop.
  ///
  /// The link keeps the closure until it is invalidated, as a real one keeps its target.
  func displayLink(_ action: @escaping (any DisplayLinkProtocol) -> Void)
    -> any DisplayLinkProtocol
}

/// Between which rates a tick source calls back, and which it prefers; in hertz.
///
/// - Source: the members of `CAFrameRateRange`.
public struct FrameRateRange: Hashable, Sendable {
  /// The slowest rate; not negative.
  public var minimum: Double
  /// The fastest rate; at least the slowest.
  public var maximum: Double
  /// The rate to come as near to as possible; 0 for none.
  public var preferred: Double

  /// Creates a range.
  ///
  /// - Precondition: 0 ≤ minimum ≤ maximum, and the preferred rate is 0 or lies between them.
  public init(minimum: Double, maximum: Double, preferred: Double = 0) {
    precondition(
      0 <= minimum && minimum <= maximum
        && (preferred == 0 || minimum <= preferred && preferred <= maximum),
      "no frame rate range: \(minimum) to \(maximum) Hz, preferred \(preferred) Hz")
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// What the display itself prefers.
  public static let `default` = FrameRateRange(minimum: 0, maximum: 0)
}

#if canImport(QuartzCore) && !os(watchOS)
  /// Makes real display links.
  public struct SystemDisplayLinks: DisplayLinkMaker {
    private let make: DisplayLinkTicks.Maker

    /// Creates a maker of links; on macOS `{ view.displayLink(target: $0, selector: $1) }`.
    public init(making make: @escaping DisplayLinkTicks.Maker) { self.make = make }

    #if !os(macOS)
      /// Creates a maker of links of the main screen.
      public init() { make = { CADisplayLink(target: $0, selector: $1) } }
    #endif

    /// Makes a link that calls a closure.
    public func displayLink(
      _ action: @escaping (any DisplayLinkProtocol) -> Void
    ) -> any DisplayLinkProtocol {
      make(Target(action), #selector(Target.call(_:)))
    }

    /// What a link calls, and keeps until it is invalidated.
    private final class Target: NSObject {
      private let action: (any DisplayLinkProtocol) -> Void

      init(_ action: @escaping (any DisplayLinkProtocol) -> Void) { self.action = action }

      @objc func call(_ link: CADisplayLink) { action(link) }
    }
  }
#endif
