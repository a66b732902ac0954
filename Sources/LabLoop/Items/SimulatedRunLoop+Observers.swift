import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// What an observer is given to act on: the loop, and the one activity that is announced.
  public typealias ObserverAction = (SimulatedRunLoop, Activities) -> Void

  /// Something that watches the activities of runs.
  public struct Observer: LoopItem {
    /// What tells it from all other items.
    public let handle: LoopHandle
  }

  /// Makes an observer; it sees nothing until it is added to a mode.
  ///
  /// - Parameters:
  ///   - name: What the trace calls it.
  ///   - activities: What it watches.
  ///   - order: Observers are called in ascending order, at all activities alike (R77).
  ///   - repeats: Whether it lives on after its first callout (R80).
  ///   - isRecorded: Whether the trace tells of its callouts, rather than these of what they do.
  ///   - perform: The callout.
  /// - Returns: The observer.
  public func makeObserver(
    _ name: String, of activities: Activities, order: Int = 0, repeats: Bool = true,
    isRecorded: Bool = true, perform: @escaping ObserverAction
  ) -> Observer {
    let subject = isRecorded ? subject(ofSourceNamed: name) : self.subject(named: name)
    let id = observers.insert(
      ObserverState(
        item: ItemState(subject: subject), order: order, activities: activities, repeats: repeats,
        isRecorded: isRecorded, callout: ObserverCallout(action: perform)))
    if isRecorded { record(.declared(subject, .observer)) }
    return Observer(handle: handle(.observer, id))
  }

  // MARK: For the pass

  /// Calls the observers of the current mode that watch an activity (R78).
  ///
  /// Who is called is settled first. One that is removed meanwhile still is called, one that is
  /// invalidated is not, one that is added has to wait.
  @inline(__always)
  func announce(_ activity: Activities) {
    if observers.watch(activity) { show(activity) }
  }

  func show(_ activity: Activities) {
    record(activity)
    let (mode, newest) = (innermost.mode, observers.lastSerial)
    guard observers.mayWatch(activity, in: mode) else { return }
    if let only = observers.onlyOne(in: mode) {
      call(only, activity, since: newest)
    } else {
      // The loop goes over the list as it is now, whatever the callouts do to the mode's.
      for id in observers.ids(in: mode) { call(id, activity, since: newest) }
    }
  }

  private func call(_ id: Int, _ activity: Activities, since newest: UInt64) {
    guard observers.begin(id, activity, since: newest) else { return }
    callOut(toObserver: id, activity)
    if !observers[id].repeats { invalidate(ItemPlace(kind: .observer, id: id)) }  // R80
    observers.end(id)
  }

  private func callOut(toObserver id: Int, _ activity: Activities) {
    let subject = observers[id].item.subject
    guard isRecording, observers[id].isRecorded else {
      world.count(name(of: subject))
      return observers.call(id, in: self, activity)
    }
    beginCallout(.observer, subject: subject, due: world.now, newest: world.now)
    observers.call(id, in: self, activity)
    endCallout(.observer, subject: subject)
  }
}

/// The observers of a loop, and those of each mode in the order in which they are called.
final class ObserverTable: ItemTable {
  @safe @exclusivity(unchecked) private var rows = RowTable<ObserverState>()
  @safe @exclusivity(unchecked) private var members = UniqueArray<Members>()
  /// The activities in which an observer of any mode, or the trace, was ever interested.
  @safe @exclusivity(unchecked) private var watched: LoopActivities

  /// Creates a table without observers for a loop whose trace keeps some activities.
  init(watching kept: LoopActivities) { watched = kept }

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

  /// Whether an observer of any mode, or the trace, may watch an activity.
  ///
  /// Asked of the bits, here and below: a set's own answer is generic, and slow in a debug build.
  @inline(always)
  func watch(_ activity: LoopActivities) -> Bool { watched.rawValue & activity.rawValue != 0 }

  func item(_ id: Int) -> ItemState { rows[id].item }

  func serial(of id: Int) -> UInt64 { rows.serial(of: id) }

  /// The serial number of the observer that was made last.
  var lastSerial: UInt64 { rows.lastSerial }

  func insert(_ observer: consuming ObserverState) -> Int { rows.insert(observer) }

  func addMode() { members.append(Members()) }

  func add(_ id: Int, to mode: Int) {
    rows[id].item.modes.insert(mode)
    let place = members[mode].ids.lastIndex { rows[$0].order <= rows[id].order }
    members[mode].ids.insert(id, at: place.map { $0 + 1 } ?? 0)
    members[mode].activities.formUnion(rows[id].activities)
    watched.formUnion(rows[id].activities)
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
    members[mode].activities.rawValue & activity.rawValue != 0
  }

  /// Begins to call an observer, if it watches the activity and is not calling out already (R79).
  ///
  /// - Parameters:
  ///   - id: Its row.
  ///   - activity: The activity.
  ///   - newest: The newest observer when it was settled who is called: what is newer, or gone, is
  ///     not.
  /// - Returns: Whether it is to be called.
  func begin(_ id: Int, _ activity: LoopActivities, since newest: UInt64) -> Bool {
    guard 1...newest ~= serial(of: id),
      rows[id].activities.rawValue & activity.rawValue != 0, !rows[id].isCallingOut
    else { return false }
    rows[id].isCallingOut = true
    return true
  }

  func call(_ id: Int, in loop: SimulatedRunLoop, _ activity: LoopActivities) {
    rows[id].callout.call(loop, activity)
  }

  func end(_ id: Int) {
    rows[id].isCallingOut = false
    if serial(of: id) == 0 { release(id) }
  }

  func invalidate(_ id: Int) -> Bool { rows.retire(id) }

  func release(_ id: Int) {
    guard !rows[id].isCallingOut else { return }
    let released = rows[id].callout.release()
    rows.free(id)
    _ = released
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
