import Foundation
import LabDisplay
import LabKernel
import LabLoop
import LabTicks
import LabWorkload

#if canImport(QuartzCore) && !os(watchOS)
  import QuartzCore
#endif

/// Makes the display links of code under test.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct LaboratoryDisplayLinks: DisplayLinkMaker {
  let drivers: AdaptedDrivers
  let policy: LateDelivery

  func displayLink(
    _ action: @escaping (any DisplayLinkProtocol) -> Void
  ) -> any DisplayLinkProtocol {
    LaboratoryDisplayLink(action) { drivers.make(.link(lateDelivery: policy), in: $0) }
  }
}

/// A simulated display link with the members of a real one.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class LaboratoryDisplayLink: DisplayLinkProtocol {
  private(set) var timestamp: TimeInterval = 0
  private(set) var targetTimestamp: TimeInterval = 0
  private(set) var duration: TimeInterval = 0

  var isPaused = false {
    didSet { ticker?.isPaused = isPaused }
  }

  #if canImport(QuartzCore) && !os(watchOS)
    var preferredFrameRateRange = CAFrameRateRange.default {
      didSet { ticker?.preferredFrameRateRange = FrameRateRange(preferredFrameRateRange) }
    }
  #endif

  private let make: (SimulatedRunLoop.Mode) -> Ticker
  private var action: ((any DisplayLinkProtocol) -> Void)?
  /// Made when the link is first added to a mode.
  private var ticker: Ticker?

  init(
    _ action: @escaping (any DisplayLinkProtocol) -> Void,
    making make: @escaping (SimulatedRunLoop.Mode) -> Ticker
  ) {
    self.action = action
    self.make = make
  }

  func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    guard action != nil else { return }
    let mode = SimulatedRunLoop.Mode(mode)
    if let ticker {
      if case .link(let link) = ticker.host?.source { link.add(to: mode) }
      return
    }
    let ticker = make(mode)
    self.ticker = ticker
    ticker.isPaused = isPaused
    #if canImport(QuartzCore) && !os(watchOS)
      ticker.preferredFrameRateRange = FrameRateRange(preferredFrameRateRange)
    #endif
    // The link is kept until it is invalidated, as a real one is by its run loop.
    ticker.start { tick in self.call(tick, of: ticker) }
  }

  func invalidate() {
    ticker?.stop()
    action = nil
  }

  private func call(_ tick: Tick, of ticker: Ticker) {
    timestamp = tick.timestamp / .seconds(1)
    targetTimestamp = tick.target / .seconds(1)
    if case .link(let link) = ticker.host?.source { duration = link.duration / .seconds(1) }
    action?(self)
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension SimulatedRunLoop.Mode {
  /// The mode of Foundation's name.
  init(_ mode: RunLoop.Mode) {
    switch mode {
    case .default: self = .default
    case .common: self = .common
    default: self = Self.names[mode.rawValue] ?? Self(mode.rawValue)
    }
  }

  private static let names: [String: SimulatedRunLoop.Mode] = [
    "UITrackingRunLoopMode": .tracking, "NSEventTrackingRunLoopMode": .tracking,
  ]
}

#if canImport(QuartzCore) && !os(watchOS)
  extension FrameRateRange {
    fileprivate init(_ range: CAFrameRateRange) {
      self.init(
        minimum: Double(range.minimum), maximum: Double(range.maximum),
        preferred: Double(range.preferred ?? 0))
    }
  }
#endif
