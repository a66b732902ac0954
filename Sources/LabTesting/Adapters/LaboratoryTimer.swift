import Foundation
import LabDisplay
import LabKernel
import LabLoop
import LabTicks
import LabWorkload

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
