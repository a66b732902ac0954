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

  /// A refresh that has had no frame gets one as soon as the page has changed.
  @Test func `shows at once what a timer has changed`() throws {
    let timer = Driver(
      name: "ball", source: .timer(interval: .milliseconds(25)), modes: [.common])
    let trace = try Self.play(.chromium, [timer], for: .milliseconds(60))
    #expect(Self.begins("ball", in: trace) == [25_055, 50_055])
    #expect(Self.begins("page frame", in: trace) == [25_470, 50_470])
    let commits = trace.records.filter { $0.kind == .commit }.map(\.time.nanoseconds)
    #expect(commits.prefix(2) == [25_930_000, 50_930_000])
  }

  /// Chromium 156 showed 58.7, 58.7, 58.8 and 58.6 of 58.8 changes a second.
  @Test(arguments: [200, 2_000, 5_000, 8_000])
  func `shows every change of a timer that is slower than the display`(work: Int) throws {
    let timer = Driver(
      name: "ball", source: .timer(interval: .milliseconds(17)), modes: [.common],
      cost: .constant(.microseconds(work)))
    var scenario = Scenario(
      panel: Panel(rate: .hertz(60)), duration: .seconds(10), drivers: [timer])
    var shown: [Int] = []
    for rules in [TaskRules(.chromium), TaskRules(.chromium).without(.atOnce)] {
      scenario.profile.tasks = rules
      let run = RunMeasurement(try Stage(scenario, seed: 1).run())
      guard case .count(let new)? = run[driver: "ball"]?["new"] else { continue }
      shown.append(new)
    }
    #expect(shown[0] >= 580 && shown[1] < shown[0], "\(shown)")
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
