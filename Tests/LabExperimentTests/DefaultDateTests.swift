import Foundation
import LabDisplay
import LabExperiment
import LabKernel
import LabLanguage
import LabMetrics
import LabWorkload
import TestSupport
import Testing

@Suite struct `A timer without a first date` {
  /// The rates that panels have, as scripts write them, and the interval of one refresh.
  static let rates = [
    ("24 Hz", "1/24 s"), ("25 Hz", "1/25 s"), ("30 Hz", "1/30 s"), ("48 Hz", "1/48 s"),
    ("50 Hz", "1/50 s"), ("59.94 Hz", "100/5994 s"), ("ntsc", "1001/60000 s"),
    ("60 Hz", "1/60 s"), ("75 Hz", "1/75 s"), ("90 Hz", "1/90 s"), ("100 Hz", "1/100 s"),
    ("120 Hz", "1/120 s"), ("144 Hz", "1/144 s"), ("165 Hz", "1/165 s"), ("240 Hz", "1/240 s"),
    ("360 Hz", "1/360 s"),
  ]

  /// How long the runs below last; `LAB_TIE_SECONDS=3600` makes it an hour.
  private static let seconds =
    Count("interval of the display").value

  private func firstDate(_ timer: String, on display: String = "60 Hz") throws -> Int64? {
    let script = "display \(display)\nrun 1 s\narm a\n  timer ball \(timer) in default"
    let source = try Fixture.experiment(script).plan()[0].scenario.drivers[0].source
    return source.timer?.firstFire?.nanoseconds
  }

  private static let dates: [(String, Int64)] = [
    // T + P/2; of an even q the smaller of two offsets that are equally near to P/2.
    ("every 1/60 s", 25_000_000), ("every 1/30 s", 41_666_666),
    ("every 1/120 s", 12_500_000), ("every 10 ms", 18_333_333),
    ("every 16 ms", 24_333_333), ("every 1/240 s", 10_416_666),
    // A ratio without a small q: T + P/2.
    ("every 16.67 ms", 25_003_333), ("every 7 ns", 8_333_340),
  ]

  @Test(arguments: dates)
  func `is due an interval and about half a refresh after the start`(
    timer: String, nanoseconds: Int64
  ) throws {
    let date = try #require(try firstDate(timer))
    #expect(abs(date - nanoseconds) <= 1, "\(date)")
  }

  private static let displays: [(String, Int64)] = [
    // The start lies between the vsyncs, and so do all dates: nothing is shifted.
    ("60 Hz phase 5 ms", 16_666_666), ("promotion-phone", 18_750_000),
    ("adaptive 40..120 Hz", 20_833_333), ("ntsc", 25_008_333),
    // At 50 Hz dates and vsyncs lie on a grid of 10/3 ms; 5/3 and 5 ... 25/3 ms lead between.
    ("50 Hz", 25_000_000),
  ]

  @Test(arguments: displays)
  func `keeps clear of the vsyncs of other displays`(display: String, nanoseconds: Int64) throws {
    let date = try #require(try firstDate("every 1/60 s", on: display))
    #expect(abs(date - nanoseconds) <= 1, "\(date)")
  }

  @Test func `keeps clear of the vsyncs of a later rate`() throws {
    let script = """
      display 60 Hz
      run 2 s
      at 500 ms display 120 Hz
      arm a
        timer ball every 1/60 s in default
      """
    let metrics = try #require(try measured(script).drivers.first)
    #expect(try value("double_fires", of: metrics) == 0)
  }

  @Test func `starts with what it moves`() throws {
    let script = """
      display 60 Hz
      run 2 s
      arm a
        timer ball every 1/60 s in default
        animate ball along linear from 0 to 1 over 1 s by now starting at 300 ms
      """
    let source = try Fixture.experiment(script).plan()[0].scenario.drivers[0].source
    guard let first = source.timer?.firstFire else {
      Issue.record("a timer has a first date")
      return
    }
    #expect(abs(first.nanoseconds - 325_000_000) <= 1)
  }

  @Test(arguments: rates)
  func `never meets a vsync of its own rate`(rate: String, interval: String) throws {
    let script = """
      display \(rate)
      run \(Self.seconds) s
      arm timer
        timer ball every \(interval) in default
      arm link
        link ball in default
      """
    for run in try Fixture.experiment(script).plan() {
      let result = try RunResult(run, try Runner(jobs: 1).trace(of: run))
      let metrics = try #require(result.drivers.first)
      #expect(try value("double_fires", of: metrics) == 0)
      // The first refresh ends before the timer is due, and does not count.
      #expect(try value("empty_refreshes", of: metrics) == 0)
    }
  }

