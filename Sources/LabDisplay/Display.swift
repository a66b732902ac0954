public import LabKernel
public import LabTrace

/// A display that refreshes as its panel does and rings the display links at every vsync.
///
/// It must be kept for as long as its links call back, for they ask it for the refresh.
public final class Display {
  /// The panel that says when refreshes happen.
  public let panel: Panel

  /// The index of the refresh that is going on, or `nil` before the first vsync.
  public var refresh: Int? { state.value.refresh }

  /// When the refresh that is going on began, or the start of the run before the first vsync.
  public var timestamp: Instant { state.value.timestamp }

  /// When the next one begins, as far as the display knows, without its jitter.
  public var target: Instant {
    refresh.map { vsync($0 + 1, following: ($0, timestamp)) } ?? .start
  }

  /// The rate of the refresh that is going on: the one that leads to the next vsync, or that a panel
  /// of adaptive rate aims at.
  public var rate: RefreshRate { state.value.rate }

  private let world: World
  private let recorder: TraceRecorder?
  private let subject: UInt32
  private let isRecorded: Bool
  private let isAdaptive: Bool
  private let hasOneRate: Bool
  private let jitter: Int64
  private let state: Cell<State>

  /// What changes from vsync to vsync.
  private struct State {
    var refresh: Int?
    var timestamp = Instant.start
    var rate: RefreshRate
    /// The period of the rate, in nanoseconds.
    var period: Int64
    var device: World.Device?
    var deviations: RandomStream
    var links: [DisplayLink] = []
    /// The panel's grid, with the changes that the links have brought about.
    var grid: VsyncGrid
    var adaptive: AdaptiveClock?
  }

  /// Creates a display that refreshes on a panel's grid, except for the jitter drawn from a seed.
  public init(_ panel: Panel, in world: World, seed: UInt64 = 0, recorder: TraceRecorder? = nil) {
    self.panel = panel
    self.world = world
    self.recorder = recorder
    isRecorded = panel.isRecorded
    isAdaptive = panel.isAdaptive
    hasOneRate = panel.rates == .one
    jitter = panel.jitter.wholeNanoseconds
    state = Cell(
      State(
        rate: panel.rate(after: 0), period: panel.rate(after: 0).period.wholeNanoseconds,
        deviations: RandomStream(seed: seed, name: "jitter of the display"), grid: panel.grid))
    subject = recorder?.intern("display") ?? 0
    recorder?.describe {
      $0.depth = panel.depth
      $0.guardTime = panel.guardTime
      $0.presentMode = panel.presentMode
    }
    let me = Unowned(self)
    state.value.device = world.makeDevice("display", priority: .vsync) { _ in me.use { $0.vsync() }
    }
    scheduleGrid(0)
  }

  deinit {
    if let device = state.value.device { world.remove(device) }
  }

  /// Adds a link, which from the next vsync on is asked at each one whether it is due.
  func add(_ link: DisplayLink) {
    state.value.links.append(link)
  }

  func remove(_ link: DisplayLink) {
    state.value.links.removeAll { $0 === link }
  }

  /// Returns when a vsync comes, as far as the display knows, without its jitter.
  ///
  /// - Parameters:
  ///   - index: The index of the vsync.
  ///   - last: The last vsync known, from which one of adaptive rate counts.
  /// - Returns: The instant.
  func vsync(_ index: Int, following last: (index: Int, at: Instant)) -> Instant {
    if isRecorded { return panel.vsync(index) }
    guard isAdaptive else { return state.value.grid.vsync(index) }
    return last.at.advanced(byNanoseconds: rate.vsync(index - last.index).nanoseconds)
  }

  /// Learns of a commit whose picture takes some nanoseconds to render.
  func committed(rendering cost: Int64) {
    guard isAdaptive else { return }
    state.value.adaptive?.committed(at: world.now.nanoseconds, rendering: cost)
    scheduleAdaptive()
  }

  private func vsync() {
    let index = refresh.map { $0 + 1 } ?? 0
    state.value.refresh = index
    state.value.timestamp = world.now
    let first = isAdaptive ? TraceRefresh.wanted : .grid
    let reason = state.value.adaptive?.refreshed(at: world.now.nanoseconds) ?? first
    adoptRate(at: index)
    recorder?.record(.vsync(subject, index: Int64(index), reason, aim: state.value.period))
    for link in state.value.links { link.vsync(index) }
    if isAdaptive { serveLinks() } else { scheduleGrid(index + 1) }
  }

  /// Changes the rate, at a vsync, to the one that the panel or the links want from it on.
  private func adoptRate(at index: Int) {
    let wanted =
      hasOneRate
      ? panel.rate(after: index)
      : panel.rate(serving: state.value.links.filter { !$0.isPaused }.map(\.preferredRate))
    guard wanted != rate else { return }
    state.value.rate = wanted
    state.value.period = wanted.period.wholeNanoseconds
    if case .steps = panel.rates { state.value.grid.change(to: wanted, at: index) }
    for link in state.value.links { link.rateChanged(at: index) }
  }

  // MARK: The next vsync

  private func scheduleGrid(_ index: Int) {
    guard let device = state.value.device else { return }
    let deviation = jitter > 0 ? state.value.deviations.next(in: -jitter...jitter) : 0
    let vsync = isRecorded ? panel.vsync(index) : state.value.grid.vsync(index)
    world.schedule(device, at: max(vsync.advanced(byNanoseconds: deviation), .start))
  }

  private func serveLinks() {
    if state.value.adaptive == nil, case .adaptive(let slowest) = panel.rates {
      state.value.adaptive = AdaptiveClock(
        shortest: panel.rate.period.wholeNanoseconds, longest: slowest.period.wholeNanoseconds,
        startingAt: world.now.nanoseconds)
    }
    state.value.adaptive?.serve(
      every: state.value.period,
      isTicking: state.value.links.contains { !$0.isPaused },
      isOwed: state.value.links.contains { $0.isOwed })
    scheduleAdaptive()
  }

  private func scheduleAdaptive() {
    guard let device = state.value.device, let next = state.value.adaptive?.next else { return }
    world.schedule(device, at: max(Instant(nanoseconds: next), world.now))
  }
}
