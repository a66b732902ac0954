import LabSeries
import LabText
import Testing

@Suite struct `A pasted list` {
  private func read(_ text: String, column: String? = nil) throws -> SeriesReading {
    try SeriesReading(text, title: "list.txt", column: column)
  }

  private func mistake(_ text: String) -> String {
    do {
      _ = try read(text)
      return "no mistake"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    "16.7\n16.6\n16.8\n16.7", "16.7 16.6 16.8 16.7", "16.7,16.6,16.8,16.7",
    "[16.7, 16.6, 16.8, 16.7]",
    "16.7ms\n16.6 ms\n16.8\n16.7", "rAF 16.7\nrAF 16.6\nrAF 16.8\nrAF 16.7",
    "# measured\n16.7\r\n16.6\r\n16.8\r\n16.7\r\n", "delta\n16.7\n16.6\n16.8\n16.7",
    "app.js:12 16.7\napp.js:12 16.6\napp.js:12 16.8\napp.js:12 16.7",
    "name,delta\ntick,16.7\ntick,16.6\ntick,16.8\ntick,16.7",
  ])
  func `holds intervals in ms`(_ text: String) throws {
    let reading = try read(text)
    #expect(reading.intervals.map { ($0 * 10).rounded() } == [167, 166, 168, 167])
    #expect(reading.kind == .intervals)
    #expect(reading.unit == .ms)
    #expect(reading.mistakes.isEmpty)
  }

  @Test(arguments: [
    "0\n16.7\n33.3\n50.1\n66.8",
    "1700000000000.0 1700000000016.7 1700000000033.3 1700000000050.1"
      + " 1700000000066.8",
    "12:00:00.0000\n12:00:00.0167\n12:00:00.0333\n12:00:00.0501\n12:00:00.0668",
    "23:59:59.9667 a\n23:59:59.9834 a\n00:00:00.0000 a\n00:00:00.0168 a\n00:00:00.0335 a",
    "2026-01-01T12:00:00.0000Z\n2026-01-01T12:00:00.0167Z\n2026-01-01T12:00:00.0333Z\n"
      + "2026-01-01T12:00:00.0501Z\n2026-01-01T12:00:00.0668Z",
  ])
  func `holds instants`(_ text: String) throws {
    let reading = try read(text)
    #expect(reading.intervals.map { ($0 * 10).rounded() } == [167, 166, 168, 167])
    #expect(reading.kind != .intervals)
  }

  @Test(arguments: [
    ("2026-11-03 12:00:TIME [main] tick N", 5), ("12:00:TIME tick N", 3), ("[12:00:TIME] N", 2),
    ("2026-11-03T12:00:TIME+01:00 N ticks", 2), ("N: 12:00:TIME", 1),
    ("2026-11-03 12:00:TIME INFO tick t=N", 5),
  ])
  func `is of the times of day of lines that have one`(_ line: String, _ beside: Int) throws {
    let lines = ["00.017", "00.033", "00.050", "00.067", "00.083"].enumerated().map {
      line.replacing("TIME", with: $1).replacing("N", with: "\($0 + 1)")
    }
    let reading = try read(lines.joined(separator: "\n"))
    #expect(reading.kind == .clock)
    #expect(reading.intervals.map { $0.rounded() } == [16, 17, 17, 16])
    #expect(reading.columnBeside == beside)
    let numbers = try read(lines.joined(separator: "\n"), column: "\(beside)")
    #expect(numbers.kind == .intervals && numbers.intervals.count == 5)
  }

  @Test func `may have times of day with a comma`() throws {
    let lines = ["017", "033", "050", "067", "083"].map { "2026-11-03 12:00:00,\($0) INFO tick" }
    let reading = try read(lines.joined(separator: "\n"))
    #expect(reading.intervals.map { $0.rounded() } == [16, 17, 17, 16])
  }

  @Test func `is of the numbers of lines whose times of day are the same`() throws {
    let lines = ["16.7", "16.6", "16.8", "16.7", "16.6"].map { "12:00:00 rAF \($0)" }
    let reading = try read(lines.joined(separator: "\n"))
    #expect(reading.kind == .intervals && reading.columnBeside == nil)
  }

  @Test func `of lines with several numbers is one of their columns`() throws {
    let text = "[ 12.017] tick 1\n[ 12.033] tick 2\n[ 12.050] tick 3\n[ 12.067] tick 4"
    #expect(mistake(text).contains("2 columns of numbers stand side by side: '2' and '4'."))
    #expect(try read(text, column: "2").intervals.count == 3)
  }

