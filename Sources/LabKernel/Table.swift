/// A growable table whose rows are changed in place, by one thread at a time.
///
/// The loop reads and writes rows of its tables several dozen times a pass. A row of an array in a
/// class costs a check for exclusive access, by way of the thread's local storage, and one for
/// shared storage each time; a row of a table is reached by a pointer, and lent rather than copied,
/// so that what it refers to is neither retained nor released. That makes a run several times as
/// fast, and is the whole reason for this type, for ``Rows``, ``Cell`` and ``Unowned``. Only rows and
/// cells allocate memory by hand.
///
/// A row must not be held across a call that may append to its table.
@safe
public struct Table<Row: ~Copyable>: ~Copyable {
  @usableFromInline
  let rows = Cell(Rows<Row>())

  /// Creates a table without rows.
  @inlinable
  public init() {}

  /// How many rows there are.
  @inlinable
  public var count: Int { rows.value.count }

  /// Whether there is no row.
  @inlinable
  public var isEmpty: Bool { rows.value.isEmpty }

  /// The positions of the rows.
  @inlinable
  public var indices: Range<Int> { rows.value.indices }

  /// A row, to be read or changed in place.
  ///
  /// - Precondition: The position is that of a row; checked in debug builds.
  @inlinable
  public subscript(position: Int) -> Row {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(rows.value.address(of: position)) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe rows.value.address(of: position) }
  }

  /// The last row, to be read or changed in place.
  ///
  /// - Precondition: There is a row; checked in debug builds.
  @inlinable
  public var last: Row {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(rows.value.address(of: count &- 1)) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe rows.value.address(of: count &- 1) }
  }

  /// Asks the processor to bring a row into its cache, without waiting for it.
  ///
  /// - Precondition: The position is that of a row; checked in debug builds.
  @inlinable
  @inline(__always)
  public func prefetch(_ position: Int) { rows.value.prefetch(position) }

  /// Appends a row.
  ///
  /// - Returns: Its position.
  /// - Complexity: O(1) amortised.
  @inlinable
  @inline(__always)
  @discardableResult
  public func append(_ row: consuming Row) -> Int { rows.value.append(row) }

  /// Removes the last row and returns it; `nil` if there is none.
  @inlinable
  @discardableResult
  public func popLast() -> Row? { rows.value.popLast() }

  /// Removes all rows, and keeps their memory.
  @inlinable
  public func removeAll() { rows.value.removeAll() }

  /// Removes the rows from a position on, and keeps their memory.
  @inlinable
  public func truncate(to position: Int) { rows.value.truncate(to: position) }
}

extension Table where Row: Copyable {
  /// Sorts the rows from a position on.
  ///
  /// - Complexity: O(n log n) for n such rows; without allocation for a few.
  public func sort(from position: Int, by precedes: (Row, Row) -> Bool) {
    rows.value.sort(from: position, by: precedes)
  }
}
