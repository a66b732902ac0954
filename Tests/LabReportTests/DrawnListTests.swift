import LabAnswer
import LabExperiment
import LabKernel
import LabLanguage
import LabReport
import LabSeries
import LabStudy
import LabText
import TestSupport
import Testing

/// `LAB_FUZZ_COUNT=20000 swift test --filter 'explained or refused in words'` explains any number.
@Suite struct `A drawn list` {
  /// What is asked about a list; `nil` if its options are refused before it is read.
  private func question(_ list: DrawnList) throws -> SeriesQuestion? {
    let asked = try list["--every"].map { try ScriptLanguage.duration($0, from: "--every") }
    if let asked, !SeriesQuestion.intervals.contains(asked) { return nil }
    let rate = list["--display"].flatMap { Double($0.prefix { !"Hz ".contains($0) }) }
    return SeriesQuestion(
      asked: asked, display: rate.map { RefreshRate(Int64(($0 * 10_000).rounded()), per: 10_000) })
  }

  /// Numbers that are none, and sentences that say nothing; what is quoted of the list may be any.
  private func oddWords(in text: String) -> [String] {
    let text = text.replacing(/'[^']*' is left out|"text":"[^"]*"/.dotMatchesNewlines(), with: "")
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "-" }
      .map(String.init)
    let odd = words.filter { ["nan", "-nan", "inf", "-inf", "infinity", "0th"].contains($0) }
    return odd + ["grid of 0 ms", "rate of 0 ms"].filter { text.contains($0) }
  }

  @Test(arguments: FuzzBatch.all("explained or refused in words"))
  func `is explained or refused in words, and its script can be run`(_ batch: FuzzBatch) throws {
    for number in batch.numbers {
      let list = DrawnList(number, seed: batch.seed)
      guard let question = try? question(list) else { continue }
      let reading: SeriesReading
      do {
        reading = try SeriesReading(
          list.text, title: "list", column: list["--column"],
          unit: list["--unit"].flatMap(SeriesUnit.init), asked: question.askedMilliseconds)
      } catch {
        #expect(error.message.contains(". "), "\(batch) \(number): \(error.message)")
        continue
      }
      let answer = ListStudy(reading, question, of: "list").answer(Watch())
      let said = AnswerText(on: Screen()).text(of: answer)
      #expect(oddWords(in: said).isEmpty, "\(batch) \(number): \(oddWords(in: said))\n\(said)")
      // What is quoted of the list may have any digits, and so may 17 minutes and more.
      let own = said.replacing(/'[^']*' is left out/.dotMatchesNewlines(), with: "")
      let long = own.firstMatch(of: /\b(?:[1-9]\d{0,5}\.\d{4,}|0\.[1-9]\d{3,})/)
      #expect(long == nil, "\(batch) \(number): \(own)")
      let json = AnswerJSON.text(of: answer)
      #expect(oddWords(in: json).isEmpty, "\(batch) \(number): \(json)")
      let script = answer.files[0].bytes
      // Work that is of other length before each instant is a guess at what held the thread.
      let isGuess = String(decoding: script, as: UTF8.self).split(separator: "\n").contains {
        $0.hasPrefix("load unknown ") || $0.firstMatch(of: /^  (?:link|timer) .* takes .*,/) != nil
      }
      for text in [said, String(decoding: script, as: UTF8.self)] {
        let told = text.split { $0.isWhitespace || $0 == "#" }.joined(separator: " ")
        #expect(told.contains("which a list does not say") == isGuess, "\(told)")
      }
      do {
        let run = try Experiment(path: "list.lab") { _ in script }.plan()[0]
        // Long runs are performed by the hundred only.
        if number % 10 == 0 { _ = try Runner(jobs: 1).result(of: run) }
      } catch {
        Issue.record("\(batch) \(number): \(error)\n\(String(decoding: script, as: UTF8.self))")
      }
    }
  }
}
