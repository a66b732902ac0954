import LabKernel

/// The observers of a loop, and those of each mode in the order in which they are called.
final class ObserverTable: ItemTable {
  private let rows = CellArray<ObserverState>()
  private let members = CellArray<Members>()
  /// The activities in which an observer of any mode was ever interested.
  private let watched = Cell<LoopActivities>([])

  struct Members {
    /// Sorted by order, first come first among equals (R77).
    var ids: [Int] = []
    /// The activities in which any of them was ever interested.
    var activities: LoopActivities = []
  }

  /// A row, read in place; an accessor that yields it would allocate memory in debug builds.
  subscript(id: Int) -> ObserverState {
    @inline(__always)
    unsafeAddress { unsafe rows.address(of: id) }
  }

  /// Whether an observer of any mode may watch an activity.
  @inline(always)
  func watch(_ activity: LoopActivities) -> Bool { watched.value.contains(activity) }

  func item(_ id: Int) -> ItemState { rows[id].item }

  func append(_ observer: consuming ObserverState) -> Int { rows.append(observer) }

  func addMode() { members.append(Members()) }

  func add(_ id: Int, to mode: Int) {
    rows[id].item.modes.insert(mode)
    let place = members[mode].ids.lastIndex { rows[$0].order <= rows[id].order }
    members[mode].ids.insert(id, at: place.map { $0 + 1 } ?? 0)
    members[mode].activities.formUnion(rows[id].activities)
    watched.value.formUnion(rows[id].activities)
  }

  func remove(_ id: Int, from mode: Int) {
    rows[id].item.modes.remove(mode)
    members[mode].ids.removeAll { $0 == id }
  }

  func ids(in mode: Int) -> [Int] { members[mode].ids }

  /// The observer of a mode that has one alone.
  func onlyOne(in mode: Int) -> Int? { members[mode].ids.count == 1 ? members[mode].ids[0] : nil }

  /// Whether an observer of a mode may watch an activity.
  @inline(always)
  func mayWatch(_ activity: LoopActivities, in mode: Int) -> Bool {
    members[mode].activities.contains(activity)
  }

  /// Begins to call an observer, if it watches the activity and is not calling out already (R79).
  func begin(_ id: Int, _ activity: LoopActivities) -> Bool {
    guard rows[id].activities.contains(activity), rows[id].item.isValid, !rows[id].isCallingOut
    else { return false }
    rows[id].isCallingOut = true
    return true
  }

  func call(_ id: Int, in loop: SimulatedRunLoop, _ activity: LoopActivities) {
    rows[id].callout.call(loop, activity)
  }

  func end(_ id: Int) {
    rows[id].isCallingOut = false
    if !rows[id].item.isValid { release(id) }
  }

  func invalidate(_ id: Int) -> Bool { rows[id].item.invalidate() }

  func release(_ id: Int) {
    if !rows[id].isCallingOut { _ = rows[id].callout.release() }
  }
}

/// What the loop keeps for one observer.
struct ObserverState: ~Copyable {
  var item: ItemState
  let order: Int
  let activities: LoopActivities
  let repeats: Bool
  /// Whether the trace says when it is called.
  let isRecorded: Bool
  var callout: ObserverCallout
  var isCallingOut = false
}
