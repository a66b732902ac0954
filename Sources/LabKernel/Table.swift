/// A growable table whose rows are changed in place, by one thread at a time.
///
/// The loop reads and writes rows of its tables several dozen times a pass. A row of an array in a
/// class costs a check for exclusive access, by way of the thread's local storage, and one for
/// shared storage each time; a row of a table is reached by a pointer. That makes a run about twice
/// as fast, and is the whole reason for this type and for ``Cell``, which alone in the package handle
/// memory by hand.
///
/// A row must not be held across a call that may append to its table.
@safe
public final class Table<Row> {
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
    unsafe header.pointee.rows.deinitialize(count: count)
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
    unsafeMutableAddress {
      assert(indices.contains(position), "row \(position) of \(count)")
      return unsafe header.pointee.rows + position
    }
  }

  /// Appends a row.
  ///
  /// - Returns: Its position.
  /// - Complexity: O(1) amortised.
  @inlinable
  @discardableResult
  public func append(_ row: Row) -> Int {
    if unsafe count == header.pointee.capacity { grow() }
    unsafe (header.pointee.rows + count).initialize(to: row)
    unsafe header.pointee.count += 1
    return count - 1
  }

  /// Removes the last row and returns it; `nil` if there is none.
  @inlinable
  @discardableResult
  public func popLast() -> Row? {
    guard !isEmpty else { return nil }
    unsafe header.pointee.count -= 1
    return unsafe (header.pointee.rows + count).move()
  }

  /// Removes all rows, and keeps their memory.
  public func removeAll() {
    unsafe header.pointee.rows.deinitialize(count: count)
    unsafe header.pointee.count = 0
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
