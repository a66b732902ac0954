/// Memory for columns of numbers, used again from one calculation and one driver to the next.
///
/// A page that nobody has touched before costs more than what is worked out on it.
struct SpareColumns {
  private let length: Int
  private var spare: [[Int64]] = []

  /// Creates none yet.
  ///
  /// - Parameter length: The most numbers that any column takes.
  init(length: Int) { self.length = length }

  /// Lends a column of full length, in which anything may stand.
  mutating func take() -> [Int64] {
    guard var column = spare.popLast() else { return Array(repeating: 0, count: length) }
    column.append(contentsOf: repeatElement(0, count: length - column.count))
    return column
  }

  /// Takes a column back.
  mutating func put(_ column: consuming [Int64]) { spare.append(column) }
}

extension Array {
  /// Keeps only so many elements from the beginning, and all memory.
  mutating func truncate(to count: Int) { removeLast(self.count - count) }
}
