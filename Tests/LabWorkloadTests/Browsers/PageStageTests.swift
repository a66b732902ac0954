import LabDisplay
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import Testing

@Suite struct `A page on the stage` {
  private static func play(
    _ browser: TaskRules.Browser = .chromium, _ drivers: [Driver], loads: [Load] = [],
    actions: [DriverAction] = [], for duration: Duration = .milliseconds(100)
  ) throws -> Trace {
    let scenario = Scenario(
      panel: Panel(rate: .hertz(100)), duration: duration, loads: loads, drivers: drivers,
      actions: actions, profile: try #require(Profile.named(browser.rawValue)))
    return try Stage(scenario, seed: 1).run()
  }

  private static func begins(_ name: String, in trace: Trace) -> [Int64] {
    trace.records.compactMap { record in
      guard case .calloutBegan = record.event, trace.names[Int(record.subject)] == name else {
        return nil
      }
      return record.time.nanoseconds / 1000
    }
  }

  @Test func `calls all its links in one frame`() throws {
    let links = ["one", "two"].map {
      Driver(name: $0, source: .link(), modes: [.common], cost: .constant(.milliseconds(1)))
    }
    let trace = try Self.play(.chromium, links, for: .milliseconds(30))
    #expect(Self.begins("one", in: trace) == [320, 10_320, 20_320])
    #expect(Self.begins("two", in: trace) == [1_320, 11_320, 21_320])
    #expect(Self.begins("page frame", in: trace) == [2_320, 12_320, 22_320])
  }

  @Test func `shows in the next frame what a timer has changed`() throws {
    let timer = Driver(
      name: "ball", source: .timer(interval: .milliseconds(25)), modes: [.common])
    let trace = try Self.play(.chromium, [timer], for: .milliseconds(60))
    #expect(Self.begins("ball", in: trace) == [25_055, 50_055])
    #expect(Self.begins("page frame", in: trace) == [30_320])
    let commits = trace.records.filter { $0.kind == .commit }.map(\.time.nanoseconds)
    // What the second firing changed is committed as the run ends.
    #expect(commits.first == 30_780_000)
    #expect(commits.dropFirst().allSatisfy { $0 > 60_000_000 })
  }

  @Test func `makes short intervals longer from the fifth level on`() throws {
    for catchUp in [CatchUp.coalesce, .delay] {
      let timer = Driver(
        name: "ball", source: .timer(interval: .milliseconds(1), catchUp: catchUp), modes: [.common]
      )
      for browser in TaskRules.Browser.allCases {
        let begins = Self.begins("ball", in: try Self.play(browser, [timer]))
        let steps = zip(begins, begins.dropFirst()).map { ($1 - $0 + 500) / 1000 }
        #expect(steps.prefix(3) == [1, 1, 1])
        #expect(steps.dropFirst(3).allSatisfy { $0 == 4 })
        #expect(steps.count > 20)
      }
    }
  }

  @Test func `leaves a paused link out of its frames`() throws {
    let links = ["one", "two"].map { Driver(name: $0, source: .link(), modes: [.common]) }
    let trace = try Self.play(
      .firefox, links,
      actions: [
        DriverAction(.pause, "two", at: .at(.milliseconds(15))),
        DriverAction(.resume, "two", at: .at(.milliseconds(35))),
      ], for: .milliseconds(50))
    #expect(Self.begins("one", in: trace).count == 5)
    #expect(Self.begins("two", in: trace) == [230, 10_230, 40_230])
  }

  @Test func `accounts for all of its time, whatever it does`() throws {
    for seed in 0..<200 {
      let page = RandomPage(UInt64(seed))
      let rules = TaskRules(page.isChromium ? .chromium : .firefox, as: page.rules)
      let measured = try RunMeasurement(page.program.trace(by: rules))
      #expect(measured.verifyConservation().isEmpty, "seed \(seed)")
    }
  }
}
