import LabDisplay
import LabKernel
import LabLoop
public import LabTicks
import LabTrace
import LabWorkload

/// A simulated timer or display link, to be given to code that is driven by a tick source.
///
/// While it is stopped it counts as paused: nothing is due and nothing is dropped.
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
public final class Ticker: TickSource {
  /// What the trace, reports and timelines call it.
  public var name: String { driver.name }

  /// Computes for which time the frame was drawn, counted from the start, after every callback.
  ///
  /// `nil` stands for the time that the source itself gives: the timestamp of a link, the beginning
  /// of a timer's callback. Code that counts frames instead of time should say so here, for
  /// only then an animation error can be seen.
  public var animationTime: (() -> Duration)?

  /// Whether it calls back.
  public private(set) var isRunning = false

  /// Whether it stands still for a time; a timer then fires first as after a start.
  public var isPaused = false {
    didSet { if isRunning, isPaused != oldValue { isPaused ? host?.rest() : run(at: nextFirst) } }
  }

  /// Between which rates a link calls back, and which it prefers; a timer keeps its interval.
  ///
  /// It takes effect as a change of a link's `pace` does: with the callback after the next.
  public var preferredFrameRateRange = FrameRateRange.default {
    didSet {
      guard case .link(let setting) = driver.source, case .link(let link) = host?.source
      else { return }
      link.pace = LinkPace(preferredFrameRateRange) ?? setting.pace
    }
  }

  /// Whether it has ever called back, or could have.
  private(set) var wasStarted = false

  let driver: Driver
  /// Where it was made.
  let createdAt: Place

  private unowned let lab: Laboratory
  private var costs: RandomStream
  private var handler: ((Tick) -> Void)?
  /// How long its callbacks took.
  private(set) var spent = CostRange()
  private(set) var host: DriverHost?

  init(_ driver: Driver, in lab: Laboratory, at createdAt: Place, handler: ((Tick) -> Void)?) {
    self.driver = driver
    self.lab = lab
    self.createdAt = createdAt
    self.handler = handler
    costs = driver.costStream(seed: lab.seed)
    isRunning = handler != nil
    wasStarted = isRunning
    let panel = lab.panel
    lab.stage.recorder.describe { $0.targets[driver.name] = driver.wantedCadence(on: panel) }
    host = DriverHost(driver, in: lab.loop, on: lab.display, firstFire: firstFire) {
      [unowned self] call, _ in self.call(call)
    }
    if !isRunning { host?.rest() }
  }

  /// Begins to call back, with another handler if it does already.
  ///
  /// A timer calls first at its first fire date if that has not passed, else one interval and about
  /// half a refresh later; a link at the next vsync.
  public func start(_ handler: @escaping (Tick) -> Void) {
    self.handler = handler
    guard !isRunning else { return }
    isRunning = true
    wasStarted = true
    if !isPaused { run(at: nextFirst) }
  }

  /// Calls back no more, until it is started again; the handler is released.
  public func stop() {
    guard isRunning else { return }
    isRunning = false
    handler = nil
    if !isPaused { host?.rest() }
  }

  /// Releases the test's closures.
  func close() {
    handler = nil
    animationTime = nil
  }

  /// Ends with the laboratory, which code under test may outlive.
  func end() {
    close()
    host = nil
  }

  /// When a timer fires first; a link has no such instant.
  private var firstFire: Instant { driver.source.timer?.firstFire ?? .at(driver.source.interval) }

  /// When a timer that is started now fires first.
  private var nextFirst: Instant {
    firstFire > lab.now
      ? firstFire : lab.panel.firstDate(ofTimerEvery: driver.source.interval, after: lab.now)
  }

  private func run(at date: Instant) { host?.run(firstAt: date) }

  private func call(_ call: DriverHost.Call) {
    let target = call.link?.targetTimestamp ?? call.timestamp.advanced(by: driver.source.interval)
    let tick = Tick(timestamp: call.timestamp.sinceStart, target: target.sinceStart)
    let began = lab.now
    if let handler { lab.clock.noticing(self) { handler(tick) } }
    lab.spend(driver.cost.draw(from: &costs))
    spent.note(began.duration(to: lab.now))
    lab.stage.transaction.update(
      by: call.subject, animationTime: .at(animationTime?() ?? tick.timestamp), due: call.due)
    lab.stage.transaction.present(in: lab.loop)
    if driver.source.timer?.interval == .zero { isRunning = false }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension LinkPace {
  /// The pace of a range; `nil` if it leaves the rate to the display.
  fileprivate init?(_ range: FrameRateRange) {
    guard range.maximum > 0 else { return nil }
    func rate(_ hertz: Double) -> RefreshRate {
      RefreshRate(max(1, Int64((hertz * 1000).rounded())), per: 1000)
    }
    self = .range(
      slowest: rate(range.minimum), fastest: rate(range.maximum),
      preferred: rate(range.preferred > 0 ? range.preferred : range.maximum))
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
extension Instant {
  /// The duration since the start of the run.
  var sinceStart: Duration { .nanoseconds(nanoseconds) }
}
