import LabKernel

/// Where a loop keeps an item, and which loop does.
public struct LoopHandle: Hashable, Sendable {
  let item: ItemPlace
  let owner: OwnerNumber

  init(_ kind: ItemPlace.Kind, _ id: Int, of owner: OwnerNumber) {
    item = ItemPlace(kind: kind, id: id)
    self.owner = owner
  }
}

/// The table in which an item is, and the row.
struct ItemPlace: Hashable, Sendable {
  enum Kind: String { case timer, source, port, observer }

  let kind: Kind
  let id: Int
}
