public import LabKernel
public import LabTrace

/// A display that refreshes as its panel does and rings the display links at every vsync.
///
/// It must be kept for as long as its links call back, for they ask it for the refresh.
public final class Display {
  /// The panel that says when refreshes happen.
  public let panel: Panel

  /// The index of the refresh that is going on, or `nil` before the first vsync.
  public var refresh: Int? { state.refresh }

  /// When the refresh that is going on began, or the start of the run before the first vsync.
  public var timestamp: Instant { state.timestamp }

  /// When the next one begins, as far as the display knows, without its jitter.
  public var target: Instant {
    refresh.map { vsync($0 + 1, following: ($0, timestamp)) } ?? .start
  }

  /// The rate of the refresh that is going on: the one that leads to the next vsync, or that a
  /// panel of adaptive rate aims at.
  public var rate: RefreshRate { clock.rate }

  let world: World
  package let lifeline = Lifeline<Display>()
  private let recorder: TraceRecorder?
  private let subject: UInt32
  @safe @exclusivity(unchecked) private var clock: VsyncClock
  @safe @exclusivity(unchecked) private var state = State()
  private let seed: UInt64

  private struct State: ~Copyable {
    var refresh: Int?
    var timestamp = Instant.start
    var device: World.Device?
    var links: [DisplayLink] = [] {
      didSet {
        lent.removeAll()
        for link in links { lent.append(Unowned(link)) }
      }
    }
    /// The same links, to be asked at every vsync without counting who refers to them.
    private(set) var lent = UniqueArray<Unowned<DisplayLink>>()
    /// What calls the links back in place of their ports.
    var scheduler: (any LinkScheduler)?
  }

  /// Creates a display that refreshes on a panel's grid, except for the jitter drawn from a seed.
  public init(_ panel: Panel, in world: World, seed: UInt64 = 0, recorder: TraceRecorder? = nil) {
    self.panel = panel
    self.world = world
    self.recorder = recorder
    self.seed = seed
    clock = VsyncClock(panel, seed: seed)
    subject = recorder?.intern("display") ?? 0
    recorder?.describe {
      $0.depth = panel.depth
      $0.guardTime = panel.guardTime
      $0.presentMode = panel.presentMode
    }
    lifeline.tie(to: self)
    let me = Unowned(self)
    state.device = world.makeDevice("display", priority: .vsync) { _ in me.use { $0.vsync() }
    }
    scheduleNext(0)
  }

  deinit {
    lifeline.cut()
    if let device = state.device { world.remove(device) }
    for link in state.links {
      state.scheduler?.removed(link)
      link.end()
    }
  }

  /// Adds a link, which from the next vsync on is asked at each one whether it is due.
  func add(_ link: DisplayLink) {
    state.links.append(link)
    began(link)
  }

  /// Learns of a link that calls back from now on.
  func began(_ link: DisplayLink) { state.scheduler?.began(link) }

  /// Learns of a link that gets no callback for the vsyncs so far.
  func paused(_ link: DisplayLink) { state.scheduler?.paused(link) }

  func remove(_ link: DisplayLink) {
    state.links.removeAll { $0 === link }
    state.scheduler?.removed(link)
  }

  /// Returns when a vsync comes, as far as the display knows, without its jitter.
  ///
  /// - Parameters:
  ///   - index: The index of the vsync.
  ///   - last: The last vsync known, from which one of adaptive rate counts.
  /// - Returns: The instant.
  func vsync(_ index: Int, following last: (index: Int, at: Instant)) -> Instant {
    clock.vsync(index, following: last)
  }

  /// The queue for pictures whose thread waits for room; `nil` if none does.
  func makeFrameQueue() -> FrameQueue? { FrameQueue(of: panel, seed: seed) }

  /// Learns of a commit whose picture takes some nanoseconds to render.
  func committed(rendering cost: Int64) {
    let next = clock.committed(at: world.now, rendering: cost)
    if let next { schedule(at: next) }
  }

  private func vsync() {
    let index = refresh.map { $0 + 1 } ?? 0
    state.refresh = index
    state.timestamp = world.now
    let preferred =
      clock.followsLinks ? state.links.filter { !$0.isPaused }.map { $0.preferredRate } : []
    let refresh = clock.refresh(index, at: world.now, serving: preferred)
    if refresh.changesRate { for link in state.links { link.rateChanged(at: index) } }
    recorder?.record(
      .vsync(subject, index: Int64(index), refresh.reason, aim: clock.period))
    // Links only ring their ports here, so that none comes or goes.
    if let scheduler = state.scheduler {
      scheduler.vsync(index)
    } else {
      for place in state.lent.indices { state.lent[place].use { $0.vsync(index) } }
    }
    scheduleNext(index + 1)
  }

  /// Lets something else call back the links that are added from now on.
  package func schedule(by scheduler: any LinkScheduler) { state.scheduler = scheduler }

  private func scheduleNext(_ index: Int) {
    schedule(
      at: clock.next(
        index, isTicking: state.links.contains { !$0.isPaused },
        isOwed: state.links.contains { $0.isOwed }))
  }

  private func schedule(at vsync: Instant) {
    if let device = state.device { world.schedule(device, at: max(vsync, world.now)) }
  }
}

/// What calls the links of a display back in place of the ports that its vsyncs ring, as the frames
/// of a browser's page do.
package protocol LinkScheduler: AnyObject {
  /// Learns of a vsync.
  func vsync(_ index: Int)
  /// Learns of a link that was added or resumed.
  func began(_ link: DisplayLink)
  func paused(_ link: DisplayLink)
  func removed(_ link: DisplayLink)
}
