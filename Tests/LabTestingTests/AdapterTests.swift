import Foundation
import LabKernel
import LabMetrics
import LabTesting
import LabTrace
import Testing

@Suite struct `A simulated display link with the members of a real one` {
  @Test func `stands still while it is paused`() {
    let lab = Laboratory(display: .hertz(60))
    var times: [Double] = []
    let link = lab.displayLinks("ball").displayLink { times.append($0.timestamp) }
    link.add(to: .main, forMode: .common)
    lab.advance(to: .milliseconds(40))
    #expect(times.count == 3)
    link.isPaused = true
    lab.advance(to: .milliseconds(100))
    #expect(times.count == 3)
    link.isPaused = false
    lab.advance(to: .milliseconds(110))
    // The vsync at 100 ms came while it was paused.
    #expect(times.count == 3)
    lab.advance(to: .milliseconds(120))
    #expect(times.last == 0.116_666_666)
    lab.expect("ball", \.missed == 0)
  }

  @Test func `tells the refresh, the target and its length`() {
    let lab = Laboratory(display: .hertz(50))
    var seen: [[Double]] = []
    let link = lab.displayLinks("ball").displayLink { link in
      seen.append([link.timestamp, link.targetTimestamp, link.duration])
    }
    link.add(to: .main, forMode: .default)
    lab.advance(to: .milliseconds(20))
    #expect(seen == [[0, 0.02, 0.02], [0.02, 0.04, 0.02]])
  }

  @Test func `calls in the modes to which it is added, and no more once it is invalid`() {
    let lab = Laboratory(display: .hertz(60))
    var calls = 0
    let link = lab.displayLinks("ball").displayLink { _ in calls += 1 }
    link.add(to: .main, forMode: .default)
    lab.scroll(at: .milliseconds(20), for: .milliseconds(80))
    lab.advance(to: .milliseconds(90))
    #expect(calls == 2)
    link.add(to: .main, forMode: RunLoop.Mode("UITrackingRunLoopMode"))
    lab.advance(to: .milliseconds(101))
    #expect(calls == 3)
    link.invalidate()
    lab.advance(to: .milliseconds(200))
    #expect(calls == 3)
    lab.expect().leavesNothingBehind()
  }

  @Test func `of one maker has a name of its own`() {
    let lab = Laboratory(display: .hertz(60))
    let links = lab.displayLinks("ball")
    for _ in 0..<2 { links.displayLink { _ in }.add(to: .main, forMode: .common) }
    lab.advance(to: .seconds(1))
    #expect(lab.measurement.drivers.map(\.name) == ["ball", "ball 2"])
  }
}