  /// The dates that CFRunLoop's arithmetic gives, beside the vsyncs, without a run.
  @Test(arguments: rates)
  func `is due once in every refresh of an hour`(rate: String, interval: String) throws {
    let script = "display \(rate)\nrun 1 s\narm a\n  timer ball every \(interval) in default"
    let run = try Fixture.experiment(script).plan()[0]
    guard let timer = run.scenario.drivers[0].source.timer, let first = timer.firstFire else {
      Issue.record("a timer has a first date")
      return
    }
    let cut = timer.interval.wholeNanoseconds
    let count = 3_600_000_000_000 / cut
    for index in stride(from: 0, to: count, by: 997) {
      let date = first.advanced(by: .nanoseconds(Int64(index) * cut))
      // The first date lies in the refresh after vsync 1.
      #expect(
        run.scenario.panel.vsync(Int(index) + 1) < date
          && date < run.scenario.panel.vsync(Int(index) + 2))
    }
  }

  /// A timer of at most two callbacks in three refreshes is asked for frames at its own rate, and
  /// one that is faster in every refresh: it misses some unless it is as fast as the display.
  @Test func `drops frames only of a rate near the display's`() throws {
    let displays = [48, 50, 60, 72, 75, 85, 90, 100, 120, 144, 165, 240]
    let script = """
      display {rate}
      run 1.2 s
      sweep rate = \(displays.map { "\($0) Hz" }.joined(separator: ", "))
      sweep interval = \((20...75).map { "1/\($0) s" }.joined(separator: ", "))
      arm a
        timer ball every {interval} in default
      """
    let pairs = displays.flatMap { display in (20...75).map { (display, $0) } }
    for (run, (display, timer)) in zip(try Fixture.experiment(script).plan(), pairs) {
      let metrics = try #require(
        RunResult(run, try Runner(jobs: 1).trace(of: run)).drivers.first)
      let misses = timer < display && 3 * timer > 2 * display
      #expect(try (value("dropped", of: metrics) > 0) == misses, "\(timer) on \(display)")
    }
  }

  @Test func `beats against a display of nearly its rate`() throws {
    let script = """
      display ntsc
      run 1 min
      arm a
        timer ball every 1/60 s in default
      """
    let metrics = try #require(try measured(script).drivers.first)
    #expect((3...4).contains(try value("double_fires", of: metrics)))
  }

  private static let grids: [(String, Int?)] = [
    ("every 1/60 s phase 0", 4), ("every 1/60 s first at 50 ms", 4), ("every 10 ms phase 0", 4),
    ("every 1/60 s phase 1/2", nil), ("every 1/60 s", nil), ("every 16.67 ms phase 0", nil),
    ("once at 50 ms", nil), ("every 1/120 s phase 0.5", 4),
  ]

  @Test(arguments: grids)
  func `is noted in its line if the script puts it on the vsyncs`(
    timer: String, line: Int?
  ) throws {
    let script = "display 60 Hz\nrun 1 s\narm a\n  timer ball \(timer) in default"
    let notes = try Fixture.experiment(script).notes
    #expect(notes.first?.position?.line == line)
    #expect(notes.first.map { "\($0)".contains(": note: this puts fire dates of 'ball'") } ?? true)
  }

  @Test(arguments: [
    ("60 Hz", "every 1/60 s in default", false), ("60 Hz", "every 20 ms in default", false),
    ("60 Hz", "every 30 ms in default", true), ("120 Hz", "every 1/60 s in default", true),
    ("120 Hz", "every 1/60 s in default target 2 refreshes", false),
    ("adaptive 40..120 Hz", "every 1/30 s in default", false),
  ])
  func `is noted if it cannot give the frames that are wanted of it`(
    display: String, timer: String, isNoted: Bool
  ) throws {
    let script = """
      display \(display)
      run 1 s
      load page every 300 ms takes 1 ms as block
      arm a
        timer ball \(timer)
      """
    for end in ["", "\nexpect a.ball.dropped >= 0", "\nwhat if page x 2, page * 3"] {
      let notes = try Fixture.experiment(script + end).notes
      #expect(notes.map(\.position?.line) == (isNoted ? [5] : []), "\(end)")
      #expect(notes.allSatisfy { $0.message.contains("'target 1 refreshes'") })
    }
    #expect(try Fixture.experiment(script + "\nexpect a.ball.fires > 0").notes.isEmpty)
  }

  private func measured(_ script: String) throws -> RunResult {
    let run = try Fixture.experiment(script).plan()[0]
    return try RunResult(run, try Runner(jobs: 1).trace(of: run))
  }

  private func value(_ metric: String, of driver: DriverMetrics) throws -> Int {
    let value = try #require(MetricDictionary.metric(named: metric)?.value(driver))
    return Int(value.number)
  }
}
