import LabKernel
import LabSeries
import LabText
import TestSupport
import Testing

/// `LAB_FUZZ_COUNT=10000 swift test --filter 'garbled list'` reads any number.
@Suite struct `A garbled list` {
  private func garbled(_ number: Int, _ seed: UInt64) -> String {
    var stream = RandomStream(seed: seed &+ UInt64(number), name: "garbled lists")
    let list = ProgramList.all[Int(stream.next(in: 0...Int64(ProgramList.all.count - 1)))]
    var bytes = Array(list.text.prefix(1200).utf8)
    let odd = Array("\n,;:.-+eE 0123456789\t\"'[]ms\u{0}\u{ff}HT".utf8)
    for _ in 0..<stream.next(in: 1...30) where !bytes.isEmpty {
      let place = Int(stream.next(in: 0...Int64(bytes.count - 1)))
      let byte = odd[Int(stream.next(in: 0...Int64(odd.count - 1)))]
      switch stream.next(in: 0...3) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      case 2: bytes.remove(at: place)
      default: bytes += bytes[place...].prefix(50)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: FuzzBatch.all("garbled list"))
  func `ends in an answer or in a message`(_ batch: FuzzBatch) {
    for number in batch.numbers {
      let text = garbled(number, batch.seed)
      do {
        let asked = number % 3 == 0 ? nil : Duration.milliseconds(number % 40 + 1)
        let question = SeriesQuestion(
          asked: asked, display: number % 2 == 0 ? nil : RefreshRate(60))
        let reading = try SeriesReading(text, title: "list", asked: question.askedMilliseconds)
        let answer = SeriesAnswer(reading, question)
        #expect(answer.findings.allSatisfy { $0.value.isFinite }, "input \(number)")
        #expect(!answer.sentences.isEmpty)
        #expect(answer.rowPeriod > 0)
        #expect(answer.script(of: "list").text.hasSuffix("\n"))
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
