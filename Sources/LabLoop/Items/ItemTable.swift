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
