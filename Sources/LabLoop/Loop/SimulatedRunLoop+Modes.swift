import LabKernel
import LabTrace

extension SimulatedRunLoop {
  /// Adds a mode to the common set, and everything in the set to the mode (R13).
  ///
  /// Items that were added to another mode by its own name are not copied. There is no way back
  /// (R15).
  public func addCommonMode(_ mode: Mode) {
    guard !commonModes.contains(mode) else { return }
    commonModes.append(mode)
    if let index = knownIndex(of: mode) { modes[index].isCommon = true }
    for item in commonItems { add(item, to: mode) }
  }

  /// Adds an item to one mode, or to the common set and every mode in it (R12).
  func add(_ item: ItemPlace, to mode: Mode) {
    guard table(of: item.kind).serial(of: item.id) != 0 else { return }
    guard mode == .common else { return join(item, index(of: mode)) }
    if !commonItems.contains(item) { commonItems.append(item) }
    for member in commonModes { join(item, index(of: member)) }
  }

  /// Removes an item from one mode, or from the common set and every mode in it (R14).
  func remove(_ item: ItemPlace, from mode: Mode) {
    if mode == .common {
      guard let position = commonItems.firstIndex(of: item) else { return }
      commonItems.remove(at: position)
      for member in commonModes { remove(item, from: member) }
    } else if let index = knownIndex(of: mode) {
      leave(item, index)
    }
  }

  /// Removes an item from everything it is in, for ever.
  ///
  /// Its closures are released at once, or after the callout that is under way.
  func invalidate(_ item: ItemPlace) {
    let table = table(of: item.kind)
    guard table.invalidate(item.id) else { return }
    for mode in state(of: item).modes { leave(item, mode) }
    commonItems.removeAll { $0 == item }
    record(.invalidated(state(of: item).subject))
    table.release(item.id)
  }

  func contains(_ item: ItemPlace, in mode: Mode) -> Bool {
    if mode == .common { return belongsToLoop(item) && commonItems.contains(item) }
    return knownIndex(of: mode).map(state(of: item).modes.contains) ?? false
  }

  /// A timer that has left its last mode belongs to no loop, and so is in no set of it (R12).
  private func belongsToLoop(_ item: ItemPlace) -> Bool {
    item.kind != .timer || !timers[item.id].item.modes.isEmpty
  }

  /// Returns the index of a mode; `nil` if it does not exist.
  ///
  /// - Complexity: O(modes); most loops have two or three, which are found sooner than by a hash.
  func knownIndex(of mode: Mode) -> Int? { modes.indices.first { modes[$0].name == mode } }

  /// Returns the index of a mode, which is created if it does not exist.
  ///
  /// One mode too many ends the world, in which nothing more happens in the default mode either.
  @discardableResult
  func index(of mode: Mode) -> Int {
    if let index = knownIndex(of: mode) { return index }
    let index = modes.count
    guard index < ModeSet.capacity else {
      world.fail(.tooManyModes(at: world.now, limit: ModeSet.capacity, mode: mode.name))
      return 0
    }
    modes.append(ModeState(name: mode, isCommon: commonModes.contains(mode)))
    recorder.addMode(mode.name)
    ports.addMode()
    timers.addMode(mode)
    sources.addMode()
    observers.addMode()
    return index
  }

  private func join(_ item: ItemPlace, _ mode: Int) {
    guard !state(of: item).modes.contains(mode) else { return }  // R22
    table(of: item.kind).add(item.id, to: mode)
    record(.joined(state(of: item).subject, mode: UInt8(mode)))
    if item.kind == .source { sources[item.id].schedule?(self, modes[mode].name) }
  }

  private func leave(_ item: ItemPlace, _ mode: Int) {
    guard state(of: item).modes.contains(mode) else { return }
    table(of: item.kind).remove(item.id, from: mode)
    record(.left(state(of: item).subject, mode: UInt8(mode)))
    if item.kind == .source { sources[item.id].cancel?(self, modes[mode].name) }
  }

  /// The handle of an item that has just been made.
  func handle(_ kind: ItemPlace.Kind, _ id: Int) -> LoopHandle {
    LoopHandle(
      place: ItemPlace(kind: kind, id: id), serial: table(of: kind).serial(of: id), owner: number)
  }

  func state(of item: ItemPlace) -> ItemState { table(of: item.kind).item(item.id) }

  func table(of kind: ItemPlace.Kind) -> any ItemTable {
    switch kind {
    case .timer: timers
    case .source: sources
    case .port: ports
    case .observer: observers
    }
  }
}

/// The name of a mode: a filter that selects which sources, timers and observers a run serves.
///
/// A mode selects; it does not order. Two items in one mode have no priority over one another for
/// being in other modes as well.
public struct LoopMode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name.
  public let name: String

  /// The mode in which an application idles.
  public static let `default` = LoopMode("default")

  /// The mode in which a scroll view tracks a finger.
  public static let tracking = LoopMode("tracking")

  /// Not a mode, but a stand-in for all members of the loop's common set.
  public static let common = LoopMode("common")

  /// Creates a mode from its name.
  public init(_ name: String) { self.name = name }

  /// Creates a mode from its name.
  public init(stringLiteral name: String) { self.init(name) }

  /// The name.
  public var description: String { name }
}

/// A set of modes, by index.
struct ModeSet: Equatable {
  /// How many modes a loop can have: one word, so that what is kept of a timer fits into a line of
  /// the cache.
  static let capacity = 64

  private(set) var bits: UInt64 = 0

  @inline(__always)
  var isEmpty: Bool { bits == 0 }

  @inline(__always)
  func contains(_ mode: Int) -> Bool { bits & bit(mode) != 0 }

  @inline(__always)
  mutating func insert(_ mode: Int) { bits |= bit(mode) }

  @inline(__always)
  mutating func remove(_ mode: Int) { bits &= ~bit(mode) }

  @inline(__always)
  func subtracting(_ other: ModeSet) -> ModeSet {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }

  @inline(__always)
  mutating func formUnion(_ other: ModeSet) { bits |= other.bits }

  @inline(__always)
  private func bit(_ mode: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: mode) }
}

extension ModeSet: Sequence {
  /// Yields the members in ascending order.
  struct Iterator: IteratorProtocol {
    fileprivate var rest: UInt64

    @inline(__always)
    mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      let mode = rest.trailingZeroBitCount
      rest &= rest &- 1
      return mode
    }
  }

  @inline(__always)
  func makeIterator() -> Iterator { Iterator(rest: bits) }
}

/// What the loop keeps for one mode, beside the items in it (R10).
struct ModeState: ~Copyable {
  let name: LoopMode
  var isCommon: Bool
  /// Whether the mode was asked to stop, which lasts until a run honours it (R25).
  var isStopped = false
}
