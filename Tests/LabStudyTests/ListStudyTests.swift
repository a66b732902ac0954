import LabAnswer
import LabKernel
import LabSeries
import LabStudy
import Testing

@Suite struct `The study of a list` {
  private func answer(_ text: String, _ question: SeriesQuestion = SeriesQuestion()) throws
    -> Answer
  {
    let reading = try SeriesReading(text, title: "list.txt", asked: question.askedMilliseconds)
    return ListStudy(reading, question, of: "list.txt").answer(Watch())
  }

  private static let beat = "16.7 16.7 33.3 16.7 16.6 16.7 33.4 16.7 16.7 16.6 33.3 16.7"

  @Test func `has the numbers of its list as data`() throws {
    let found = try answer(
      Self.beat, SeriesQuestion(asked: .milliseconds(20), display: RefreshRate(60)))
    let tables = found.namedTables
    #expect(
      tables.map(\.name) == ["candidates", "list", "left_out", "mechanism", "findings", "paces"])
    #expect(tables[1].rows.count == 1 && tables[1].rows[0][0] == .count(12))
    #expect(tables[3].rows[0][0] == .text("beat"))
    let mean = tables[4].columns.firstIndex { $0.name == "mean_ms" }
    #expect(tables[4].rows[0][mean ?? 0] == .number(20.841666666666665))
    #expect(found.namedSentences.contains { $0.text.hasPrefix("A rate of 20.841 ms seen at") })
    #expect(found.files.map(\.path) == ["list.lab"])
  }

  @Test func `names no mechanism that is undecided`() throws {
    let found = try answer("16.0 16.1 16.0 16.1 16.1")
    let table = try #require(found.namedTables.first { $0.name == "mechanism" })
    #expect(table.rows == [[.none, .text("undecided"), .none]])
  }

  @Test func `shows the lines that were left out`() throws {
    let found = try answer("16.7\nhello\n16.6\n16.8\n16.7\n16.7")
    let table = try #require(found.namedTables.first { $0.name == "left_out" })
    #expect(table.rows == [[.count(2), .text("hello")]])
    #expect(found.parts.contains(.list(["list.txt:2: 'hello' is left out."])))
  }
}
