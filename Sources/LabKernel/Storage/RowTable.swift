/// Rows that are used again, each told from those that were there before by its serial number.
///
/// A handle keeps the serial number of its row beside the position: once the row is retired, the
/// two no longer go together, whatever the row is used for by then.
///
/// A row must not be held across a call that may insert.
@safe
@usableFromInline
package struct RowTable<Row: ~Copyable>: ~Copyable {
  @usableFromInline
  var rows = UniqueArray<Row>()
  /// The serial number of each row; 0 if the row is retired.
  @usableFromInline
  var serials = UniqueArray<UInt64>()
  @usableFromInline
  var free = UniqueArray<Int>()
  /// The serial number of the row that was inserted last; 0 before the first.
  @usableFromInline
  package internal(set) var lastSerial: UInt64 = 0

  @inlinable
  package init() {}

  /// All positions, those of retired rows included.
  @inlinable
  package var indices: Range<Int> { rows.indices }

  /// A row, to be read or changed in place.
  @inlinable
  package subscript(position: Int) -> Row {
    @_transparent
    unsafeAddress { unsafe address(of: position) }
    @_transparent
    unsafeMutableAddress { unsafe rows.address(of: position) }
  }

  /// Where a row is until one is inserted, for a class that lets its rows be read.
  @inlinable
  @_transparent
  package func address(of position: Int) -> UnsafePointer<Row> {
    unsafe UnsafePointer(rows.address(of: position))
  }

  /// The serial number of a row; 0 if the row is retired.
  @inlinable
  @_transparent
  package func serial(of position: Int) -> UInt64 { serials[position] }

  /// Puts a row where one is free, or behind all others.
  ///
  /// - Returns: Its position; its serial number is ``lastSerial``.
  /// - Complexity: O(1) amortised.
  @inlinable
  package mutating func insert(_ row: consuming Row) -> Int {
    lastSerial += 1
    if let position = free.popLast() {
      rows[position] = row
      serials[position] = lastSerial
      return position
    }
    serials.append(lastSerial)
    return rows.append(row)
  }

  /// Takes a row from all handles, and returns whether it was theirs until now.
  ///
  /// It keeps what it holds, for a call that is under way, until it is freed.
  @inlinable
  package mutating func retire(_ position: Int) -> Bool {
    defer { serials[position] = 0 }
    return serials[position] != 0
  }

  /// Lets a retired row be used again.
  @inlinable
  package mutating func free(_ position: Int) {
    assert(serials[position] == 0, "row \(position) is in use")
    free.append(position)
  }
}
