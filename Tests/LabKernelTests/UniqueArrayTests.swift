import LabKernel
import Testing

@Suite struct `An array that may not be copied` {
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
    var table = UniqueArray<Int>()
    for row in 0..<1000 {
      let place = table.append(row * row)
      #expect(place == row)
    }
    let count = table.count
    #expect(count == 1000)
    for row in table.indices { #expect(table[row] == row * row) }
  }

  @Test func `changes rows in place`() {
    var table = UniqueArray<[Int]>()
    table.append([])
    for number in 0..<10 { table[0].append(number) }
    let first = table[0]
    #expect(first == Array(0..<10))
  }

  @Test func `gives its rows back from the end`() {
    var table = UniqueArray<String>()
    table.append("a row")
    table.append("another row")
    let rows = [table.popLast(), table.popLast(), table.popLast()]
    #expect(rows == ["another row", "a row", nil])
    let count = table.count
    #expect(count == 0)
  }

  @Test func `lets go of every row once`() {
    let living = Census()
    do {
      var table = UniqueArray<Token>()
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
      var table = UniqueArray<Single>()
      for _ in 0..<20 { table.append(Single(token: Token(living))) }
      table[3].token = Token(living)
      table.last.token = Token(living)
      #expect(living.value == 20)
      table.truncate(to: 5)
      let count = table.count
      #expect(living.value == 5 && count == 5)
    }
    #expect(living.value == 0)
  }

  @Test func `sorts its rows from a position on`() {
    var table = UniqueArray<Int>()
    for row in [9, 5, 3, 4] { table.append(row) }
    table.sort(from: 1) { $0 < $1 }
    var rows: [Int] = []
    for place in table.indices { rows.append(table[place]) }
    #expect(rows == [9, 3, 4, 5])
  }

  @Test func `checks positions in debug builds`() async {
    #if DEBUG
      await #expect(processExitsWith: .failure) {
        var table = UniqueArray<Int>()
        table.append(1)
        _ = table[1]
      }
    #endif
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
