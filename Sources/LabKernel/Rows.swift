public import CInstructions

/// Growable storage of rows that lie one behind the other, as a part of whatever holds it.
///
/// This is what a ``Table`` keeps in its cell. Held directly, by a value that lies in a cell or a table
/// itself, it saves a step on the way to a row. It allocates memory with the first row.
///
/// A row must not be held across a call that may append.
@safe
public struct Rows<Row: ~Copyable>: ~Copyable {
  @usableFromInline
  var first: UnsafeMutablePointer<Row>?

  @usableFromInline
  var capacity = 0

  @usableFromInline
  var length = 0

  /// Creates storage without rows.
  @inlinable
  public init() { unsafe first = nil }

  @inlinable
  deinit {
    guard let first = unsafe first else { return }
    unsafe first.deinitialize(count: length)
    unsafe first.deallocate()
  }

  /// How many rows there are.
  @inlinable
  public var count: Int { length }

  /// Whether there is no row.
  @inlinable
  public var isEmpty: Bool { length == 0 }

  /// The positions of the rows.
  @inlinable
  public var indices: Range<Int> { 0..<length }

  /// A row, to be read or changed in place.
  ///
  /// - Precondition: The position is that of a row; checked in debug builds.
  @inlinable
  public subscript(position: Int) -> Row {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(address(of: position)) }
    @inline(__always)
    unsafeMutableAddress { unsafe address(of: position) }
  }

  /// The last row, to be read or changed in place.
  ///
  /// - Precondition: There is a row; checked in debug builds.
  @inlinable
  public var last: Row {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(address(of: length &- 1)) }
    @inline(__always)
    unsafeMutableAddress { unsafe address(of: length &- 1) }
  }

  @inlinable
  @inline(__always)
  func address(of position: Int) -> UnsafeMutablePointer<Row> {
    assert(indices.contains(position), "row \(position) of \(length)")
    return unsafe first.unsafelyUnwrapped + position
  }

  /// Asks the processor to bring a row into its cache, without waiting for it.
  ///
  /// - Precondition: The position is that of a row; checked in debug builds.
  @inlinable
  @inline(__always)
  public func prefetch(_ position: Int) {
    unsafe prefetch_line(UnsafeRawPointer(address(of: position)))
  }

  /// Appends a row.
  ///
  /// - Returns: Its position.
  /// - Complexity: O(1) amortised.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func append(_ row: consuming Row) -> Int {
    if length == capacity { grow() }
    unsafe (first.unsafelyUnwrapped + length).initialize(to: row)
    length &+= 1
    return length &- 1
  }

  /// Removes the last row and returns it; `nil` if there is none.
  @inlinable
  @discardableResult
  public mutating func popLast() -> Row? {
    guard !isEmpty else { return nil }
    length &-= 1
    return unsafe (first.unsafelyUnwrapped + length).move()
  }

  /// Removes all rows, and keeps their memory.
  @inlinable
  public mutating func removeAll() { truncate(to: 0) }

  /// Removes the rows from a position on, and keeps their memory.
  @inlinable
  public mutating func truncate(to position: Int) {
    assert(position >= 0 && position <= length, "row \(position) of \(length)")
    if position == length { return }
    unsafe (first.unsafelyUnwrapped + position).deinitialize(count: length - position)
    length = position
  }

  /// Doubles the room.
  ///
  /// Many rows that fill or divide a line of the cache begin at one, so that none lies in two, nor a
  /// pair of neighbours such as the rivals of a tournament.
  @usableFromInline
  mutating func grow() {
    let larger = max(8, 2 * capacity)
    let line = 64
    let stride = MemoryLayout<Row>.stride
    let fits = larger >= 64 && (stride % line == 0 || line % stride == 0)
    let place = UnsafeMutableRawPointer.allocate(
      byteCount: larger * stride, alignment: fits ? line : MemoryLayout<Row>.alignment)
    let rows = unsafe place.bindMemory(to: Row.self, capacity: larger)
    if let first = unsafe first {
      unsafe rows.moveInitialize(from: first, count: length)
      unsafe first.deallocate()
    }
    unsafe first = rows
    capacity = larger
  }
}

extension Rows where Row: Copyable {
  /// Sorts the rows from a position on.
  ///
  /// - Complexity: O(n log n) for n such rows; without allocation for a few.
  public mutating func sort(from position: Int, by precedes: (Row, Row) -> Bool) {
    guard position < length else { return }
    var rows = unsafe UnsafeMutableBufferPointer(
      start: first.unsafelyUnwrapped + position, count: length - position)
    unsafe rows.sort(by: precedes)
  }
}
