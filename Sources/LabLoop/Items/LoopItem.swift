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
  public func add(_ item: some LoopItem, to mode: Mode) { add(place(of: item), to: mode) }

  /// Removes an item from a mode.
  ///
  /// A timer keeps its date and phase (R58), a source its signal (R67), a port its messages (R75).
  public func remove(_ item: some LoopItem, from mode: Mode) { remove(place(of: item), from: mode) }

  /// Whether an item is in a mode, or in the common set.
  public func contains(_ item: some LoopItem, in mode: Mode) -> Bool {
    contains(place(of: item), in: mode)
  }

  /// Takes an item out of all modes for ever (R54), and the signal of a source back.
  public func invalidate(_ item: some LoopItem) { invalidate(place(of: item)) }

  /// Whether an item can still call out.
  public func isValid(_ item: some LoopItem) -> Bool { state(of: place(of: item)).isValid }

  @inline(__always)
  private func place(of item: some LoopItem) -> ItemPlace {
    let handle = item.handle
    require(handle.owner == number, "this \(handle.item.kind.rawValue) belongs to another loop")
    return handle.item
  }

  @inline(__always)
  func row(of item: some LoopItem) -> Int { place(of: item).id }
}
