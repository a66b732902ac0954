import LabKernel
import LabSeries
import LabText
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

  /// Frames at 30 Hz that neither a display nor a timer explains alone.
  @Test func `proposes the interval of the list where what was asked may decide`() throws {
    let text = """
      31.19 34.95 32.81 31.52 32.92 33.75 38.72 30.75 32.55 34.44 31.55 37.24 32.33 32.99 32.64
      35.74 33.43 31.78 29.86 35.31 33.98 32.85 34.96 32.28 34.83 28.71 35.76 30.85 30.69 36.09
      35.81 29.82 34.54 33.00 32.52 35.59 30.89 31.92 34.85 34.21 33.77 28.59 35.18 35.31
      """.replacing("\n", with: " ")
    let answer = try answer(text)
    #expect(answer.mechanism == nil)
    #expect(answer.sentences.contains { $0.hasSuffix("such as --every 33.333ms.") })
    let told = try self.answer(text, every: .milliseconds(33))
    #expect(!told.sentences.contains { $0.contains("--every") })
  }

  /// Intervals of a grid, some of them twice as long: what is sure says that they are.
  @Test func `says of what is sure how many intervals do not fit`() throws {
    var stream = RandomStream(seed: 5, name: "doubled")
    for number in 0..<60 {
      let count = Int(stream.next(in: 12...200))
      let period = [16.667, 10, 8.333, 20, 33.333][number % 5]
      let noise = [0.0, 0.01, 0.2][number % 3]
      let doubled = Set((0..<Int(stream.next(in: 1...3))).map { _ in Int(stream.next(in: 1...10)) })
      let text = (0..<count).map { place in
        let off = noise * Double(stream.next(in: -1000...1000)) / 1000
        return "\(period * (doubled.contains(place) ? 2 : 1) + off)"
      }.joined(separator: "\n")
      let answer = try answer(text)
      guard let mechanism = answer.mechanism,
        [.locked, .grid, .anew, .quantum, .saturated].contains(mechanism)
      else { continue }
      let said = answer.sentences.joined(separator: " ")
      #expect(said.contains("but for \(doubled.count) of the \(count) intervals"), "\(said)")
    }
    let even = try answer("16.7 16.6 16.7 16.6 16.7 16.6 16.7")
    #expect(!even.sentences.joined().contains("but for"))
  }

  @Test func `estimates what was asked`() throws {
    #expect(try answer("16.1 16.12 16.1 16.11 16.09 16.1 16.13 16.1").value(.askedMs) == 16)
    #expect(try answer("16.1 16.12 16.1 16.11", every: .milliseconds(15)).value(.askedMs) == 15)
  }

  @Test func `is undecided about a list that two mechanisms make`() throws {
    let answer = try answer("16.0 16.1 16.0 16.1 16.1")
    #expect(answer.mechanism == nil)
    #expect(answer.sentences[0].hasPrefix("Undecided between "))
  }

  /// A list of one number, told to a step, and what is known of it.
  struct Constant {
    let text: String
    var asked: Double?
    var display: Int64?
    var mechanism: SeriesMechanism?

    var answer: SeriesAnswer {
      get throws {
        let text = Array(repeating: text, count: 40).joined(separator: "\n")
        let question = SeriesQuestion(
          asked: asked.map { .nanoseconds(Int64($0 * 1_000_000)) },
          display: display.map { RefreshRate($0) })
        return SeriesAnswer(try SeriesReading(text, title: "list"), question)
      }
    }
  }

  @Test(arguments: [
    Constant(text: "16"), Constant(text: "16", asked: 16), Constant(text: "17"),
    Constant(text: "17", asked: 16.666667, display: 60),
  ])
  func `names no mechanism where one number is all that is known`(_ list: Constant) throws {
    let answer = try list.answer
    #expect(answer.mechanism == nil, "\(answer.candidates)")
    let close = answer.candidates.filter { $0.behind < 3 }.map(\.mechanism)
    #expect(close.contains(.anew) && (close.contains(.grid) || close.contains(.locked)))
    #expect(answer.sentences.last?.contains("more digits would decide") == true)
  }

  @Test(arguments: [
    Constant(text: "16.7", mechanism: .locked),
    Constant(text: "17", asked: 16, display: 60, mechanism: .locked),
    Constant(text: "16.45", asked: 16, mechanism: .anew),
    Constant(text: "16.667", asked: 16, display: 60, mechanism: .locked),
    Constant(text: "33.33", mechanism: .locked),
  ])
  func `names what one number tells by its digits`(_ list: Constant) throws {
    let answer = try list.answer
    #expect(answer.mechanism == list.mechanism, "\(answer.candidates)")
  }

  @Test func `of a long list that changes its way does not go by its beginning`() throws {
    var stream = RandomStream(seed: 1, name: "a list that changes")
    let intervals = (0..<12_000).map { place in
      place < 4500 ? 16.667 : 5 + 40 * stream.nextFraction()
    }
    let text = intervals.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: "\n")
    #expect(try answer(text).mechanism == .jitter)
  }

  @Test func `is one about a list that is nearly all burst`() throws {
    let answer = try answer("1000 1 1 1 1", every: .milliseconds(16))
    #expect(answer.value(.count) == 5)
  }

  @Test func `is made of a reading and a question`() throws {
    let reading = try SeriesReading("16.1 16.1 16.2 16.1 16.1", title: "list")
    let answer = SeriesAnswer(reading, SeriesQuestion(asked: .milliseconds(16)))
    #expect(answer.findings.first?.value == 5)
  }

  private typealias Rate = (hertz: Double, count: Int)

  /// Timestamps of a link that keeps a rate for so many intervals, then the next one.
  private func link(_ rates: [Rate]) -> String {
    var (time, texts) = (1000.0, ["1000"])
    for (hertz, count) in rates {
      for _ in 0..<count {
        time += 1000 / hertz
        texts.append("\((time * 1000).rounded() / 1000)")
      }
    }
    return texts.joined(separator: "\n")
  }

  @Test func `tells the rates of a link in turn`() throws {
    let rates: [Rate] = [(120, 48), (60, 24), (40, 16), (120, 60)]
    let answer = try answer(link(rates))
    #expect(answer.mechanism == .locked)
    #expect(answer.paces.map { $0.rateHz.rounded() } == rates.map(\.hertz))
    #expect(answer.paces.map { $0.lengthMs.rounded() } == [400, 400, 400, 500])
    #expect(answer.sentences[1].hasPrefix("Its rate changes 3 times: 120 Hz for 0.4 s, 60 Hz"))
    let script = answer.script(of: "list").text
    let again = try MadeList.answer(MadeList.instants(of: script).prefix(149), SeriesQuestion())
    let (mean, other) = (answer.value(.meanMs) ?? 0, again.value(.meanMs) ?? 0)
    #expect(abs(mean - other) < 0.005 * mean)
    #expect(again.paces.map { $0.rateHz.rounded() } == rates.map(\.hertz))
  }

  @Test func `tells no change of a link that misses some refreshes`() throws {
    let rates = [17, 4, 28, 9, 13, 41, 6, 22, 11, 34].flatMap { [(60, $0), (30, 1)] as [Rate] }
    let answer = try answer(link(rates))
    #expect(answer.mechanism == .locked && answer.paces.isEmpty)
    let script = answer.script(of: "list").text
    let again = try MadeList.answer(MadeList.instants(of: script).prefix(196), SeriesQuestion())
    let (mean, other) = (answer.value(.meanMs) ?? 0, again.value(.meanMs) ?? 0)
    #expect(abs(mean - other) < 0.005 * mean)
  }

  @Test func `says nothing of a lag that its numbers cannot tell`() throws {
    let text = "16.2 17.1 16.4 16.9 16.6 16.8 16.5 17.0 16.3 16.8 16.7 16.6 16.9 16.5 16.8 16.7"
    let answer = try answer(text, every: .nanoseconds(16_666_667))
    let behind = try #require(answer.value(.behindSPerHour))
    let error = try #require(answer.value(.behindErrorSPerHour))
    #expect(abs(behind) < error)
    let words = "It stays with what was asked: this list cannot show a drift of less than "
    #expect(answer.sentences[1].hasPrefix(words))
  }

  /// One interval of two or three refreshes does not make the digits of the others finer.
  @Test(arguments: [60.0, 72, 90, 120, 144], [2, 3, 4])
  func `is as unsure of a rate as its digits are, whatever interval is another`(
    hertz: Double, digits: Int
  ) throws {
    let period = 1000 / hertz
    let even = Array(repeating: period, count: 100)
    let texts = [1, 2, 3].map { length in
      var intervals = even
      intervals[50] *= Double(length)
      return intervals.map { decimalText($0, decimals: 0...digits) }.joined(separator: " ")
    }
    for text in texts {
      let answer = try answer(text)
      let said = answer.sentences.joined(separator: " ")
      if let error = answer.value(.rateErrorHz), let rate = answer.value(.rateHz) {
        let whole = (rate / hertz).rounded() * hertz
        #expect((rate - whole).magnitude <= error, "\(said)")
      }
      for lag in ["falls behind", "gains", "late each time", "± 0 "] {
        #expect(!said.contains(lag), "\(said)")
      }
    }
  }
}
