import Foundation
import LabTesting
import LabTrace
import Testing

@Suite struct `A laboratory` {
  @Test func `lets a timer call at exact instants`() {
    let lab = Laboratory(display: .hertz(60))
    var calls: [Instant] = []
    lab.timer("ball", every: .milliseconds(16), first: .milliseconds(16)) { _ in
      calls.append(lab.now)
    }
    lab.advance(to: .milliseconds(48))
    #expect(calls == [.milliseconds(16), .milliseconds(32), .milliseconds(48)])
    #expect(lab.now == .milliseconds(48))
  }

  @Test(arguments: [
    (CatchUp.coalesce, [35, 40, 50]), (.burst, [35, 35, 35, 40, 50]), (.delay, [35, 45]),
  ])
  func `lets a timer catch up by its policy`(_ policy: CatchUp, _ times: [Int64]) {
    let lab = Laboratory()
    var calls: [Instant] = []
    lab.timer(
      "ball", every: .milliseconds(10), first: .milliseconds(10),
      options: TimerOptions(catchUp: policy)
    ) { _ in
      calls.append(lab.now)
    }
    lab.load("network", at: .milliseconds(5), takes: .milliseconds(30))
    lab.advance(to: .milliseconds(50))
    #expect(calls == times.map { .milliseconds($0) })
  }

  @Test func `lets a link call at every vsync`() {
    let lab = Laboratory(panel: Panel(rate: .hertz(50)))
    var ticks: [Tick] = []
    lab.link("ball") { ticks.append($0) }
    lab.advance(by: .milliseconds(45))
    #expect(ticks.map(\.timestamp) == [.zero, .milliseconds(20), .milliseconds(40)])
    #expect(ticks.first?.target == .milliseconds(20))
  }

  @Test func `steps from one thing that happens to the next`() {
    let lab = Laboratory(panel: Panel(rate: .hertz(50)))
    lab.timer("ball", every: .milliseconds(30), first: .milliseconds(30)) { _ in }
    #expect(
      (0..<4).map { _ in lab.step() } == [
        .start, .milliseconds(20), .milliseconds(30), .milliseconds(40),
      ])
  }

  @Test func `runs until a condition holds`() {
    let lab = Laboratory()
    var count = 0
    lab.timer("ball", every: .milliseconds(10), first: .milliseconds(10)) { _ in count += 1 }
    #expect(lab.run(until: { count == 7 }) == .milliseconds(70))
    let failures = reports { lab.run(until: { count < 0 }, within: .milliseconds(100)) }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("at 170 ms") == true)
  }

  @Test func `is the same in one step as in many`() {
    func record(_ step: Duration) -> Trace {
      let lab = Laboratory(seed: 3)
      lab.timer("ball", every: .milliseconds(16)) { _ in lab.spend(.milliseconds(1)) }
      lab.link("link", in: .common) { _ in }
      lab.load("noise", .poisson(perSecond: 100), takes: .exponential(mean: .milliseconds(8)))
      lab.scroll(at: .milliseconds(100), for: .milliseconds(150))
      while lab.now < .milliseconds(500) {
        lab.advance(to: min(lab.now.advanced(by: step), .milliseconds(500)))
      }
      return lab.trace
    }
    #expect(record(.milliseconds(500)).records == record(.microseconds(333)).records)
  }

  @Test func `looks at an exact instant in the midst of a task`() {
    let lab = Laboratory()
    lab.load("network", at: .milliseconds(10), takes: .milliseconds(30))
    var seen: Instant?
    lab.at(.milliseconds(25)) { seen = lab.now }
    #expect(lab.advance(to: .milliseconds(20)) == .milliseconds(40))
    #expect(seen == .milliseconds(25))
  }

  @Test func `starts and stops a ticker without a drop`() {
    let lab = Laboratory()
    let ball = lab.timer("ball", every: .milliseconds(16))
    let link = lab.link("link", options: LinkOptions(takes: .milliseconds(1)))
    lab.advance(to: .milliseconds(505))
    for ticker in [ball, link] { ticker.start { _ in } }
    lab.advance(to: .milliseconds(1005))
    for ticker in [ball, link] { ticker.stop() }
    lab.advance(to: .milliseconds(1505))
    ball.start { _ in }
    lab.advance(to: .milliseconds(1605))
    lab.expect(ball, \.fires == 31 + 6)
    lab.expect(ball, \.firedFirst >= .milliseconds(521))
    lab.expect(ball, \.firedFirst <= .milliseconds(521))
    lab.expect(link, \.dropped == 0)
    lab.expect(link, \.missed == 0)
    lab.expect(ball, \.missed == 0)
    lab.expect().satisfiesConservation()
  }

  @Test func `lets a callback stop its own source`() {
    let lab = Laboratory()
    let ball = lab.timer("ball", every: .milliseconds(10), first: .milliseconds(10))
    var count = 0
    ball.start { _ in
      count += 1
      if count == 3 { ball.stop() }
    }
    lab.advance(to: .seconds(1))
    #expect(count == 3)
    lab.expect(ball, \.fires == 3)
    lab.expect(ball, \.firedEnd >= .milliseconds(30))
    lab.expect(ball, \.firedEnd <= .milliseconds(30))
    lab.expect().leavesNothingBehind()
  }

  @Test func `answers as the run loop of Foundation`() {
    let lab = Laboratory()
    let runLoop = FoundationRunLoop(lab.loop)
    var answers: [Bool] = []
    lab.timer("ball", every: .milliseconds(10)) { _ in }
    lab.load("network", at: .milliseconds(35), takes: .milliseconds(2), as: .source)
    lab.task {
      answers.append(runLoop.run(mode: .default, before: .milliseconds(50)))
      answers.append(lab.now == .milliseconds(37))
    }
    lab.advance(to: .milliseconds(100))
    #expect(answers == [true, true])
    lab.expect("ball", \.missed == 0)
  }

  @Test func `works on any thread`() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let lab = Laboratory()
        let ball = lab.link("ball") { _ in }
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.fires == 61)
        continuation.resume()
      }
    }
  }

  @Test @MainActor func `runs classes of the main actor`() {
    @MainActor final class Ball {
      private let ticks: any TickSource
      private(set) var position = 0
      init(ticks: any TickSource) { self.ticks = ticks }
      func begin() { ticks.start { [unowned self] _ in position += 1 } }
    }
    Laboratory.test { lab in
      let ball = Ball(ticks: lab.link("ball"))
      ball.begin()
      lab.advance(to: .seconds(1))
      #expect(ball.position == 61)
      lab.expect().satisfiesConservation()
    }
  }
}
