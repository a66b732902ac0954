import LabExperiment
import LabStudy
import Testing

@Suite struct `The script of a trial` {
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
