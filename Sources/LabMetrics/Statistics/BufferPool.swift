/// Memory for columns of numbers, used again from one calculation and one driver to the next.
///
/// A page of fresh memory costs more than the calculation on it.
struct BufferPool {
  private let capacity: Int
  private var buffers: [[Int64]] = []

  /// Creates none yet.
  ///
  /// - Parameter capacity: The most numbers that any column is expected to take.
  init(capacity: Int) { self.capacity = capacity }

  /// Lends a column of so many numbers, which may be any.
  mutating func take(_ count: Int) -> [Int64] {
    var column = buffers.popLast() ?? []
    column.reserveCapacity(max(count, capacity))
    if column.count < count {
      column.append(contentsOf: repeatElement(0, count: count - column.count))
    } else {
      column.truncate(to: count)
    }
    return column
  }

  /// Takes a column back.
  mutating func put(_ column: consuming [Int64]) { buffers.append(column) }
}

extension Array {
  /// Keeps only so many elements from the beginning, and all memory.
  mutating func truncate(to count: Int) { removeLast(self.count - count) }
}
