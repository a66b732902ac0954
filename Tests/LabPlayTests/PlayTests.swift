import Foundation
import LabAnswer
import LabExperiment
import LabLanguage
import LabMetrics
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

  /// A hand sees the point at which it is at once, as the whole run draws it.
  @Test(arguments: ["carousel", "tolerance", "refresh-rates", "scroll-freeze"])
  func `a look draws a point of a sweep as the whole run does`(name: String) throws {
    let path = Checkout.experiment(name).path
    var play = Play()
    // Of ten seconds and more four, in which no expectation need hold.
    let script = try String(contentsOfFile: path, encoding: .utf8)
      .replacing(/\nrun +\d\d s\n/, with: "\nrun 4 s\n")
    play.put(Array(script.utf8), at: path)
    let reply = try object(play.run(path, triesChanges: false))
    let whole = try #require(reply["data"] as? [String: Any])
    let points = try #require(whole["points"] as? [[String: Any]])
    for point in points.prefix(3) {
      let run = try #require((point["run"] as? [Int])?.first)
      let look = try object(play.look(path, at: run))
      let data = try #require(look["data"] as? [String: Any])
      let seen = try #require((data["points"] as? [[String: Any]])?.first)
      #expect(look["whole"] as? Bool == (points.count == 1))
      #expect(seen["v"] as? [String] == point["v"] as? [String])
      let drops = [seen, point].map { ($0["runs"] as? [[String: Any]])?.map { $0["d"] as? Int } }
      #expect(drops[0] == drops[1])
      #expect(look["handles"] as? NSArray == reply["handles"] as? NSArray)
      if points.count == 1 { #expect((data as NSDictionary).isEqual(whole)) }
    }
  }

  @Test(arguments: [false, true])
  func `an outcome has the numbers of the table, of arms with changes or without`(
    changed: Bool
  ) throws {
    let path = Self.carousel
    let reply = try object(play(path).outcome(path, at: -1, changed: changed))
    let rows = try #require(reply["rows"] as? [[Any]])
    let plan = try Experiment(path: path).plan()
    let result = try ExperimentResult(name: "carousel", performing: plan, jobs: 1)
    let runs = plan.indices.filter { changed || !plan.isChanged($0) }
    #expect(rows.map { $0[0] as? String } == runs.map { plan.arm(of: $0).name })
    #expect(rows.count == (changed ? 6 : 1))
    for (row, run) in zip(rows, runs) {
      for (place, metric) in [(1, "dropped"), (2, "double_fires")] {
        let value = result.table.value(run: run, driver: "carousel", metric: metric)
        #expect(row[place] as? Double == value?.number)
      }
    }
  }

  /// A number that a 32-bit `Int` does not hold, where this one has 64: the module is compared.
  @Test func `a question about more cases than 32 bits count is answered`() throws {
    let tasks = "up to 3 tasks of 20 ms every 1 ms within 100 ms"
    let script = """
      display   60 Hz
      run       7 ms
      arm link
        link  ball in common takes 0.5 ms
      prove never link.ball.double_fires over phase 0 .. 1, \(tasks)
      """
    var play = Play()
    play.put(Array(script.utf8), at: "more.lab")
    let reply = try object(play.run("more.lab", triesChanges: false))
    #expect(reply["data"] != nil || reply["html"] != nil, "\(reply)")
  }

  /// A value of a sweep may be turned away from what an expectation names; what is left is judged.
  @Test func `a turned value of a sweep leaves the expectation about it idle`() throws {
    let script = """
      display 60 Hz
      run 1 s
      sweep modes = default, common
      sweep block = 20 ms, 30 ms
      load parse every 200 ms takes {block} as main-queue
      arm one
        timer ball every 1/60 s in {modes}
      expect one.ball.dropped >= 0 for {modes} == common
      expect one.ball.dropped >= 0 for {block} == 30 ms
      find largest block where one.ball.dropped >= 0 for {modes} == common
      """
    for (old, new) in [
      ("= default, common", "= default, tracking"), ("20 ms, 30 ms", "20 ms, 31 ms"),
    ] {
      var play = Play()
      play.put(Array(script.replacing(old, with: new).utf8), at: "turned.lab")
      for bytes in [play.look("turned.lab", at: 0), play.run("turned.lab", triesChanges: false)] {
        let reply = try object(bytes)
        #expect(reply["text"] == nil && reply["data"] != nil, "\(reply["text"] ?? reply)")
      }
    }
  }

  /// What a look says in the time of the pictures is what the whole run says at rest.
  @Test(arguments: ["carousel", "beat", "refresh-rates", "scroll-freeze"])
  func `a look says first what the whole run says`(name: String) throws {
    let path = Checkout.experiment(name).path
    var play = Play()
    // Of the ten minutes of the beat 20 s, without what is counted in all of them.
    let script = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.contains(/== (36|1500)\b|in 705\b/) }.joined(separator: "\n")
      .replacing("600 s", with: "20 s")
    play.put(Array(script.utf8), at: path)
    let whole = try object(play.run(path, draws: false, triesChanges: false))
    let said = try #require(whole["said"] as? [String: Any])
    let look = try object(play.look(path, at: try #require(said["run"] as? Int)))
    #expect(look["said"] as? NSDictionary == whole["said"] as? NSDictionary)
    let headline = try #require((whole["html"] as? String))
    #expect(headline.contains(try #require(said["place"] as? String)))
    if look["whole"] as? Bool == true {
      #expect(look["verdict"] as? String == whole["verdict"] as? String)
    }
  }

  @Test func `what is said of a point of a sweep, and why, is about its runs`() throws {
    let path = "sweep.lab"
    let script = """
      display 60 Hz
      run     1 s
      sweep   block = 5 ms, 40 ms
      load    parse at 504 ms takes {block} as main-queue
      arm timer
        timer ball every 1/60 s in common takes 1 ms
      """
    var play = Play()
    play.put(Array(script.utf8), at: path)
    for run in 0...1 {
      let look = try object(play.look(path, at: run))
      let said = try #require(look["said"] as? [String: Any])
      #expect(said["place"] as? String == "Run \(run), arm timer, block = \(run == 0 ? 5 : 40) ms")
      #expect(said["run"] as? Int == run && said["first"] as? Int == run)
      #expect(look["performed"] as? Int == 1 && look["runs"] as? Int == 2)
      let why = try #require(try object(play.why(path, run: run))["html"] as? String)
      #expect(
        why.contains("Run \(run), arm timer") && why.contains("drop")
          && why.contains("parse task 0 of 40 ms") == (run == 1))
    }
    let worst = try #require(try object(play.why(path, run: nil))["html"] as? String)
    #expect(worst.contains("Run 1, arm timer"))
  }

  @Test func `what a script asks to be proven is answered with the pictures`() throws {
    let path = Checkout.experiment("timer-doubles").path
    let play = try play(path)
    for reply in [
      try object(play.look(path, at: 0)), try object(play.run(path, triesChanges: false)),
    ] {
      #expect((reply["proofs"] as? String)?.contains("Refuted: prove never") == true)
    }
    #expect(try object(self.play(Self.carousel).look(Self.carousel, at: 0))["proofs"] == nil)
  }

  /// While a hand turns a value the pictures come at once.
  @Test func `a look leaves what takes long to be proven to the whole run`() throws {
    let path = Checkout.experiment("never-doubles").path
    let play = try play(path)
    let look = try object(play.look(path, at: 0))
    #expect(look["proofs"] is NSNull && look["data"] != nil && look["said"] != nil)
    let whole = try object(play.run(path, triesChanges: false))
    #expect(try #require(whole["proofs"] as? String).contains("prove never"))
  }

  /// No run of the plan is the case that is drawn, so that the pictures have the words.
  @Test func `a proven case has what is said first of it, and no run has`() throws {
    func points(_ path: String) throws -> [[String: Any]] {
      let data = try #require(
        try object(try play(path).look(path, at: 0))["data"] as? [String: Any])
      return try #require(data["points"] as? [[String: Any]])
    }
    let found = try points(Checkout.experiment("timer-doubles").path)
    let places = found.map { ($0["said"] as? [String: String])?["place"] }
    #expect(places[0] == "The smallest case" && places.count > 1)
    #expect(places.dropFirst().allSatisfy { $0 == "At this first fire date" })
    for point in found {
      let said = try #require(point["said"] as? [String: String])
      let card = try #require((point["cards"] as? [String])?.first).replacing("&#39;", with: "'")
      #expect(card.contains("<strong>\(try #require(said["what"]).dropLast())</strong>"))
      #expect(card.contains("<p>\(try #require(said["why"]))</p>"))
    }
    #expect(try points(Self.carousel).allSatisfy { $0["said"] == nil })
  }

  @Test func `the reasons are those of why`() throws {
    let path = Self.carousel
    let plan = try Experiment(path: path).plan()
    let answer = try WhyStudy(RunSubject(path, named: "carousel", plan)).answer(Watch())
    let reply = try object(try play(path).why(path, run: nil))
    #expect(reply["html"] as? String == AnswerHTML.text(of: answer))
    let heading = AnswerHTML.text(of: answer).firstMatch(of: #/<h2>(.*?)</h2>/#)?.1
    #expect(reply["place"] as? String == heading.map(String.init))
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

  /// What is drawn is kept as a whole; what the message says to write is.
  @Test func `a run that is too long to be drawn says how long it may be`() throws {
    let path = "long.lab"
    let script = """
      display 1 Hz
      run     2500 ms
      arm timer
        timer ball every 15 us in common
      """
    var play = Play()
    play.put(Array(script.utf8), at: path)
    let lengths = try [play.look(path, at: 0), play.why(path, run: nil)].map { bytes in
      let failure = try #require(try object(bytes)["failure"] as? String)
      #expect(failure.count < 240 && !failure.contains("--"))
      return try #require(failure.firstMatch(of: #/Write 'run (\d+ ms)'/#)?.1)
    }
    for length in Set(lengths) {
      var shorter = Play()
      shorter.put(Array(script.replacing("2500 ms", with: length).utf8), at: path)
      #expect(try object(shorter.look(path, at: 0))["data"] != nil)
    }
    let rows = String(decoding: play.csv(of: path, isWhole: false), as: UTF8.self)
    #expect(rows.split(separator: "\n").count == 2)
  }

  /// A page has no terminal: what a command would show of a mistake is with its message.
  @Test(arguments: [
    ("link ball in common policy skip keep-phaze", "link"), ("frobnicate 3", nil),
  ])
  func `a mistake has the form that a command would show`(line: String, keyword: String?) throws {
    let path = "form.lab"
    var play = Play()
    play.put(Array("display 60 Hz\nrun 1 s\narm a\n  \(line)\n".utf8), at: path)
    let reply = try object(play.look(path, at: -1))
    let mistake = try #require((reply["mistakes"] as? [[String: Any]])?.first)
    #expect(try !#require(mistake["message"] as? String).contains("runlooplab"))
    #expect(try #require(mistake["text"] as? String).contains("'runlooplab "))
    let more = try #require(mistake["more"] as? [String])
    for form in Grammar.forms where keyword ?? form.keyword == form.keyword {
      #expect(more[1].contains(form.summary.split(separator: " ").prefix(3).joined(separator: " ")))
    }
    #expect(more[0] == (keyword.map { "The form of '\($0)'" } ?? "All statements"))
  }

  @Test func `no answer of a page names a command`() throws {
    let path = "metric.lab"
    let script = "display 60 Hz\nrun 1 s\narm a\n  link ball in common\nexpect a.ball."
    var play = Play()
    play.put(Array("\(script)zzz == 50\n".utf8), at: path)
    let mistake = try #require(
      (object(play.look(path, at: -1))["mistakes"] as? [[String: Any]])?.first)
    #expect(mistake["message"] as? String == "there is no metric 'zzz'.")
    let more = try #require(mistake["more"] as? [String])
    #expect(more[0] == "All metrics" && more[1].contains("\n  dropped: "))
    play.put(Array("\(script)fires == 50\n".utf8), at: path)
    let why = String(decoding: play.why(path, run: nil), as: UTF8.self)
    #expect(why.contains("there is no fix to look for") && !why.contains("runlooplab why"))
  }

  @Test func `a file replaces the one at its path`() throws {
    let path = "beat.lab"
    var play = Play()
    play.put(Array("nonsense".utf8), at: path)
    play.put(
      Array("display 60 Hz\nrun 1 s\narm timer\n  timer ball every 16 ms in default\n".utf8),
      at: path)
    #expect(try object(play.run(path, triesChanges: false))["data"] != nil)
  }
}
