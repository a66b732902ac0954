import Foundation
import LabAnswer
import LabExperiment
import LabLanguage
import LabReport
import LabResults
import LabStudy
import TestSupport
import Testing

@testable import LabPlay

/// What a page in a browser is told is what the command says, by the same writers.
struct PlayTests {
  private static let carousel = Checkout.experiment("carousel").path

  private func play(_ path: String) throws -> Play {
    var play = Play()
    play.put(Array(try Data(contentsOf: URL(filePath: path))), at: path)
    return play
  }

  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `rows are those of the command`() throws {
    let path = Self.carousel
    let result = try ExperimentResult(
      name: "carousel", performing: Experiment(path: path).plan(), jobs: 1)
    #expect(try play(path).csv(of: path, isWhole: true) == result.runsCSV)
  }

  @Test func `an answer has the words and the pictures of the command`() throws {
    let path = Self.carousel
    let result = try ExperimentResult(
      name: "carousel", performing: Experiment(path: path).plan(), jobs: 1)
    let answer = try RunFindings(result).answer()
    let page = try Page(result, why: nil).text
    let reply = try object(try play(path).run(path, triesChanges: true))
    #expect(reply["html"] as? String == AnswerHTML.text(of: answer))
    #expect(reply["headline"] as? String == answer.headline)
    let own = try JSONSerialization.jsonObject(with: Data(AnswerJSON.text(of: answer).utf8))
    #expect(try #require(reply["answer"] as? NSDictionary).isEqual(own))
    let data = try #require(
      page.firstMatch(
        of: #/<script type="application/json" id="data">(.*?)</script>/#
          .dotMatchesNewlines()))
    let drawn = try JSONSerialization.jsonObject(with: Data(String(data.1).utf8))
    #expect(try #require(reply["data"] as? NSDictionary).isEqual(drawn))
  }

  @Test func `the reasons are those of why`() throws {
    let path = Self.carousel
    let plan = try Experiment(path: path).plan()
    let answer = try WhyStudy(RunSubject(path, named: "carousel", plan)).answer(Watch())
    let reply = try object(try play(path).why(path, run: nil))
    #expect(reply["html"] as? String == AnswerHTML.text(of: answer))
  }

  @Test func `mistakes stand where the command says`() throws {
    let path = "broken.lab"
    let script = Array("display 60 hz\ntimer ball every 16\nrun 1 s\n".utf8)
    var play = Play()
    play.put(script, at: path)
    let error = #expect(throws: ScriptError.self) {
      try Experiment(path: path, reading: { _ in script }, listing: { _ in [] })
    }
    let reply = try object(play.run(path, triesChanges: false))
    #expect(reply["text"] as? String == error?.description)
    let mistakes = try #require(reply["mistakes"] as? [[String: Any]])
    #expect(mistakes.map { $0["line"] as? Int } == error?.diagnostics.map { $0.position?.line })
    #expect(mistakes.map { $0["text"] as? String } == error?.diagnostics.map { $0.description })
    #expect(try object(play.why("none.lab", run: nil))["mistakes"] != nil)
  }

  @Test func `a file replaces the one at its path`() throws {
    let path = "beat.lab"
    var play = Play()
    play.put(Array("nonsense".utf8), at: path)
    play.put(
      Array("display 60 Hz\nrun 1 s\narm timer\n  timer ball every 16 ms in default\n".utf8),
      at: path)
    #expect(try object(play.why(path, run: 7))["failure"] as? String != nil)
    #expect(try object(play.run(path, triesChanges: false))["data"] != nil)
  }
}
