import Foundation
import LabDisplay
import LabKernel
import LabLoop
public import LabTicks
import LabWorkload

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Laboratory {
  /// Makes what gives the code under test its display links: simulated ones.
  ///
  ///     let spinner = Spinner(links: lab.displayLinks("spinner"))
  ///
  /// Each is a driver, which calls back once it is added to a mode. The second of a maker is called
  /// `spinner 2`.
  public func displayLinks(
    _ name: String, options: LinkOptions = LinkOptions(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some DisplayLinkMaker {
    LaboratoryDisplayLinks(
      drivers: AdaptedDrivers(
        lab: self, name: name, cost: options.cost, target: options.target,
        place: Place(fileID, filePath, line, column)), policy: options.policy)
  }

  /// What gives the code under test its timers, called `timer`, `timer 2` and so on.
  public var timers: some TimerScheduler { timers("timer") }

  /// Makes what gives the code under test its timers: simulated ones.
  ///
  ///     let carousel = Carousel(timers: lab.timers("carousel"))
  ///
  /// Each is a driver of the default mode, and fires first when one of `lab.timer` does. Fire dates
  /// count from `Date(timeIntervalSinceReferenceDate: 0)`, the start of the run. The tolerance of
  /// the options counts until the code sets its own.
  public func timers(
    _ name: String, options: TimerOptions = TimerOptions(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some TimerScheduler {
    LaboratoryTimers(
      drivers: AdaptedDrivers(
        lab: self, name: name, cost: options.cost, target: options.target,
        place: Place(fileID, filePath, line, column)), options: options)
  }
}

/// The drivers that code under test makes by one adapter.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct AdaptedDrivers {
  let lab: Laboratory
  let name: String
  let cost: DurationLaw
  let target: TargetCadence?
  let place: Place

  /// Makes one, with a number in its name if that is taken.
  func make(_ source: Driver.Source, in mode: SimulatedRunLoop.Mode) -> Ticker {
    var (free, number) = (name, 1)
    while lab.isTaken(free) {
      number += 1
      free = "\(name) \(number)"
    }
    return lab.make(
      Driver(name: free, source: source, modes: [mode], cost: cost, targetCadence: target),
      at: place)
  }
}

/// Makes the timers of code under test.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
struct LaboratoryTimers: TimerScheduler {
  let drivers: AdaptedDrivers
  let options: TimerOptions

  func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (any TimerProtocol) -> Void
  ) -> any TimerProtocol {
    LaboratoryTimer(of: drivers, options, interval, repeats: repeats, block)
  }
}

/// A simulated timer with the members of a real one.
///
/// Its driver is made when time moves on: by then the code that made it has set its tolerance.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
final class LaboratoryTimer: TimerProtocol {
  private let drivers: AdaptedDrivers
  private let interval: Duration
  private let repeats: Bool
  private let catchUp: CatchUp?
  /// How late a callback may begin.
  private var slack: Duration
  private var block: ((any TimerProtocol) -> Void)?
  private var ticker: Ticker?
  /// The first fire date.
  private var first: Instant

  private var lab: Laboratory { drivers.lab }

  init(
    of drivers: AdaptedDrivers, _ options: TimerOptions, _ interval: TimeInterval, repeats: Bool,
    _ block: @escaping (any TimerProtocol) -> Void
  ) {
    self.drivers = drivers
    // As a real loop cuts an interval, and replaces one that is not positive (R106).
    self.interval = interval > 0 ? Self.duration(interval) : .microseconds(100)
    self.repeats = repeats
    (catchUp, slack) = (options.catchUp, options.tolerance)
    tolerance = options.tolerance / .seconds(1)
    self.block = block
    first = drivers.lab.panel.firstDate(ofTimerEvery: self.interval, after: drivers.lab.now)
    // Kept until it is invalidated, as a real one is by its run loop.
    lab.at(lab.now) { self.begin() }
  }

  var isValid: Bool { block != nil }

  var tolerance: TimeInterval {
    didSet {
      slack = Self.duration(tolerance)
      guard case .timer(let timer) = ticker?.host?.source else { return }
      lab.loop.setTolerance(of: timer, to: slack)
    }
  }

  var fireDate: Date {
    get {
      var date = first
      if case .timer(let timer) = ticker?.host?.source {
        date = lab.loop.fireDate(of: timer) ?? .start
      }
      return Date(timeIntervalSinceReferenceDate: date.sinceStart / .seconds(1))
    }
    set { move(to: newValue.timeIntervalSinceReferenceDate) }
  }

  func invalidate() {
    block = nil
    ticker?.stop()
  }

  private func begin() {
    guard isValid else { return }
    let ticker = drivers.make(
      .timer(
        interval: repeats ? interval : .zero, firstFire: first, tolerance: slack,
        catchUp: catchUp), in: .default)
    self.ticker = ticker
    ticker.isPaused = first == .distantFuture
    ticker.start { _ in
      self.block?(self)
      if !self.repeats { self.block = nil }
    }
  }

  private func move(to seconds: TimeInterval) {
    if seconds >= Date.distantFuture.timeIntervalSinceReferenceDate {
      first = .distantFuture
      ticker?.isPaused = true
      return
    }
    if seconds > Self.longestRun {
      lab.desk.take(
        Failure(
          "‘\(drivers.name)’ is given a fire date of the real clock. In a laboratory the run begins at "
            + "‘Date(timeIntervalSinceReferenceDate: 0)’: add an interval to ‘fireDate’ instead",
          at: drivers.place))
    }
    first = max(lab.now, .at(Self.duration(max(0, seconds))))
    guard let ticker else { return }
    ticker.isPaused = false
    guard case .timer(let timer) = ticker.host?.source else { return }
    lab.loop.setFireDate(of: timer, to: first)
  }

  /// Ten years: dates of the real clock lie beyond.
  private static let longestRun: TimeInterval = 10 * 365 * 86_400

  /// A time in seconds, cut to whole nanoseconds.
  private static func duration(_ seconds: TimeInterval) -> Duration {
    .nanoseconds(Int64(max(0, min(seconds, longestRun)) * 1e9))
  }
}

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
