/// A growable table whose rows are changed in place, by one thread at a time.
///
/// The loop reads and writes rows of its tables several dozen times a pass. A row of an array in a
/// class costs a check for exclusive access, by way of the thread's local storage, and one for
/// shared storage each time; a row of a table is reached by a pointer, and lent rather than copied,
/// so that what it refers to is neither retained nor released. That makes a run several times as
/// fast, and is the whole reason for this type, for ``Cell`` and for ``Unowned``. Only tables and
/// cells allocate memory by hand.
///
/// A row must not be held across a call that may append to its table.
@safe
public struct Table<Row: ~Copyable>: ~Copyable {
  @usableFromInline
  @unsafe struct Header {
    @usableFromInline var rows: UnsafeMutablePointer<Row>
    @usableFromInline var count = 0
    @usableFromInline var capacity = 8

    @usableFromInline
    init() {
      unsafe rows = .allocate(capacity: 8)
    }
  }

  @usableFromInline
  let header: UnsafeMutablePointer<Header>

  /// Creates a table without rows.
  @inlinable
  public init() {
    unsafe header = .allocate(capacity: 1)
    unsafe header.initialize(to: Header())
  }

  @inlinable
  deinit {
    unsafe header.pointee.rows.deinitialize(count: header.pointee.count)
    unsafe header.pointee.rows.deallocate()
    unsafe header.deallocate()
  }

  /// How many rows there are.
  @inlinable
  public var count: Int { unsafe header.pointee.count }

  /// Whether there is no row.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// The positions of the rows.
  @inlinable
  public var indices: Range<Int> { 0..<count }

  /// A row, to be read or changed in place.
  ///
  /// - Precondition: The position is that of a row; checked in debug builds.
  @inlinable
  public subscript(position: Int) -> Row {
    @inline(__always)
    unsafeAddress {
      assert(indices.contains(position), "row \(position) of \(count)")
      return unsafe UnsafePointer(header.pointee.rows + position)
    }
    @inline(__always)
    nonmutating unsafeMutableAddress {
      assert(indices.contains(position), "row \(position) of \(count)")
      return unsafe header.pointee.rows + position
    }
  }

  /// The last row, to be read or changed in place.
  ///
  /// - Precondition: There is a row; checked in debug builds.
  @inlinable
  public var last: Row {
    @inline(__always)
    unsafeAddress {
      assert(!isEmpty, "an empty table has no last row")
      return unsafe UnsafePointer(header.pointee.rows + (header.pointee.count &- 1))
    }
    @inline(__always)
    nonmutating unsafeMutableAddress {
      assert(!isEmpty, "an empty table has no last row")
      return unsafe header.pointee.rows + (header.pointee.count &- 1)
    }
  }

  /// Appends a row.
  ///
  /// - Returns: Its position.
  /// - Complexity: O(1) amortised.
  @inlinable
  @inline(__always)
  @discardableResult
  public func append(_ row: consuming Row) -> Int {
    if unsafe count == header.pointee.capacity { grow() }
    unsafe (header.pointee.rows + count).initialize(to: row)
    unsafe header.pointee.count &+= 1
    return count &- 1
  }

  /// Removes the last row and returns it; `nil` if there is none.
  @inlinable
  @discardableResult
  public func popLast() -> Row? {
    guard !isEmpty else { return nil }
    unsafe header.pointee.count &-= 1
    return unsafe (header.pointee.rows + count).move()
  }

  /// Removes all rows, and keeps their memory.
  @inlinable
  public func removeAll() { truncate(to: 0) }

  /// Removes the rows from a position on, and keeps their memory.
  @inlinable
  public func truncate(to position: Int) {
    assert(position >= 0 && position <= count, "row \(position) of \(count)")
    unsafe (header.pointee.rows + position).deinitialize(count: count - position)
    unsafe header.pointee.count = position
  }

  @usableFromInline
  func grow() {
    let rows = UnsafeMutablePointer<Row>.allocate(capacity: 2 * count)
    unsafe rows.moveInitialize(from: header.pointee.rows, count: count)
    unsafe header.pointee.rows.deallocate()
    unsafe header.pointee.rows = rows
    unsafe header.pointee.capacity = 2 * count
  }
}

extension Table where Row: Copyable {
  /// Sorts the rows from a position on.
  ///
  /// - Complexity: O(n log n) for n such rows; without allocation for a few.
  public func sort(from position: Int, by precedes: (Row, Row) -> Bool) {
    var rows = unsafe UnsafeMutableBufferPointer(
      start: header.pointee.rows + position, count: count - position)
    unsafe rows.sort(by: precedes)
  }
}
