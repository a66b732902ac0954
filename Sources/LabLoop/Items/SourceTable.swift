import LabKernel

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
