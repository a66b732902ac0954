import LabSeries
import Testing

@Suite struct `The answer to a list` {
  private func answer(
    _ text: String, every asked: Duration? = nil
  ) throws -> SeriesAnswer {
    SeriesAnswer(try SeriesReading(text, title: "list"), SeriesQuestion(asked: asked))
  }

  @Test func `tells how far a loop that sleeps falls behind`() throws {
    let text = "16.101 16.117 16.094 16.122 16.108 16.090 16.113 16.125 16.099 16.111 16.104 16.118"
    let answer = try answer(text, every: .milliseconds(16))
    #expect(answer.mechanism == .anew)
    let behind = try #require(answer.value(.behindSPerHour))
    #expect(24...25 ~= behind)
  }

  @Test func `is undecided about a list that two mechanisms make`() throws {
    let answer = try answer("16.0 16.1 16.0 16.1 16.1")
    #expect(answer.mechanism == nil)
    #expect(answer.sentences[0].hasPrefix("Undecided between "))
  }

  @Test func `is made of a reading and a question`() throws {
    let reading = try SeriesReading("16.1 16.1 16.2 16.1 16.1", title: "list")
    let answer = SeriesAnswer(reading, SeriesQuestion(asked: .milliseconds(16)))
    #expect(answer.findings.first?.value == 5)
  }

  @Test func `draws a row for each multiple`() throws {
    let text = "16.7 16.7 33.3 16.7 16.6 16.7 33.4 16.7 16.7 16.6 33.3 16.7"
    let lines = try answer(text).strip(width: 80)
    #expect(
      lines == [
        "   33.3 ms |  =   =   =", "   16.7 ms |== === === =",
      ])
  }
}
