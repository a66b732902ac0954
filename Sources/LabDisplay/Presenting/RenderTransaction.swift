public import LabKernel
public import LabLoop
import LabTrace

/// The updates that wait to be handed to the render server, all together, before the loop sleeps.
///
/// - Source: Core Animation commits from an observer of beforeWaiting and exit with order 2 000
///   000, as public dumps of run loops show. A source handled in a pass, and the quick poll of the
///   main queue, both postpone it, since no beforeWaiting is announced then.
public final class RenderTransaction {
  private static let observerOrder = 2_000_000

  /// How long the render server will take for the next picture.
  ///
  /// It is asked once for every commit; unless told otherwise, rendering costs nothing.
  public var renderCost: () -> Duration {
    get { state.renderCost ?? { .zero } }
    set { state.renderCost = newValue }
  }

  /// The loop, which keeps the transaction as one of its observers.
  private let loop: Unowned<SimulatedRunLoop>
  /// The display, if it waits for pictures; without it commits go nowhere.
  private let display: Lifeline<Display>?
  @safe @exclusivity(unchecked) private var state = State()

  private struct State {
    var renderCost: (() -> Duration)?
    var updates = 0
    /// Where commits wait for the display, if callbacks wait for that.
    var queue: FrameQueue?
  }

  /// Creates a transaction that commits in the loop's common modes.
  ///
  /// - Parameters:
  ///   - loop: The loop.
  ///   - display: The display that is to show the pictures. Only one of adaptive rate waits for
  ///     them, and only for one with a queue that blocks does a callback wait.
  public init(in loop: SimulatedRunLoop, for display: Display? = nil) {
    self.loop = Unowned(loop)
    self.display = display.flatMap { $0.panel.isAdaptive ? $0.lifeline : nil }
    state.queue = display?.makeFrameQueue()
    let observer = loop.makeObserver(
      "commit", of: [.beforeWaiting, .exit], order: Self.observerOrder, isRecorded: false
    ) { [self] loop, _ in
      commit(in: loop)
    }
    loop.add(observer, to: .common)
  }

  /// Records that a driver changed what is to be shown; the loop must be there still.
  ///
  /// - Parameters:
  ///   - driver: The trace's index of the driver.
  ///   - animationTime: The time for which the new content was computed.
  ///   - due: The due instant that the update answers.
  public func update(by driver: UInt32, animationTime: Instant, due: Instant) {
    loop.use { update(by: driver, animationTime: animationTime, due: due, in: $0) }
  }

  /// The same, for a caller who has the loop at hand, so that it need not be counted who refers to
  /// it.
  @inline(__always)
  package func update(
    by driver: UInt32, animationTime: Instant, due: Instant, in loop: SimulatedRunLoop
  ) {
    state.updates += 1
    loop.record(.update(driver, animationTime: animationTime, due: due))
  }

  package var isPending: Bool { state.updates > 0 }

  /// Ends a callback with present: commits what was changed, once the queue for the display has
  /// room, for which the thread is held.
  ///
  /// - Parameters:
  ///   - loop: The loop of the callback.
  ///   - isOwn: Whether the callback presents by itself; others do where the queue blocks alone.
  package func present(in loop: SimulatedRunLoop, isOwn: Bool = false) {
    guard isPending, isOwn || state.queue != nil else { return }
    let now = loop.world.now.nanoseconds
    if let room = state.queue?.room(from: now), room > now {
      loop.world.spend(nanoseconds: room - now)
    }
    commit(in: loop)
  }

  private func commit(in loop: SimulatedRunLoop) {
    let updates = state.updates
    guard updates > 0 else { return }
    let cost = max(0, state.renderCost?().wholeNanoseconds ?? 0)
    loop.record(.commit(updates: Int64(updates), renderCost: cost))
    state.updates = 0
    state.queue?.present(at: loop.world.now.nanoseconds, rendering: cost)
    display?.object?.committed(rendering: cost)
  }
}
