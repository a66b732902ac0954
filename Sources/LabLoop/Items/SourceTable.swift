import LabKernel

/// The signalled sources of a loop, those of each mode, and which of them are to perform.
final class SourceTable: ItemTable {
  private let rows = CellArray<SourceState>()
  /// The sources of each mode, in order of addition.
  private let members = CellArray<[Int]>()
  /// How many sources are signalled; a pass looks for them only if there are any.
  private let signals = Cell(0)

  /// A row, read in place; an accessor that yields it would allocate memory in debug builds.
  subscript(id: Int) -> SourceState {
    @inline(__always)
    unsafeAddress { unsafe rows.address(of: id) }
  }

  @inline(always)
  var areSignalled: Bool { signals.value > 0 }

  func item(_ id: Int) -> ItemState { rows[id].item }

  func append(_ source: consuming SourceState) -> Int { rows.append(source) }

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
    guard rows[id].item.isValid, rows[id].signal == nil else { return }
    rows[id].signal = signal
    signals.value += 1
  }

  /// Takes back the signal of a source, and returns when it came.
  @discardableResult
  func takeSignal(of id: Int) -> SourceState.Signal? {
    guard let signal = rows[id].signal else { return nil }
    rows[id].signal = nil
    signals.value -= 1
    return signal
  }

  /// The signalled sources of a mode, by order, then by the first signal (R65).
  func batch(in mode: Int) -> [Int] {
    members[mode].filter { rows[$0].signal != nil }.sorted { precedes($0, $1) }
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
    if !rows[id].item.isValid { release(id) }
  }

  func invalidate(_ id: Int) -> Bool {
    guard rows[id].item.invalidate() else { return false }
    takeSignal(of: id)
    return true
  }

  func release(_ id: Int) {
    guard rows[id].calls == 0 else { return }
    _ = rows[id].callout.release()
    let actions = (rows[id].schedule, rows[id].cancel)
    (rows[id].schedule, rows[id].cancel) = (nil, nil)
    _ = actions
  }
}
