import LabExperiment
import LabStudy
import Testing

@Suite struct `The script of a trial` {
  @Test(arguments: [
    (["parse", "parse", "(observers)"], "parse"), (["parse", "draw"], "page"),
    (["(observers)"], "page"), (["RunTask", "parse", "parse", "parse"], "page"),
    (["ball"], "page"), (["two words"], "page"), (["1st"], "page"), (["é"], "page"),
  ])
  func `calls the load by the one name of its tasks`(names: [String], load: String) throws {
    let tasks = names.enumerated().map { "\($0 * 5000),\($1 == "(observers)" ? 10 : 1500),\($1)\n" }
    let script = TrialScript(
      name: "app", source: "app.json",
      recording: "start_us,duration_us,name\n" + tasks.joined(), length: 100_000_000,
      display: TrialDisplay(rates: ["60 Hz"]))
    #expect(script.text.contains("load      \(load) recorded app.csv"))
    _ = try script.experiment()
  }

  @Test(arguments: TrialRules.words)
  func `names only arms that it has in what it asks to expect`(_ word: String) throws {
    let rules = try #require(TrialRules(like: word))
    let script = TrialScript(
      name: "app", source: "app.json", recording: "start_us,duration_us,name\n0,1500,Layout\n",
      length: 100_000_000, display: TrialDisplay(rates: ["60 Hz"]), rules: rules)
    let expectation = try #require(
      script.text.split(separator: "\n").last { $0.hasPrefix("# expect ") })
    let arms = try script.experiment().arms.map(\.name)
    let named = expectation.split(separator: " ").filter { $0.contains(".ball.") }
      .map { String($0.prefix { $0 != "." }) }
    #expect(named.count == 2 && named.allSatisfy(arms.contains), "\(word): \(expectation)")
  }
}
