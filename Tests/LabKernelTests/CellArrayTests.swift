import LabKernel
import Testing

@Suite struct `An array in a cell` {
  /// How many tokens are alive.
  private final class Census {
    var value = 0
  }

  /// Is counted for as long as it is alive.
  private final class Token {
    private let living: Census

    init(_ living: Census) {
      self.living = living
      living.value += 1
    }

    deinit { living.value -= 1 }
  }

  /// A row that cannot be copied.
  private struct Single: ~Copyable {
    var token: Token
  }

  @Test func `keeps its rows in order while it grows`() {
    let table = CellArray<Int>()
    for row in 0..<1000 { #expect(table.append(row * row) == row) }
    #expect(table.count == 1000)
    #expect(table.indices.allSatisfy { table[$0] == $0 * $0 })
  }

  @Test func `changes rows in place`() {
    let table = CellArray<[Int]>()
    table.append([])
    for number in 0..<10 { table[0].append(number) }
    #expect(table[0] == Array(0..<10))
  }

  @Test func `gives its rows back from the end`() {
    let table = CellArray<String>()
    table.append("a row")
    table.append("another row")
    #expect(table.popLast() == "another row")
    #expect(table.popLast() == "a row")
    #expect(table.popLast() == nil)
    #expect(table.count == 0)
  }

  @Test func `lets go of every row once`() {
    let living = Census()
    do {
      let table = CellArray<Token>()
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

  @Test func `moves rows that cannot be copied`() {
    let living = Census()
    do {
      let table = CellArray<Single>()
      for _ in 0..<20 { table.append(Single(token: Token(living))) }
      table[3].token = Token(living)
      table.last.token = Token(living)
      #expect(living.value == 20)
      table.truncate(to: 5)
      #expect(living.value == 5 && table.count == 5)
    }
    #expect(living.value == 0)
  }

  @Test func `sorts its rows from a position on`() {
    let table = CellArray<Int>()
    for row in [9, 5, 3, 4] { table.append(row) }
    table.sort(from: 1) { $0 < $1 }
    #expect(table.indices.map { table[$0] } == [9, 3, 4, 5])
  }

  @Test func `checks positions in debug builds`() async {
    #if DEBUG
      await #expect(processExitsWith: .failure) {
        let table = CellArray<Int>()
        table.append(1)
        _ = table[1]
      }
    #endif
  }
}

@Suite struct `A cell` {
  @Test func `changes its value in place, also from a closure`() {
    let cell = Cell([1])
    let change = { cell.value.append(2) }
    change()
    let value = cell.value
    #expect(value == [1, 2])
  }
}

@Suite struct `An unowned reference` {
  private final class Thing {
    var name = "a thing"
  }

  @Test func `lends its object and does not keep it`() {
    var thing: Thing? = Thing()
    weak let watched = thing
    let reference = thing.map { Unowned($0) }
    #expect(reference?.use { $0.name } == "a thing")
    thing = nil
    #expect(watched == nil)
  }

  @Test func `notices in debug builds that its object is gone`() async {
    #if DEBUG
      await #expect(processExitsWith: .failure) {
        let reference = Unowned(Thing())
        _ = reference.use { $0.name }
      }
    #endif
  }
}
