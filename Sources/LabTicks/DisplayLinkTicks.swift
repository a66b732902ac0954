#if canImport(QuartzCore) && !os(watchOS)
  public import Foundation
  public import QuartzCore

  /// A tick source that is a `CADisplayLink` on the run loop of the thread that starts it.
  public final class DisplayLinkTicks: NSObject, TickSource {
    /// Makes a display link that calls a selector of a target.
    public typealias Maker = (_ target: Any, _ selector: Selector) -> CADisplayLink

    private let make: Maker
    private let mode: RunLoop.Mode
    private var link: CADisplayLink?
    private var handler: ((Tick) -> Void)?

    /// Whether it stands still for a time; it then calls at the next refresh.
    public var isPaused = false {
      didSet { link?.isPaused = isPaused }
    }

    /// Between which rates it calls back, and which it prefers.
    public var preferredFrameRateRange = FrameRateRange.default {
      didSet { link?.preferredFrameRateRange = preferredFrameRateRange.ofLink }
    }

    /// Creates a source whose link is made when it is started.
    ///
    /// - Parameters:
    ///   - mode: In which mode of the run loop it calls.
    ///   - make: Makes the link; on macOS `{ view.displayLink(target: $0, selector: $1) }`.
    public init(in mode: RunLoop.Mode = .common, making make: @escaping Maker) {
      self.mode = mode
      self.make = make
    }

    #if !os(macOS)
      /// Creates a source with a link of the main screen.
      public convenience init(in mode: RunLoop.Mode = .common) {
        self.init(in: mode) { CADisplayLink(target: $0, selector: $1) }
      }
    #endif

    /// Whether it calls back.
    public var isRunning: Bool { link != nil }

    /// Begins to call back, with another handler if it does already.
    ///
    /// The link keeps the source alive until it is stopped.
    public func start(_ handler: @escaping (Tick) -> Void) {
      stop()
      self.handler = handler
      let link = make(self, #selector(call(_:)))
      link.isPaused = isPaused
      link.preferredFrameRateRange = preferredFrameRateRange.ofLink
      link.add(to: .current, forMode: mode)
      self.link = link
    }

    /// Calls back no more, until it is started again; the handler is released.
    public func stop() {
      link?.invalidate()
      link = nil
      handler = nil
    }

    @objc private func call(_ link: CADisplayLink) {
      handler?(
        Tick(timestamp: .seconds(link.timestamp), target: .seconds(link.targetTimestamp)))
    }
  }

  extension FrameRateRange {
    fileprivate var ofLink: CAFrameRateRange {
      self == .default
        ? .default
        : CAFrameRateRange(
          minimum: Float(minimum), maximum: Float(maximum),
          preferred: preferred == 0 ? nil : Float(preferred))
    }
  }
#endif
