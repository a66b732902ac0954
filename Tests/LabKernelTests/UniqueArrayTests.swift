import LabKernel
import Testing

@Suite struct `The elements of a unique array` {
  /// A row as large as a line of the cache.
  private struct Line {
    var words = (0, 0, 0, 0, 0, 0, 0, 0)
  }

  @Test func `stay in order while they grow`() {
    var rows = UniqueArray<Int>()
    for row in 0..<1000 { #expect(rows.append(row * row) == row) }
    let squares = rows.indices.map { rows[$0] }
    #expect(squares == (0..<1000).map { $0 * $0 })
  }

  @Test func `go from the end`() {
    var rows = UniqueArray<String>()
    for row in ["a row", "another", "a third", "a fourth"] { rows.append(row) }
    let last = rows.popLast()
    rows.truncate(to: 1)
    let (count, only) = (rows.count, rows.last)
    #expect(last == "a fourth")
    #expect(count == 1)
    #expect(only == "a row")
    rows.removeAll()
    let none = rows.popLast()
    #expect(none == nil)
  }

  @Test func `begin at a line of the cache if they are as large as one`() {
    var rows = UniqueArray<Line>()
    for _ in 0..<100 { rows.append(Line()) }
    for position in [0, 1, 99] {
      let address = unsafe withUnsafePointer(to: &rows[position]) { Int(bitPattern: $0) }
      #expect(address % 64 == 0)
    }
  }

  @Test func `may be fetched ahead of their use`() {
    var rows = UniqueArray<Int>()
    rows.append(7)
    rows.prefetch(0)
    let row = rows[0]
    #expect(row == 7)
  }
}
