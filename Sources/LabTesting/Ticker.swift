import LabDisplay
import LabKernel
import LabLoop
public import LabTicks
import LabTrace
import LabWorkload

/// A simulated timer or display link, to be given to code that is driven by a tick source.
///
/// While it is stopped it counts as paused: nothing is due and nothing is dropped.
public final class Ticker: TickSource {
  /// What the trace, reports and timelines call it.
  public var name: String { setting.name }

  /// Computes for which time the picture was drawn, counted from the start, after every callback.
  ///
  /// `nil` stands for the time that the source itself gives: the timestamp of a link, the beginning
  /// of a timer's callback. Code that counts frames in the place of time should say so here, for
  /// only then an animation error can be seen.
  public var animationTime: (() -> Duration)?

  /// Whether it calls back.
  public private(set) var isRunning = false

  let setting: Setting
  /// Where it was made.
  let createdAt: Place

  private unowned let lab: Laboratory
  private let subject: UInt32
  private var costs: RandomStream
  private var handler: ((Tick) -> Void)?
  /// How long its callbacks took at least and at most; `nil` before the first.
  private var spent: ClosedRange<Duration>?
  private var timer: SimulatedRunLoop.Timer?
  private var link: DisplayLink?

  /// What it was made as.
  struct Setting {
    let name: String
    let source: Source
    let modes: [SimulatedRunLoop.Mode]
    let cost: DurationLaw
    let target: TargetCadence?
  }

  enum Source {
    case timer(interval: Duration, first: Instant, tolerance: Duration)
    case link(pace: LinkPace, policy: LateDelivery)
  }

  init(_ setting: Setting, in lab: Laboratory, at createdAt: Place, handler: ((Tick) -> Void)?) {
    self.setting = setting
    self.lab = lab
    self.createdAt = createdAt
    self.handler = handler
    subject = lab.loop.subject(named: setting.name)
    costs = RandomStream(seed: lab.seed, name: "costs of \(setting.name)")
    isRunning = handler != nil
    lab.stage.recorder.describe { $0.targets[setting.name] = setting.target }
    make()
    if !isRunning { pause() }
  }

  /// Begins to call back, with another handler if it does already.
  ///
  /// A timer calls first one interval later, or at its first fire date if that has not passed; a link
  /// at the next vsync.
  public func start(_ handler: @escaping (Tick) -> Void) {
    self.handler = handler
    guard !isRunning else { return }
    isRunning = true
    link?.resume()
    guard let timer, case .timer(let interval, let first, _) = setting.source else { return }
    lab.loop.record(.resumed(subject))
    let next = lab.now.advanced(by: interval)
    lab.loop.setFireDate(of: timer, to: first > lab.now ? first : next)
  }

  /// Calls back no more, until it is started again; the handler is let go.
  public func stop() {
    guard isRunning else { return }
    isRunning = false
    handler = nil
    pause()
  }

  /// Lets go of the test's closures.
  func close() {
    handler = nil
    animationTime = nil
  }

  private func pause() {
    link?.pause()
    guard let timer else { return }
    lab.loop.record(.paused(subject))
    lab.loop.setFireDate(of: timer, to: .distantFuture)
  }

  private func make() {
    switch setting.source {
    case .timer(let interval, let first, let tolerance):
      let timer = lab.loop.makeTimer(name, at: first, every: interval, tolerance: tolerance) {
        [unowned self] _ in fire(interval)
      }
      for mode in setting.modes { lab.loop.add(timer, to: mode) }
      self.timer = timer
    case .link(let pace, let policy):
      let link = DisplayLink(
        name, in: lab.loop, on: lab.display, pace: pace, lateDelivery: policy
      ) { [unowned self] link in
        call(
          Tick(timestamp: link.timestamp.sinceStart, target: link.targetTimestamp.sinceStart),
          due: link.due)
      }
      for mode in setting.modes { link.add(to: mode) }
      self.link = link
    }
  }

  private func fire(_ interval: Duration) {
    let now = lab.now
    let due = timer.flatMap { lab.loop.fireDate(of: $0) } ?? now
    call(Tick(timestamp: now.sinceStart, target: now.sinceStart + interval), due: due)
  }

  private func call(_ tick: Tick, due: Instant) {
    let began = lab.now
    handler?(tick)
    lab.spend(setting.cost.draw(from: &costs))
    let cost = began.duration(to: lab.now)
    spent = min(cost, spent?.lowerBound ?? cost)...max(cost, spent?.upperBound ?? cost)
    lab.stage.transaction.update(
      by: subject, animationTime: .at(animationTime?() ?? tick.timestamp), due: due)
  }
}

extension Ticker {
  /// How long its callbacks took.
  enum Cost {
    case always(Duration)
    case between(Duration, Duration)
  }

  /// How long its callbacks took so far; no time before the first.
  var cost: Cost {
    guard let spent, spent.lowerBound < spent.upperBound else {
      return .always(spent?.lowerBound ?? .zero)
    }
    return .between(spent.lowerBound, spent.upperBound)
  }
}

extension Instant {
  /// The duration since the start of the run.
  var sinceStart: Duration { .nanoseconds(nanoseconds) }
}