  @Test(arguments: [
    ("0.0167 0.0166 0.0168 0.0167", SeriesUnit.s), ("16700 16600 16800 16700", .us),
    ("16700000 16600000 16800000 16700000", .ns), ("1.67e1 1.66e1 1.68e1 1.67e1", .ms),
  ])
  func `has a unit by its size`(_ text: String, _ unit: SeriesUnit) throws {
    let reading = try read(text)
    #expect(reading.unit == unit)
    #expect(reading.isUnitGuessed)
    #expect(reading.intervals.map { ($0 * 10).rounded() } == [167, 166, 168, 167])
  }

  @Test func `may be a column of a table`() throws {
    let text = "n,delta,cost\n1,16.7,2\n2,16.6,3\n3,16.8,2\n4,16.7,2"
    #expect(try read(text, column: "delta").intervals == read("16.7 16.6 16.8 16.7").intervals)
    #expect(try read(text, column: "2").intervals == read("16.7 16.6 16.8 16.7").intervals)
    #expect(
      mistake(text)
        == "list.txt:1: error: 3 columns of numbers stand side by side: 'n', 'delta' and 'cost'. Name"
        + " the one that holds the list: --column 'delta'.")
  }

  @Test func `of a table with words is one of its columns of numbers`() throws {
    let text = "app,pid,MsBetweenPresents,cost\na,1,16.7,2\na,1,16.6,3\nb,1,16.8,2\na,1,16.7,2"
    #expect(
      mistake(text)
        == "list.txt:1: error: 3 columns of numbers stand side by side: 'pid', 'MsBetweenPresents' and"
        + " 'cost'. Name the one that holds the list: --column 'MsBetweenPresents'.")
    #expect(try read(text, column: "msbetweenpresents").intervals.count == 4)
  }

  @Test func `shows the lines that hold no number`() throws {
    let reading = try read("16.7\nhello\n16.6\n16.8\n16.7\n16.7")
    #expect(reading.mistakes.map(\.line) == [2])
    #expect(reading.mistakes.map(\.text) == ["hello"])
    #expect(reading.intervals.count == 5)
  }

  @Test func `shows the words among the numbers of one line`() throws {
    let reading = try read("16.7, 16.6, abc, 16.8, 16.7, 16.6")
    #expect(reading.intervals == [16.7, 16.6, 16.8, 16.7, 16.6])
    #expect(reading.mistakes.map(\.text) == ["abc"])
  }

  @Test func `takes a number with a comma for none, where others have a point`() throws {
    let reading = try read("16.7\n16.6\n16,8\n16.7\n16.6")
    #expect(reading.intervals == [16.7, 16.6, 16.7, 16.6])
    #expect(reading.mistakes.map(\.text) == ["16,8"])
  }

  @Test(arguments: [
    ("1e400\n16.7\n16.6\n16.8\n16.7\n16.7", [1]), ("NaN\n16.7\n16.6\n16.8\n16.7\n16.7", [1]),
    ("delta\nin ms\n16.7\n16.6\n16.8\n16.7\n16.7", [2]),
    ("16.7\u{0}\n16.6\n16.8\n16.7\n16.7\n16.7", [1]),
  ])
  func `leaves out no line in silence but a head`(_ text: String, _ lines: [Int]) throws {
    #expect(try read(text).mistakes.map(\.line) == lines)
  }

  @Test(arguments: [
    ("16 17 16", "3 numbers in it, and four are the least"),
    ("16.7\n-16.6\n16.8\n16.7", "list.txt:2: error: -16.6 is negative"),
    ("16.7ms\n16.6ms\n0.0168s\n16.7ms", "list.txt:3: error: 's' stands behind"),
    ("16.7\na\n16.6\nb\n16.8\nc\n16.7", "list.txt:2: error: 'a' is no number"),
    ("16,7\n16,6\n33,4\n16,7", "If '16,7' is one number, write a point in it."),
    (
      "16,7 16,7 33,3 16,7 33,4 16,6",
      "list.txt:1: error: '16,7' reads as two numbers. If it is one, write a point in it; if it is"
        + " two, write a blank behind the comma."
    ),
    ("16,7; 16,7; 33,3", "'16,7' reads as two numbers."),
    ("0 0 0 0 16", "half of the intervals or more are 0"),
    (
      "0 16 32 48 64 80 96 112 128 144 160 150 192 208 224",
      "this instant lies before the one above it"
    ),
  ])
  func `says what is wrong with it`(_ text: String, _ message: String) {
    #expect(mistake(text).contains(message))
  }
}
