import LabKernel
import Testing

@Suite struct `A table of rows` {
  @Test func `uses a row again, under another serial number`() {
    var table = RowTable<String>()
    let first = table.insert("a")
    let serial = table.serial(of: first)
    let wasInUse = table.retire(first)
    let (retired, kept) = (table.serial(of: first), table[first])
    #expect(wasInUse && retired == 0 && kept == "a")
    table.free(first)
    let second = table.insert("b")
    let (later, last, row) = (table.serial(of: second), table.lastSerial, table[second])
    #expect(second == first && row == "b")
    #expect(later > serial && later == last)
  }

  @Test func `retires a row once`() {
    var table = RowTable<Int>()
    let row = table.insert(1)
    let answers = [table.retire(row), table.retire(row)]
    #expect(answers == [true, false])
  }

  @Test func `is as long as the most rows that were in use at a time`() {
    var table = RowTable<Int>()
    var rows: [Int] = []
    var stream = RandomStream(seed: 1, name: "rows")
    var most = 0
    for number in 0..<2_000 {
      if rows.isEmpty || stream.next(in: 0...99) < 50 {
        let row = table.insert(number)
        #expect(!rows.contains(row))
        rows.append(row)
      } else {
        let row = rows.remove(at: Int(stream.next(in: 0...Int64(rows.count - 1))))
        let wasInUse = table.retire(row)
        #expect(wasInUse)
        table.free(row)
      }
      most = max(most, rows.count)
    }
    let count = table.indices.count
    #expect(count == most)
  }
}
