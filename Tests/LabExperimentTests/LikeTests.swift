import LabBrowser
import LabExperiment
import LabWorkload
import Testing

@Suite struct `The rules of a thread in a script` {
  private func rules(_ statements: String) throws -> [TaskRules?] {
    let text = "display 60 Hz\nrun 1 s\n\(statements)\narm a\n  link ball in common"
    let experiment = try Fixture.experiment(text)
    return try experiment.plan().map(\.scenario.browser)
  }

  @Test func `are those of a run loop unless another is named`() throws {
    #expect(try rules("") == [nil])
    #expect(try rules("like run-loop") == [nil])
    #expect(try rules("like chromium") == [TaskRules(.chromium)])
  }

  @Test func `vary with a sweep`() throws {
    let all = try rules("sweep who = run-loop, chromium, firefox-esr153\nlike {who}")
    #expect(all == [nil, TaskRules(.chromium), TaskRules(.firefox)])
  }

  @Test func `can be left out`() throws {
    let rest = try rules("like chromium except remember, promotion")
    #expect(rest == [TaskRules(.chromium).without(.remember)?.without(.promotion)])
    for browser in TaskRules.Browser.allCases {
      let known = TaskRules.Rule.allCases.filter { TaskRules(browser).without($0) != nil }
      let own: [TaskRules.Rule] =
        browser == .chromium
        ? [
          .remember, .promotion, .atOnce, .overtake, .together, .hold, .carry, .draw, .unchanged,
          .row, .grid, .guard, .clamp, .costs,
        ]
        : [.first, .yields, .batch, .clamp, .relay, .costs]
      #expect(known == own)
    }
  }
}
