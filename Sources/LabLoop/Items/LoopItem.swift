public import LabKernel
import LabTrace

/// A timer, a source, a port or an observer of a loop.
public protocol LoopItem: Hashable, Sendable {
  /// What tells it from all other items.
  var handle: LoopHandle { get }
}

extension SimulatedRunLoop {
  /// Adds an item to a mode; does nothing if it is invalid or in the mode already (R22).
  ///
  /// A timer sets the mode's alarm, which needs no wake-up of its own (R59).
  public func add(_ item: some LoopItem, to mode: Mode) {
    if let place = place(of: item.handle) { add(place, to: mode) }
  }

  /// Removes an item from a mode.
  ///
  /// A timer keeps its date and phase (R58), a source its signal (R67), a port its messages (R75).
  public func remove(_ item: some LoopItem, from mode: Mode) {
    if let place = place(of: item.handle) { remove(place, from: mode) }
  }

  /// Whether an item is in a mode, or in the common set.
  public func contains(_ item: some LoopItem, in mode: Mode) -> Bool {
    place(of: item.handle).map { contains($0, in: mode) } ?? false
  }

  /// Takes an item out of all modes for ever (R54), and the signal of a source back.
  public func invalidate(_ item: some LoopItem) { invalidate(item.handle) }

  func invalidate(_ handle: LoopHandle) {
    if let place = place(of: handle) { invalidate(place) }
  }

  /// Whether an item can still call out.
  public func isValid(_ item: some LoopItem) -> Bool { place(of: item.handle) != nil }

  /// Where an item is kept; `nil` if it is invalid.
  private func place(of handle: LoopHandle) -> ItemPlace? {
    let place = handle.place
    require(handle.owner == number, "this \(place.kind.rawValue) belongs to another loop")
    return table(of: place.kind).serial(of: place.id) == handle.serial ? place : nil
  }

  /// The row of an item in the table of its kind; `nil` if it is invalid.
  @inline(__always)
  func row(of item: some LoopItem, in table: some ItemTable) -> Int? {
    let (handle, place) = (item.handle, item.handle.place)
    require(handle.owner == number, "this \(place.kind.rawValue) belongs to another loop")
    return table.serial(of: place.id) == handle.serial ? place.id : nil
  }
}

/// Where a loop keeps an item, and which loop does.
///
/// An item that is invalid leaves its place to another; its handles then lead to nothing.
public struct LoopHandle: Hashable, Sendable {
  let place: ItemPlace
  /// Tells the item from others that have the place before or after it.
  let serial: UInt64
  let owner: OwnerNumber
}

/// The table in which an item is, and the row.
struct ItemPlace: Hashable, Sendable {
  enum Kind: String { case timer, source, port, observer }

  let kind: Kind
  let id: Int
}

/// What the loop keeps for everything that can be in modes.
struct ItemState {
  var modes = ModeSet()
  let subject: UInt32
}

/// The items of one kind in a loop, by their rows.
protocol ItemTable: AnyObject {
  /// What is kept of an item, whatever its kind.
  func item(_ id: Int) -> ItemState
  /// Tells an item from those that were in its row before; 0 once it is invalid.
  func serial(of id: Int) -> UInt64
  func add(_ id: Int, to mode: Int)
  func remove(_ id: Int, from mode: Int)
  /// The items of a mode, as a printed loop lists them.
  func ids(in mode: Int) -> [Int]
  /// Makes an item invalid, and returns whether it was valid.
  func invalidate(_ id: Int) -> Bool
  /// Releases the closures and the row of an invalid item, unless one is under way.
  func release(_ id: Int)
}

/// What an owner has made in a loop and its world, which ends with the owner.
///
/// Closures in the loop and the world may refer to the owner by ``Unowned`` then: none of them is
/// called once the owner is gone.
package final class LoopResources {
  package let loop: SimulatedRunLoop
  private var items: [LoopHandle] = []
  private var devices: [World.Device] = []

  package init(in loop: SimulatedRunLoop) { self.loop = loop }

  deinit {
    for item in items { loop.invalidate(item) }
    for device in devices { loop.world.remove(device) }
  }

  package func add(_ item: some LoopItem) { items.append(item.handle) }

  package func add(_ device: World.Device) { devices.append(device) }
}

/// What a callout of a timer, source or port answers.
public struct Callback: Hashable, Sendable {
  /// The oldest instant that it answers: the date of a timer, the ring or the first signal.
  public let due: Instant

  /// The newest instant that it answers; of a port the last ring before the loop took the message,
  /// even if that found no room.
  public let newest: Instant

  /// The number of the timer, source or port that calls out; no other of its kind has it as long
  /// as that is valid.
  public let number: Int

  init(due: Int64, newest: Int64? = nil, number: Int) {
    self.due = Instant(nanoseconds: due)
    self.newest = Instant(nanoseconds: newest ?? due)
    self.number = number
  }
}

/// An action in a table.
///
/// It cannot be copied, so that calling it neither retains nor releases what it captures. It is
/// read from its row before the call, and nothing of the row after it, so that the table may grow
/// meanwhile. The owner of the row releases the action once it can never be called again, though
/// not while it is being called.
struct Callout: ~Copyable {
  private var action: SimulatedRunLoop.Action

  init(action: @escaping SimulatedRunLoop.Action) { self.action = action }

  @inline(__always)
  func call(_ loop: SimulatedRunLoop, _ callback: Callback) { action(loop, callback) }

  /// The action, for a caller that does not go through the table.
  var current: SimulatedRunLoop.Action { action }

  /// Lets go of what the action captures.
  ///
  /// - Returns: The action, so that what it captures goes only when the row is no longer in use.
  mutating func release() -> SimulatedRunLoop.Action {
    let released = action
    action = { _, _ in }
    return released
  }
}

/// An observer's action in a table; see ``Callout``.
///
/// One generic type for both would call through a thunk.
struct ObserverCallout: ~Copyable {
  private var action: SimulatedRunLoop.ObserverAction

  init(action: @escaping SimulatedRunLoop.ObserverAction) { self.action = action }

  func call(_ loop: SimulatedRunLoop, _ activity: LoopActivities) { action(loop, activity) }

  mutating func release() -> SimulatedRunLoop.ObserverAction {
    let released = action
    action = { _, _ in }
    return released
  }
}

/// The moments of a run that observers can watch; the raw values are CoreFoundation's (R82).
public struct LoopActivities: OptionSet, Hashable, Sendable {
  /// The mask of CoreFoundation.
  public let rawValue: UInt8

  /// A run begins.
  public static let entry = LoopActivities(.entry)
  /// A pass begins; timers may fire later in it.
  public static let beforeTimers = LoopActivities(.beforeTimers)
  /// Sources are about to be served.
  public static let beforeSources = LoopActivities(.beforeSources)
  /// The loop is about to sleep.
  public static let beforeWaiting = LoopActivities(.beforeWaiting)
  /// The loop has woken.
  public static let afterWaiting = LoopActivities(.afterWaiting)
  /// A run ends.
  public static let exit = LoopActivities(.exit)

  /// Every activity.
  public static let all = LoopActivities(
    rawValue: TraceActivity.allCases.reduce(0) { $0 | $1.rawValue })

  /// Creates a set from a mask of CoreFoundation.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(_ activity: TraceActivity) { rawValue = activity.rawValue }
}
