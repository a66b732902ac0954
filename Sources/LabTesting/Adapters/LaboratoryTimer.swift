import Foundation
import LabDisplay
import LabKernel
import LabLoop
import LabTicks
import LabWorkload

/// Makes the timers of code under test.
struct LaboratoryTimers: TimerScheduler {
  let lab: Laboratory
  let name: String
  let cost: DurationLaw
  let target: TargetCadence?
  let place: Place

  func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (any TimerProtocol) -> Void
  ) -> any TimerProtocol {
    LaboratoryTimer(of: self, interval, repeats: repeats, block)
  }
}

/// A simulated timer with the members of a real one.
///
/// Its driver is made when time moves on: by then the code that made it has set its tolerance.
final class LaboratoryTimer: TimerProtocol {
  private let maker: LaboratoryTimers
  private let interval: Duration
  private let repeats: Bool
  private var block: ((any TimerProtocol) -> Void)?
  private var ticker: Ticker?
  /// The first fire date.
  private var first: Instant

  private var lab: Laboratory { maker.lab }

  init(
    of maker: LaboratoryTimers, _ interval: TimeInterval, repeats: Bool,
    _ block: @escaping (any TimerProtocol) -> Void
  ) {
    self.maker = maker
    // As a real loop cuts an interval, and replaces one that is not positive (R106).
    self.interval = interval > 0 ? Self.duration(interval) : .microseconds(100)
    self.repeats = repeats
    self.block = block
    first = maker.lab.panel.firstDate(ofTimerEvery: self.interval, after: maker.lab.now)
    // Kept until it is invalidated, as a real one is by its run loop.
    lab.at(lab.now) { self.begin() }
  }

  var isValid: Bool { block != nil }

  var tolerance: TimeInterval = 0 {
    didSet {
      guard case .timer(let timer) = ticker?.host?.source else { return }
      lab.loop.setTolerance(of: timer, to: Self.duration(tolerance))
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
    let driver = Driver(
      name: lab.freeName(like: maker.name),
      source: .timer(
        interval: repeats ? interval : .zero, firstFire: first,
        tolerance: Self.duration(tolerance)),
      modes: [.default], cost: maker.cost, targetCadence: maker.target)
    let ticker = lab.make(driver, at: maker.place)
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
          "‘\(maker.name)’ is given a fire date of the real clock. In a laboratory the run begins at "
            + "‘Date(timeIntervalSinceReferenceDate: 0)’: add an interval to ‘fireDate’ instead",
          at: maker.place))
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
