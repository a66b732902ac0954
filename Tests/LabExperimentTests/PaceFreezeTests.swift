import LabExperiment
import LabMetrics
import Testing

@Suite struct `A freeze across a change of rate` {
  /// A link that wants fewer frames than the display has, beside work that holds the thread from
  /// 300 ms to 1800 ms, while the display changes its rate.
  private func result(_ rates: (String, String), wanting rate: String) throws -> RunResult {
    let plan = try Fixture.experiment(
      """
      display \(rates.0)
      run 4 s
      load w at 300 ms takes 1.5 s as source
      at 1123 ms display \(rates.1)
      arm a
        link d prefers \(rate) in default
      """
    ).plan()
    var results: [RunResult] = []
    try Runner(jobs: 1).perform(plan, keeping: RunResult.init) { results.append(try $0.get()) }
    return try #require(results.first)
  }

  @Test(arguments: [
    ("90 Hz", "30 Hz", "24 Hz"), ("120 Hz", "60 Hz", "30 Hz"), ("60 Hz", "120 Hz", "20 Hz"),
    ("60 Hz", "90 Hz", "30 Hz"), ("120 Hz", "90 Hz", "40 Hz"),
  ])
  func `is one hitch`(_ before: String, _ after: String, _ wanted: String) throws {
    let result = try result((before, after), wanting: wanted)
    func number(_ metric: String) throws -> Double {
      try #require(result.value(of: metric, driver: "d")).number
    }
    #expect(try number("hitches") == 1)
    #expect(try number("hitch_max") == number("hitch_time"))
    // Less than the interval that was wanted, of which the beginning lies before.
    #expect((1400.0...1600).contains(try number("hitch_max")))
  }
}
