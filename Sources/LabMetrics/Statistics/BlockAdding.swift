/// What numbers of many rows are added to together, which takes less than one by one.
protocol BlockAdding {
  /// Adds a number for each row in a range of a block of ``blockRoom`` or fewer.
  mutating func add<Row>(
    _ rows: Span<Row>, in range: Range<Int>, _ number: (Span<Row>, Int) -> Int64)
}

extension BlockAdding {
  /// Adds a number for each row of a block.
  @inline(__always)
  mutating func add<Row>(_ block: [Row], _ number: (Row) -> Int64) {
    add(block.span, in: block.indices) { number(unsafe $0[unchecked: $1]) }
  }
}

/// How many rows a block has at most, so that sums of a block fit into a word.
let blockRoom = 512
