import LoopScenarios
import Testing

@Suite struct `The notation of times` {
  @Test(
    arguments: [
      (20_000_000, "20"), (20_000_001, "20+"), (50_500_003, "50.5+++"), (16_666_666, "16.666666"),
      (-50_000_000, "-50"), (-500_000, "-0.5"), (0, "0"), (4, "0.000004"),
    ] as [(Int64, String)])
  func `writes a time and reads it back`(_ time: Int64, _ text: String) {
    #expect(timeText(time) == text)
    #expect(nanoseconds(text) == time)
  }

  @Test(arguments: ["", "1.", "1.2345678", "x", "1++++", "+", "1.-5", "--1"])
  func `refuses what is no time`(_ text: String) {
    #expect(nanoseconds(text) == nil)
  }
}

@Suite struct `The notation of scenarios` {
  @Test(arguments: [
    ("watch\njump", "line 2: ‘jump’ is no action"),
    ("busy soon", "line 1: ‘soon’ is no time"),
    ("timer a", "line 1: a date is missing"),
    ("timer a 1\nport a", "line 2: ‘a’ is declared twice"),
    ("source s order x", "line 1: ‘x’ is no whole number"),
    ("at 3: busy 1", "line 1: another thread cannot ‘busy 1’"),
    ("at 3: run 1", "line 1: another thread cannot ‘run 1’"),
    ("run 5 soon", "line 1: ‘soon’ is not expected here"),
    ("log colour", "line 1: ‘colour’ is no property"),
  ])
  func `names the line and the mistake`(_ text: String, _ message: String) {
    let error = #expect(throws: ScenarioError.self) { try ScenarioParser.parse(text) }
    #expect(error?.description == message)
  }
}
