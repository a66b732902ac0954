import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// What is told of a mode: the loop, and the mode.
  public typealias ModeAction = (SimulatedRunLoop, Mode) -> Void

  /// A source that is signalled by hand (version 0).
  public struct Source: LoopItem {
    /// What tells it from all other items.
    public let handle: LoopHandle
  }

  /// Makes a signalled source; it serves nothing until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - order: Sources signalled together perform in ascending order (R65).
  ///   - schedule: Called for each mode after the source was added to it (R71).
  ///   - cancel: Called for each mode after the source was removed from it, by invalidation too.
  ///   - perform: The callout.
  /// - Returns: The source.
  public func makeSource(
    _ name: String, order: Int = 0, schedule: ModeAction? = nil, cancel: ModeAction? = nil,
    perform: @escaping Action
  ) -> Source {
    makeSource(
      subject(ofSourceNamed: name), order: order, schedule: schedule, cancel: cancel,
      perform: perform)
  }

  /// Makes a signalled source for a caller who has the trace's index of it.
  package func makeSource(
    _ subject: UInt32, order: Int = 0, schedule: ModeAction? = nil, cancel: ModeAction? = nil,
    perform: @escaping Action
  ) -> Source {
    let id = sources.insert(
      SourceState(
        item: ItemState(subject: subject), order: order, callout: Callout(action: perform),
        schedule: schedule, cancel: cancel))
    record(.declared(subject, .signalled))
    return Source(handle: handle(.source, id))
  }

  /// Whether a signal of the source waits to be served.
  public func isSignalled(_ source: Source) -> Bool {
    row(of: source, in: sources).map { sources[$0].signal != nil } ?? false
  }

  /// Signals a source, which does not wake the loop; only the first signal counts (R64).
  public func signal(_ source: Source) {
    guard let row = row(of: source, in: sources) else { return }
    let signal = SourceState.Signal(time: world.now.nanoseconds, arrival: ports.nextArrival())
    sources.signal(row, signal)
  }

  // MARK: For the pass

  /// Performs the signalled sources of a mode and returns whether a source was handled.
  ///
  /// With several in the batch the answer is that of the last one looked at, as in the real loop:
  /// if it lost its signal meanwhile, the pass goes on as if nothing had been handled (R69).
  @inline(__always)
  func performSources(in mode: Int) -> Bool {
    sources.areSignalled && performSignalledSources(in: mode)
  }

  private func performSignalledSources(in mode: Int) -> Bool {
    var handled = false
    let batch = sources.batch(in: mode)
    for source in batch.ids where sources.serial(of: source) <= batch.newest {
      handled = performSource(source)
      if handled, innermost.returnsAfterSource { break }  // R68
    }
    return handled
  }

  /// Performs one source, if it still is signalled; its signal is taken back first (R66).
  private func performSource(_ id: Int) -> Bool {
    guard let signal = sources.takeSignal(of: id) else { return false }
    let subject = sources[id].item.subject
    let callback = Callback(due: signal.time, number: id)
    beginCallout(.signalled, subject: subject, due: callback.due, newest: callback.newest)
    sources.call(id, in: self, callback)
    endCallout(.signalled, subject: subject)
    return true
  }
}

/// The signalled sources of a loop, those of each mode, and which of them are to perform.
final class SourceTable: ItemTable {
  @safe @exclusivity(unchecked) private var rows = RowTable<SourceState>()
  /// The sources of each mode, in order of addition.
  @safe @exclusivity(unchecked) private var members = UniqueArray<[Int]>()
  /// How many sources are signalled; a pass looks for them only if there are any.
  @safe @exclusivity(unchecked) private var signals = 0

  /// A row, read in place; an accessor that yields it would allocate memory in debug builds.
  subscript(id: Int) -> SourceState {
    @inline(__always)
    unsafeAddress { unsafe rows.address(of: id) }
  }

  @inline(always)
  var areSignalled: Bool { signals > 0 }

  func item(_ id: Int) -> ItemState { rows[id].item }

  func serial(of id: Int) -> UInt64 { rows.serial(of: id) }

  func insert(_ source: consuming SourceState) -> Int { rows.insert(source) }

  func addMode() { members.append([]) }

  func add(_ id: Int, to mode: Int) {
    rows[id].item.modes.insert(mode)
    members[mode].append(id)
  }

  func remove(_ id: Int, from mode: Int) {
    rows[id].item.modes.remove(mode)
    members[mode].removeAll { $0 == id }
  }

  func ids(in mode: Int) -> [Int] { members[mode] }

  func areIn(_ mode: Int) -> Bool { !members[mode].isEmpty }

  /// Signals a source, unless it was signalled since it performed last (R64).
  func signal(_ id: Int, _ signal: SourceState.Signal) {
    guard rows[id].signal == nil else { return }
    rows[id].signal = signal
    signals += 1
  }

  /// Takes back the signal of a source, and returns when it came.
  @discardableResult
  func takeSignal(of id: Int) -> SourceState.Signal? {
    guard let signal = rows[id].signal else { return nil }
    rows[id].signal = nil
    signals -= 1
    return signal
  }

  /// The signalled sources of a mode, by order, then by the first signal (R65), and the newest
  /// source there is, since a later one may come into the row of another.
  func batch(in mode: Int) -> (ids: [Int], newest: UInt64) {
    (members[mode].filter { rows[$0].signal != nil }.sorted { precedes($0, $1) }, rows.lastSerial)
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    guard let left = rows[a].signal, let right = rows[b].signal else { return false }
    return (rows[a].order, left.arrival) < (rows[b].order, right.arrival)
  }

  /// Calls a source, which may be invalidated meanwhile.
  func call(_ id: Int, in loop: SimulatedRunLoop, _ callback: Callback) {
    rows[id].calls += 1
    rows[id].callout.call(loop, callback)
    rows[id].calls -= 1
    if serial(of: id) == 0 { release(id) }
  }

  func invalidate(_ id: Int) -> Bool {
    guard rows.retire(id) else { return false }
    takeSignal(of: id)
    return true
  }

  func release(_ id: Int) {
    guard rows[id].calls == 0 else { return }
    let released = (rows[id].callout.release(), rows[id].schedule, rows[id].cancel)
    (rows[id].schedule, rows[id].cancel) = (nil, nil)
    rows.free(id)
    _ = released
  }
}

/// What the loop keeps for one signalled source.
struct SourceState: ~Copyable {
  var item: ItemState
  let order: Int
  var callout: Callout
  /// What the source tells that it was added to a mode or removed from one (R71).
  var schedule: SimulatedRunLoop.ModeAction?
  var cancel: SimulatedRunLoop.ModeAction?
  /// How many of its callouts are under way, one in the other.
  var calls = 0
  /// The first signal since the last perform, if there was one (R64).
  var signal: Signal?

  /// When a source was signalled, and in which order among signals.
  struct Signal {
    let time: Int64
    let arrival: UInt64
  }
}
