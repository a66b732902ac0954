import LabKernel

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
