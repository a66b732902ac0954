import LabExperiment
import LabMetrics
import LabTesting
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// A ball on a timer that is in phase with the display, and two hundred tasks in its way.
private func busyRun(_ lab: Laboratory, _ delivery: Delivery = .mainQueue) -> Ticker {
  let ball = lab.timer(
    "ball", every: .nanoseconds(16_666_666), first: .milliseconds(8),
    options: TimerOptions(takes: .milliseconds(1))
  ) { _ in }
  lab.load(
    "noise", .every(.milliseconds(10), first: .milliseconds(5)),
    takes: .uniform(.zero ... .microseconds(11_700)), as: delivery)
  lab.advance(to: .seconds(2))
  return ball
}

/// A test of a timer beside tasks and scrolling, of which some are to blame for what it claims.
private struct DrawnTest {
  let interval: Duration
  let mode: SimulatedRunLoop.Mode
  let tasks: [Instant]
  let cost: Duration
  let scrolls: [(begin: Instant, lasts: Duration)]
  let claim: (metric: String, limit: Double)

  init(_ stream: RandomStream) {
    var random = stream
    func number(_ range: ClosedRange<Int64>) -> Int64 {
      range.lowerBound + Int64(random.next() % UInt64(range.count))
    }
    interval = .nanoseconds([16_666_666, 20_000_000][Int(number(0...1))])
    mode = number(0...1) == 0 ? .default : .common
    cost = .milliseconds(number(5...40))
    tasks = (0..<number(1...5)).map { .milliseconds(300 * $0 + number(20...200)) }
    scrolls = (0..<number(1...3)).map {
      (.milliseconds(600 * $0 + number(10...200)), .milliseconds(number(30...300)))
    }
    claim = [("double_fires", 0), ("starved", 0), ("lateness_max", 7)][Int(number(0...2))]
  }

  func body(_ lab: Laboratory) {
    let ball = lab.timer("ball", every: interval, first: .milliseconds(8), in: mode) { _ in }
    lab.load("noise", .at(tasks), takes: .constant(cost))
    for (number, scroll) in scrolls.enumerated() {
      lab.scroll(at: scroll.begin, for: scroll.lasts, name: "scroll \(number)")
    }
    lab.advance(to: .seconds(2))
    switch claim.metric {
    case "double_fires": lab.expect(ball, \.doubleFires == 0)
    case "starved": lab.expect(ball, \.starved == 0)
    default: lab.expect(ball, \.lateness.max <= .milliseconds(7))
    }
  }

  /// Whether the claim is broken in the run of a script.
  func fails(_ script: String) throws -> Bool {
    let plan = try Experiment(path: "shrunk.lab") { _ in Array(script.utf8) }.plan()
    let result = try RunResult(plan[0], Runner(jobs: 1).trace(of: plan[0]))
    return try #require(result.value(of: claim.metric, driver: "ball")).number > claim.limit
  }
}

private func script(in failure: String) throws -> String {
  let begin = try #require(
    failure.firstRange(of: "Minimal failing script (made smaller than the test):\n\n"))
  return String(failure[begin.upperBound...])
}

@Suite struct `A failing property` {
  @Test(arguments: [Delivery.mainQueue, .source, .port, .block])
  func `is shrunk to a script that fails in the same way`(delivery: Delivery) throws {
    let failures = reports {
      Laboratory.test(panel: .onGrid, seeds: 1...20) { lab in
        let ball = busyRun(lab, delivery)
        lab.expect(ball, \.doubleFires == 0)
      }
    }
    #expect(failures.count == 1)
    let script = try script(in: try #require(failures.first))
    let loads = script.split(separator: "\n").filter { $0.hasPrefix("load") }
    let tasks = loads.reduce(0) { $0 + $1.count { $0 == "," } + 1 }
    #expect((1...3).contains(tasks), "\(script)")

    let experiment = try Experiment(path: "shrunk.lab") { _ in Array(script.utf8) }
    let plan = try experiment.plan()
    let result = try RunResult(plan[0], Runner(jobs: 1).trace(of: plan[0]))
    let doubles = try #require(result.value(of: "double_fires", driver: "ball"))
    #expect(script.contains("fires twice in \(doubles) refresh"), "\(script)")
    #expect(doubles.number > 0)
  }

  @Test func `keeps what the user does if it starves the timer, and nothing else`() throws {
    let failures = reports {
      Laboratory.test(panel: .onGrid) { lab in
        let ball = lab.timer("ball", every: .milliseconds(20), first: .milliseconds(8)) { _ in }
        lab.load("noise", at: .milliseconds(30), takes: .milliseconds(1))
        lab.fling(at: .milliseconds(100), for: .milliseconds(150), speed: 500)
        lab.place(
          Gesture(name: "tap", begins: .milliseconds(50), lasts: .milliseconds(9), kind: .tap))
        lab.advance(to: .seconds(5))
        lab.expect(ball, \.lateness.max <= .milliseconds(7))
      }
    }
    let script = try script(in: try #require(failures.first))
    #expect(
      script.contains("gesture   fling at 100 ms for 150 ms speed 500.0 pt per s slop 10.0\n"))
    #expect(!script.contains("gesture   tap") && !script.contains("load"), "\(script)")
    let plan = try Experiment(path: "shrunk.lab") { _ in Array(script.utf8) }.plan()
    let result = try RunResult(plan[0], Runner(jobs: 1).trace(of: plan[0]))
    let late = try #require(result.value(of: "lateness_max", driver: "ball"))
    #expect(script.contains("\(late)"), "\(script)")
  }

  @Test(arguments: FuzzBatch.all("load and gesture is needed"))
  func `ends at a script of which every load and gesture is needed`(batch: FuzzBatch) throws {
    var failing = 0
    for number in batch.numbers {
      let test = DrawnTest(RandomStream(seed: batch.seed, name: "shrunk test \(number)"))
      let failures = allReports { Laboratory.test(panel: .onGrid) { test.body($0) } }
      guard let failure = failures.first?.text, failure.contains("Minimal failing") else {
        continue
      }
      failing += 1
      let script = try script(in: failure)
      #expect(try test.fails(script), "\(script)")
      let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated()
      where line.hasPrefix("load") || line.hasPrefix("gesture") {
        var rest = lines
        rest.remove(at: index)
        #expect(
          try !test.fails(rest.joined(separator: "\n")),
          "input \(number) without \(line): \(script)")
      }
    }
    #expect(failing * 3 > batch.numbers.count)
  }

