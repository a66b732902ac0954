import LabKernel
import Testing

@Suite struct `A table` {
  /// Counts how many of its kind are alive.
  private final class Token {
    private let living: Cell<Int>

    init(_ living: Cell<Int>) {
      self.living = living
      living.value += 1
    }

    deinit { living.value -= 1 }
  }

  @Test func `keeps its rows in order while it grows`() {
    let table = Table<Int>()
    for row in 0..<1000 { #expect(table.append(row * row) == row) }
    #expect(table.count == 1000)
    #expect(table.indices.allSatisfy { table[$0] == $0 * $0 })
  }

  @Test func `changes rows in place`() {
    let table = Table<[Int]>()
    table.append([])
    for number in 0..<10 { table[0].append(number) }
    #expect(table[0] == Array(0..<10))
  }

  @Test func `gives its rows back from the end`() {
    let table = Table<String>()
    table.append("a row")
    table.append("another row")
    #expect(table.popLast() == "another row")
    #expect(table.popLast() == "a row")
    #expect(table.popLast() == nil)
    #expect(table.isEmpty)
  }

  @Test func `lets go of every row once`() {
    let living = Cell(0)
    do {
      let table = Table<Token>()
      for _ in 0..<100 { table.append(Token(living)) }
      table.popLast()
      #expect(living.value == 99)
      table[0] = Token(living)
      #expect(living.value == 99)
      table.removeAll()
      #expect(living.value == 0)
      for _ in 0..<20 { table.append(Token(living)) }
      #expect(living.value == 20)
    }
    #expect(living.value == 0)
  }

  @Test func `checks positions in debug builds`() async {
    #if DEBUG
      await #expect(processExitsWith: .failure) {
        let table = Table<Int>()
        table.append(1)
        _ = table[1]
      }
    #endif
  }
}

@Suite struct `A cell` {
  @Test func `holds one value for all who have it`() {
    let cell = Cell([1])
    let same = cell
    same.value.append(2)
    #expect(cell.value == [1, 2])
  }
}