@Suite struct `A simulated timer with the members of a real one` {
  @Test func `fires on its grid, and is judged`() {
    let lab = Laboratory(display: .hertz(60))
    let fires = Locked(0)
    let timer = lab.timers("ball").scheduledTimer(withTimeInterval: 1.0 / 60, repeats: true) {
      #expect($0.isValid)
      fires.withLock { $0 += 1 }
    }
    lab.load("network", at: .milliseconds(305), takes: .milliseconds(30))
    lab.advance(to: .seconds(1))
    #expect(lab["ball"].fires == fires.withLock(\.self))
    lab.expect("ball", \.missed <= 1)
    #expect(
      reports { lab.expect("ball", \.doubleFires == 0) }.first?.contains("blame:") == true)
    timer.invalidate()
    #expect(!timer.isValid)
    lab.expect().leavesNothingBehind()
  }

  @Test(arguments: CatchUp.allCases)
  func `takes the options that a timer of the laboratory takes`(catchUp: CatchUp) {
    let options = TimerOptions(
      takes: .milliseconds(2), tolerance: .milliseconds(3), catchUp: catchUp)
    func numbers(_ begin: (Laboratory) -> Void) -> [String] {
      let lab = Laboratory(display: .hertz(60))
      begin(lab)
      lab.load("network", at: .milliseconds(305), takes: .milliseconds(70))
      lab.advance(to: .seconds(1))
      let ball = lab["ball"]
      return ["\(ball.fires)", "\(ball.dropped)", "\(ball.doubleFires)", "\(ball.lateness.max)"]
    }
    let own = numbers { lab in
      let timer = lab.timers("ball", options: options)
        .scheduledTimer(withTimeInterval: 0.02, repeats: true) { _ in }
      #expect(timer.tolerance == 0.003)
    }
    let laboratory = numbers { lab in
      _ = lab.timer("ball", every: .milliseconds(20), options: options) { _ in }
    }
    #expect(own == laboratory)
  }

  @Test func `fires once if it does not repeat`() {
    let lab = Laboratory(display: .hertz(60))
    let fires = Locked(0)
    let timer = lab.timers.scheduledTimer(withTimeInterval: 0.1, repeats: false) { _ in
      fires.withLock { $0 += 1 }
    }
    #expect(timer.isValid)
    lab.advance(to: .seconds(1))
    #expect(fires.withLock(\.self) == 1)
    #expect(!timer.isValid)
    lab.expect().leavesNothingBehind()
  }

  @Test func `has the tolerance that it is given after it is made`() {
    let lab = Laboratory(display: .hertz(60))
    let timer = lab.timers("ball").scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in }
    timer.tolerance = 0.05
    lab.advance(to: .milliseconds(150))
    let declared = lab.trace.records.contains { record in
      if case .declared(_, .timer, 100_000_000, 50_000_000) = record.event { true } else { false }
    }
    #expect(declared)
    #expect(timer.tolerance == 0.05)
  }

  @Test func `moves with its fire date, and stops in the distant future`() {
    let lab = Laboratory(display: .hertz(60))
    let fires = Locked<[Date]>([])
    let timer = lab.timers("ball").scheduledTimer(withTimeInterval: 0.1, repeats: true) { timer in
      fires.withLock { $0.append(timer.fireDate) }
    }
    timer.fireDate = Date(timeIntervalSinceReferenceDate: 0.5)
    lab.advance(to: .milliseconds(650))
    let dates = [0.5, 0.6].map(Date.init(timeIntervalSinceReferenceDate:))
    #expect(fires.withLock(\.self) == dates)
    timer.fireDate = .distantFuture
    lab.advance(to: .seconds(1))
    #expect(fires.withLock(\.self) == dates)
    timer.fireDate = Date(timeIntervalSinceReferenceDate: 1.25)
    lab.advance(to: .milliseconds(1300))
    #expect(fires.withLock(\.count) == 3)
    #expect(timer.fireDate == Date(timeIntervalSinceReferenceDate: 1.35))
    lab.expect().satisfiesConservation()
  }

  @Test func `says so if it is given a date of the real clock`() {
    let lab = Laboratory(display: .hertz(60))
    let timer = lab.timers("ball").scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in }
    let failures = reports { timer.fireDate = Date(timeIntervalSinceReferenceDate: 8e8) }
    #expect(failures.first?.contains("a fire date of the real clock") == true)
  }
}

@Suite struct `A simulated tick source` {
  @Test func `keeps its handler while it is paused`() {
    let lab = Laboratory(display: .hertz(60))
    var calls = 0
    let ticks: any TickSource = lab.timer(
      "ball", every: .milliseconds(10), first: .milliseconds(10))
    ticks.isPaused = true
    ticks.start { _ in calls += 1 }
    #expect(ticks.isRunning)
    lab.advance(to: .milliseconds(50))
    #expect(calls == 0)
    ticks.isPaused = false
    lab.advance(to: .milliseconds(100))
    #expect(calls == 4)
    lab.expect().satisfiesConservation()
  }

  @Test func `has the pace of its preferred range`() {
    let lab = Laboratory(display: .hertz(120))
    var calls = 0
    let ticks: any TickSource = lab.link("ball") { _ in calls += 1 }
    lab.advance(to: .milliseconds(100))
    #expect(calls == 13)
    ticks.preferredFrameRateRange = FrameRateRange(minimum: 20, maximum: 60, preferred: 30)
    lab.advance(to: .milliseconds(109))
    calls = 0
    lab.advance(to: .milliseconds(609))
    #expect(calls == 15)
  }
}
