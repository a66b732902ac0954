public import LabKernel
public import LabTrace

/// A display that refreshes as its panel does and rings the display links at every vsync.
public final class Display {
  /// The panel that says when refreshes happen.
  public let panel: Panel

  /// The index of the refresh that is going on, or `nil` before the first vsync.
  public private(set) var refresh: Int?

  /// When the refresh that is going on began, or the start of the run before the first vsync.
  public private(set) var timestamp = Instant.start

  /// When the next one begins, as far as the display knows, without its jitter.
  public var target: Instant {
    refresh.map { vsync($0 + 1, following: ($0, timestamp)) } ?? .start
  }

  /// The rate of the refresh that is going on: the one that leads to the next vsync, or that a panel
  /// of adaptive rate aims at.
  public private(set) var rate: RefreshRate

  private let world: World
  private let recorder: TraceRecorder?
  private let subject: UInt32
  private var device: World.Device?
  private var deviations: RandomStream
  private var links: [DisplayLink] = []
  /// The panel's grid, with the changes that the links have brought about.
  private var grid: VsyncGrid
  private var adaptive: AdaptiveClock?

  /// Creates a display that refreshes on a panel's grid, except for the jitter drawn from a seed.
  public init(_ panel: Panel, in world: World, seed: UInt64 = 0, recorder: TraceRecorder? = nil) {
    self.panel = panel
    self.world = world
    self.recorder = recorder
    rate = panel.rate(after: 0)
    grid = panel.grid
    deviations = RandomStream(seed: seed, name: "jitter of the display")
    subject = recorder?.intern("display") ?? 0
    let device = world.makeDevice("display") { [unowned self] _ in vsync() }
    self.device = device
    scheduleGrid(0)
  }

  /// Adds a link, which from the next vsync on is asked at each one whether it is due.
  func add(_ link: DisplayLink) {
    links.append(link)
  }

  func remove(_ link: DisplayLink) {
    links.removeAll { $0 === link }
  }

  /// Returns when a vsync comes, as far as the display knows, without its jitter.
  ///
  /// - Parameters:
  ///   - index: The index of the vsync.
  ///   - last: The last vsync known, from which one of adaptive rate counts.
  /// - Returns: The instant.
  func vsync(_ index: Int, following last: (index: Int, at: Instant)) -> Instant {
    if panel.isRecorded { return panel.vsync(index) }
    guard panel.isAdaptive else { return grid.vsync(index) }
    return last.at.advanced(byNanoseconds: rate.vsync(index - last.index).nanoseconds)
  }

  /// Learns of a commit whose picture takes some nanoseconds to render.
  func committed(rendering cost: Int64) {
    adaptive?.committed(at: world.now.nanoseconds, rendering: cost)
    scheduleAdaptive()
  }

  private func vsync() {
    let index = refresh.map { $0 + 1 } ?? 0
    refresh = index
    timestamp = world.now
    let first = panel.isAdaptive ? TraceRefresh.wanted : .grid
    let reason = adaptive?.refreshed(at: world.now.nanoseconds) ?? first
    adoptRate(at: index)
    recorder?.record(
      .vsync, subject: subject, detail: reason.rawValue, first: Int64(index),
      second: rate.period.wholeNanoseconds)
    for link in links { link.vsync(index) }
    if panel.isAdaptive { serveLinks() } else { scheduleGrid(index + 1) }
  }

  /// Changes the rate, at a vsync, to the one that the panel or the links want from it on.
  private func adoptRate(at index: Int) {
    let wanted =
      panel.rates == .one
      ? panel.rate(after: index)
      : panel.rate(serving: links.filter { !$0.isPaused }.map(\.preferredRate))
    guard wanted != rate else { return }
    rate = wanted
    if case .steps = panel.rates { grid.change(to: wanted, at: index) }
    for link in links { link.rateChanged(at: index) }
  }

  // MARK: The next vsync

  private func scheduleGrid(_ index: Int) {
    guard let device else { return }
    let jitter = panel.jitter.wholeNanoseconds
    let deviation = jitter > 0 ? deviations.next(in: -jitter...jitter) : 0
    let vsync = panel.isRecorded ? panel.vsync(index) : grid.vsync(index)
    world.schedule(device, at: max(vsync.advanced(byNanoseconds: deviation), .start))
  }

  private func serveLinks() {
    if adaptive == nil, case .adaptive(let slowest) = panel.rates {
      adaptive = AdaptiveClock(
        shortest: panel.rate.period.wholeNanoseconds, longest: slowest.period.wholeNanoseconds,
        startingAt: world.now.nanoseconds)
    }
    adaptive?.serve(
      every: rate.period.wholeNanoseconds, isTicking: links.contains { !$0.isPaused },
      isOwed: links.contains { $0.isOwed })
    scheduleAdaptive()
  }

  private func scheduleAdaptive() {
    guard let device, let next = adaptive?.next else { return }
    world.schedule(device, at: max(Instant(nanoseconds: next), world.now))
  }
}
