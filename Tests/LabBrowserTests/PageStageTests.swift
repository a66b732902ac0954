import LabBrowser
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
      actions: actions, browser: TaskRules(browser))
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
      scenario.browser = rules
      let run = RunMeasurement(try Stage(scenario, seed: 1).run())
      guard case .count(let new)? = run[driver: "ball"]?["new"] else { continue }
      shown.append(new)
    }
    #expect(shown[0] >= 580 && shown[1] < shown[0], "\(shown)")
  }

  @Test func `makes short intervals longer from the fifth level on`() throws {
    for catchUp in [nil, CatchUp.delay] {
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

  /// It sleeps over a date, or over a frame or an input on its way, only for what these cost.
  @Test(arguments: TaskRules.Browser.allCases)
  func `wakes no later than its costs say`(browser: TaskRules.Browser) throws {
    func load(_ name: String, every step: Int64, isInput: Bool) -> Load {
      Load(
        name: name,
        tasks: .drawn(
          .at((1...40).map { .milliseconds(step * $0) }), takes: .constant(.milliseconds(1))),
        delivery: .port, modes: [.common], isInput: isInput)
    }
    let drivers = [
      Driver(name: "link", source: .link(), modes: [.common], cost: .constant(.milliseconds(1))),
      Driver(
        name: "timer", source: .timer(interval: .milliseconds(7)), modes: [.common],
        cost: .constant(.milliseconds(2))),
    ]
    // Every message comes at a date of the timer.
    let loads = [load("message", every: 7, isInput: false), load("key", every: 23, isInput: true)]
    let costs = TaskRules(browser).costs
    let longest = max(costs.post, costs.again, costs.wake, costs.change, costs.travel)
    let trace = try Self.play(browser, drivers, loads: loads, for: .seconds(1))
    let sleeps = trace.records.compactMap { record in
      if case .woke(let late) = record.event { late } else { nil }
    }
    #expect(!sleeps.isEmpty)
    #expect(sleeps.allSatisfy { 1...longest.wholeNanoseconds ~= $0 }, "\(sleeps)")
  }

  @Test func `leaves a paused link out of its frames`() throws {
    let links = ["one", "two"].map { Driver(name: $0, source: .link(), modes: [.common]) }
    let trace = try Self.play(
      .firefox, links,
      actions: [
        DriverAction(.pause, "two", at: .milliseconds(15)),
        DriverAction(.resume, "two", at: .milliseconds(35)),
      ], for: .milliseconds(50))
    #expect(Self.begins("one", in: trace).count == 5)
    #expect(Self.begins("two", in: trace) == [230, 10_230, 40_230])
  }

  /// `requestAnimationFrame` is first asked for in the middle of a refresh.
  @Test func `calls a link that begins back in the next frame that does`() throws {
    func link(from instant: Int64) -> Driver {
      Driver(
        name: "two", source: .link(), modes: [.common],
        lives: [Driver.Life(from: .milliseconds(instant))])
    }
    // Its refresh has had no frame, and gets one; its time is the vsync before.
    let alone = try Self.play(.chromium, [link(from: 35)], for: .milliseconds(50))
    #expect(Self.begins("two", in: alone) == [35_380, 40_320])
    let calls = alone.records.compactMap { record -> [Int64]? in
      guard case .calloutBegan(_, .link, let due, let newest) = record.event else { return nil }
      return [due.nanoseconds, newest.nanoseconds].map { $0 / 1000 }
    }
    #expect(calls == [[35_000, 30_000], [40_000, 40_000]])
    let run = RunMeasurement(alone)
    #expect(run[driver: "two"]?["lateness_max"] == run[driver: "two"]?["latest_lateness_max"])
    #expect(run[driver: "two"]?["due"] == .count(2))
    // In Firefox the next vsync brings the frame.
    let firefox = try Self.play(.firefox, [link(from: 35)], for: .milliseconds(50))
    #expect(Self.begins("two", in: firefox) == [40_230])
    // The frame of another link waits behind a message, and it is called there.
    let one = Driver(name: "one", source: .link(), modes: [.common])
    let message = Load(
      name: "message",
      tasks: .drawn(
        .at([.milliseconds(29)]), takes: .constant(.milliseconds(9))),
      delivery: .port, modes: [.common])
    for browser in TaskRules.Browser.allCases {
      let both = try Self.play(
        browser, [one, link(from: 35)], loads: [message], for: .milliseconds(40))
      #expect(Self.begins("two", in: both) == Self.begins("one", in: both).suffix(1))
    }
    // It begins while a frame is under way, and that refresh has had its frame.
    let slow = Driver(
      name: "one", source: .link(), modes: [.common], cost: .constant(.milliseconds(6)))
    let later = try Self.play(.chromium, [slow, link(from: 35)], for: .milliseconds(50))
    #expect(Self.begins("two", in: later) == [46_320])
  }

  /// What is said of a timer is done, or refused in words that tell what can be written.
  @Test func `does what is said of a timer's missed dates, or refuses it`() throws {
    for browser in TaskRules.Browser.allCases {
      for left in [nil] + TaskRules.Rule.allCases.map(Optional.some) {
        let whole = TaskRules(browser)
        guard let rules = left.map({ whole.without($0) }) ?? whole else { continue }
        func driver(_ catchUp: CatchUp?) -> Driver {
          Driver(
            name: "ball", source: .timer(interval: .milliseconds(20), catchUp: catchUp),
            modes: [.common])
        }
        #expect(rules.objection(to: driver(nil)) == nil)
        for catchUp in CatchUp.allCases {
          guard let objection = rules.objection(to: driver(catchUp)) else {
            let busy = Load(
              name: "busy",
              tasks: .drawn(.at([.milliseconds(95)]), takes: .constant(.milliseconds(48))),
              delivery: .port, modes: [.common])
            var scenario = Scenario(
              panel: Panel(rate: .hertz(60)), duration: .milliseconds(300), loads: [busy],
              drivers: [driver(catchUp)])
            scenario.browser = rules
            let said = Self.begins("ball", in: try Stage(scenario, seed: 1).run())
            scenario.drivers = [driver(nil)]
            let unsaid = Self.begins("ball", in: try Stage(scenario, seed: 1).run())
            #expect((said == unsaid) == (catchUp == rules.timers.interval))
            continue
          }
          let offered = CatchUp.allCases.filter {
            objection.contains("write 'catch-up \($0.rawValue)'")
          }
          #expect(!offered.isEmpty && objection.contains("'catch-up \(catchUp.rawValue)'"))
          for other in offered { #expect(rules.objection(to: driver(other)) == nil) }
        }
      }
    }
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
