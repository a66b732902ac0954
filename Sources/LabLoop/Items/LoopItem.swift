import LabKernel

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
