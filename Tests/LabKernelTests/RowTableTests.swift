import LabKernel
import Testing

@Suite struct `A table of rows` {
  @Test func `uses a row again, under another serial number`() {
    var table = RowTable<String>()
    let first = table.insert("a")
    let serial = table.serial(of: first)
    #expect(table.retire(first))
    #expect(table.serial(of: first) == 0 && table[first] == "a")
    table.free(first)
    let second = table.insert("b")
    #expect(second == first && table[second] == "b")
    #expect(table.serial(of: second) > serial && table.serial(of: second) == table.lastSerial)
  }

  @Test func `retires a row once`() {
    var table = RowTable<Int>()
    let row = table.insert(1)
    #expect(table.retire(row))
    #expect(!table.retire(row))
  }

  @Test func `is as long as the most rows that were in use at a time`() {
    var (table, rows) = (RowTable<Int>(), [Int]())
    var stream = RandomStream(seed: 1, name: "rows")
    var most = 0
    for number in 0..<2_000 {
      if rows.isEmpty || stream.next(in: 0...99) < 50 {
        let row = table.insert(number)
        #expect(!rows.contains(row))
        rows.append(row)
      } else {
        let row = rows.remove(at: Int(stream.next(in: 0...Int64(rows.count - 1))))
        #expect(table.retire(row))
        table.free(row)
      }
      most = max(most, rows.count)
    }
    #expect(table.indices.count == most)
  }
}