  @Test func `has two hundred tasks to begin with`() {
    let lab = Laboratory()
    _ = busyRun(lab)
    #expect(lab.trace.records.count { $0.kind == .arrived } == 200)
  }

  @Test func `is the roundest that fails`() throws {
    let failures = reports {
      Laboratory.test(panel: .onGrid, seeds: 7...7) { lab in
        let ball = busyRun(lab)
        lab.expect(ball, \.lateness.max <= .milliseconds(7))
      }
    }
    let script = try script(in: try #require(failures.first))
    #expect(
      script == """
        # ‘ball’ is late: lateness_max is 8.00006 ms, not <= 7 ms
        display   60 Hz
        run       2000 ms
        seed      7
        load      noise at 1505 ms takes 11 ms as main-queue

        arm laboratory
          timer ball every 16.666666 ms first at 8 ms in default takes 1 ms

        expect laboratory.ball.lateness_max <= 7 ms
        """)
  }

  @Test func `has no task that takes longer than the longest of its load`() throws {
    let failures = reports {
      Laboratory.test(panel: .onGrid) { lab in
        let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in }
        lab.load("noise", every: .milliseconds(20), takes: .milliseconds(35))
        lab.advance(to: .seconds(2))
        lab.expect(ball, \.lateness.max <= .milliseconds(70))
      }
    }
    let script = try script(in: try #require(failures.first))
    let plan = try Experiment(path: "shrunk.lab") { _ in Array(script.utf8) }.plan()
    let trace = try Runner(jobs: 1).trace(of: plan[0])
    let costs = trace.records.compactMap { record -> Int64? in
      if case .arrived(_, _, let duration) = record.event { duration } else { nil }
    }
    #expect(!costs.isEmpty)
    #expect(costs.allSatisfy { $0 <= 35_000_000 }, "\(costs)")
  }

  @Test func `without a load has no script`() {
    let failures = reports {
      Laboratory.test { lab in
        lab.link("ball") { _ in }
        lab.advance(to: .seconds(1))
        lab.expect("ball", \.fires == 0)
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("Minimal") == false)
  }

  /// Without a task the timer would fire twice in one refresh all the same, by rounding.
  @Test func `is not shrunk to a failure of another cause`() throws {
    let failures = reports {
      Laboratory.test(panel: .onGrid) { lab in
        let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in }
        lab.load("network", every: .milliseconds(95), takes: .milliseconds(20))
        lab.advance(to: .seconds(2))
        lab.expect(ball, \.doubleFires == 0)
      }
    }
    let failure = try #require(failures.first)
    #expect(failure.contains("by ‘network’"))
    let script = try script(in: failure)
    #expect(script.contains("load      network"))
  }

  @Test func `prints the phase of its display and the policy of its timer`() throws {
    let failures = reports {
      let panel = Panel(rate: .hertz(50), phase: .nanoseconds(7_639_320))
      Laboratory.test(panel: panel) { lab in
        let ball = lab.timer(
          "ball", every: .milliseconds(20), first: .milliseconds(20),
          options: TimerOptions(catchUp: .burst)
        ) { _ in }
        lab.load("network", at: .milliseconds(30), takes: .milliseconds(30))
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.lateness.max == .zero)
      }
    }
    let script = try script(in: try #require(failures.first))
    #expect(script.contains("display   50 Hz phase 7.63932 ms\n"))
    #expect(script.contains("timer ball every 20 ms first at 20 ms catch-up burst"))
    _ = try Experiment(path: "shrunk.lab") { _ in Array(script.utf8) }
  }
}
