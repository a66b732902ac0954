#if canImport(QuartzCore) && !os(watchOS)
  public import Foundation
  public import QuartzCore

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
