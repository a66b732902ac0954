import LabText
import TestSupport
import Testing

@testable import LabResults

@Suite struct `The rows of a CSV file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reader(_ text: String) throws -> CSVReader {
    try folder.write(text, to: "file.csv")
    return try CSVReader(folder.path("file.csv"))
  }

  @Test(arguments: [1, 100, 20_000])
  func `are those that were written`(count: Int) throws {
    var csv = CSVWriter(header: ["a", "b,c", "d"])
    for row in 0..<count {
      csv.field(row)
      csv.field(row % 3 == 0 ? "say \"\(row)\",\nthen go" : "plain")
      csv.field("")
      csv.endRow()
    }
    let rows = try reader(String(decoding: csv.bytes, as: UTF8.self))
    #expect(rows.header.fields == ["a", "b,c", "d"])
    let begin = rows.position
    var number = 0
    while let row = try rows.next() {
      let text = number % 3 == 0 ? "say \"\(number)\",\nthen go" : "plain"
      if row.fields != ["\(number)", text, ""] { Issue.record("\(row.fields)") }
      number += 1
    }
    #expect(number == count)
    rows.seek(to: begin)
    #expect(try rows.next()?.fields.first == "0")
  }

  @Test func `must be whole`() throws {
    let rows = try reader("a,b\n1,\"2")
    let error = #expect(throws: InputError.self) { try rows.next() }
    #expect(
      error?.description.hasSuffix(
        "file.csv:2:1: error: the file breaks off in the middle of a row.") == true)
  }

  @Test func `must have as many fields as there are columns`() throws {
    let rows = try reader("a,b\n\"1\n1\",2\n3\n")
    #expect(try rows.next()?.fields == ["1\n1", "2"])
    let error = #expect(throws: InputError.self) { try rows.next() }
    #expect(
      error?.description.hasSuffix("file.csv:4:1: error: the row has 1 fields and the header 2.")
        == true)
  }

  @Test func `of another tool may end as they like`() throws {
    let text = "\u{feff}// a comment\r\n\r\na,b\r\n\"x, y\",1\r\n\r\n2\r\n\"open,3"
    let rows = try CSVReader("file", foreign: Array(text.utf8))
    #expect(rows.header.fields == ["a", "b"])
    #expect(try rows.next()?.fields == ["x, y", "1"])
    #expect(try rows.next()?.fields == ["2"])
    let last = try #require(try rows.next())
    #expect(last.line == 7 && last.fields == ["open,3"])
    #expect(try rows.next() == nil)
  }

  @Test func `have mistakes with a line and a column`() throws {
    let rows = try CSVReader("file", foreign: Array("a,b,c\n1,\"ü,ü\",3\n".utf8))
    let row = try #require(try rows.next())
    #expect(row.mistake(at: 2, "no.").description == "file:2:9: error: no.")
    #expect(row.mistake(at: 1, "no.").description == "file:2:3: error: no.")
    #expect(row.mistake(at: 5, "no.").description == "file:2:10: error: no.")
  }
}
