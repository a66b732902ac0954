import LabKernel
import LabMetrics
import LabResults
import LabStudy
import LabText
import Testing

@Suite struct `A capture of PresentMon` {
  private let v1 = """
    Application,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,msUntilDisplayed
    game.exe,7,0x1,0,0.010,6.5
    game.exe,7,0x1,1,0.012,0
    game.exe,7,0x1,0,0.0267,6.4
    """

  @Test func `is read by the names of its columns`() throws {
    let chain = try #require(capture(v1).swapChains.first)
    #expect(chain.name == "game.exe 7 0x1")
    #expect(chain.updates.map(\.ended.nanoseconds) == [10_000_000, 12_000_000, 26_700_000])
    #expect(chain.updates.map(\.photon?.nanoseconds) == [16_500_000, nil, 33_100_000])
  }

  @Test func `may have its columns in any order and more of them`() throws {
    let other = """
      MSUNTILDISPLAYED,New Column,TimeInSeconds
      6.5,x,0.010
      0,,0.012
      6.4,y,0.0267
      """
    let expected = try capture(v1).swapChains.first?.updates
    #expect(try capture(other).swapChains.first?.updates == expected)
  }

  @Test func `may begin with a byte order mark and comments, and end lines as Windows does`() throws
  {
    let lines =
      ["\u{feff}//Id=1,\"a\"", "//Comment=none"] + v1.split(separator: "\n").map(String.init)
    let text = lines.joined(separator: "\r\n") + "\r\n"
    let expected = try capture(v1).swapChains.first?.updates
    #expect(try capture(text).swapChains.first?.updates == expected)
  }

  @Test func `keeps the swap chains of its processes apart`() throws {
    let text = """
      Application,ProcessID,SwapChainAddress,TimeInSeconds,MsUntilDisplayed
      "a, b.exe",1,0x1,0.01,5
      c.exe,2,0x1,0.02,5
      "a, b.exe",1,0x1,0.03,5
      "a, b.exe",1,0x2,0.03,5
      """
    let chains = try capture(text).swapChains
    #expect(chains.map(\.name) == ["a, b.exe 1 0x1", "c.exe 2 0x1", "a, b.exe 1 0x2"])
    #expect(chains.map(\.updates.count) == [2, 1, 1])
  }

  @Test func `of the second version is read from the start of the work`() throws {
    let text = """
      CPUStartTime,CPUBusy,DisplayLatency,AnimationTime
      10,2.5,16,3
      20,2.5,NA,NA
      """
    let updates = try #require(capture(text).swapChains.first).updates
    #expect(updates[0].began == .milliseconds(10))
    #expect(updates[0].ended == .microseconds(12_500))
    #expect(updates[0].photon == .milliseconds(26))
    #expect(updates[0].animationTime == .milliseconds(3))
    #expect(updates[1].photon == nil)
  }

  @Test func `after version 2.4 is read from Present and display`() throws {
    let text = """
      CPUStartTime,MsCPUBusy,MsUntilDisplayed
      10,2.5,16
      20,2.5,NA
      """
    let updates = try #require(capture(text).swapChains.first).updates
    #expect(updates.map(\.photon?.nanoseconds) == [28_500_000, nil])
  }

  @Test func `with performance counters counts in 100 ns`() throws {
    let text = """
      TimeInQPC,MsUntilDisplayed,CPUStartQPC
      55437001610,16.1080,55436501505
      """
    let update = try #require(capture(text).swapChains.first?.updates.first)
    #expect(update.ended == Instant(nanoseconds: 5_543_700_161_000))
    #expect(update.began == Instant(nanoseconds: 5_543_650_150_500))
    #expect(update.photon == Instant(nanoseconds: 5_543_716_269_000))
  }

  @Test(arguments: [
    ("CPUStartTimeInMs", 1.0), ("CPUStartTimeInSeconds", 0.001), ("CPUStartQPCTimeInMs", 1.0),
    ("CPUStartQPCTime", 1.0),
  ])
  func `of today has the start of the work`(name: String, unit: Double) throws {
    let text = """
      TimeInSeconds,\(name),MsCPUBusy,MsUntilDisplayed
      0.0125,\(10 * unit),2.5,16
      0.0225,\(20 * unit),2.5,16
      """
    let updates = try #require(capture(text).swapChains.first).updates
    #expect(updates.map(\.began?.nanoseconds) == [10_000_000, 20_000_000])
    #expect(updates.map(\.ended.nanoseconds) == [12_500_000, 22_500_000])
  }

  /// With `--qpc_time_ms` the column is in milliseconds whatever it is called.
  @Test func `whose seconds are milliseconds is noticed by the time between presents`() throws {
    let rows = (0..<20).map { "\(5000 + 16.5 * Double($0)),16.5,10" }
    let head = "TimeInSeconds,MsBetweenPresents,MsUntilDisplayed"
    let updates = try #require(
      capture(([head] + rows).joined(separator: "\n")).swapChains.first
    ).updates
    #expect(updates[1].ended.nanoseconds - updates[0].ended.nanoseconds == 16_500_000)
    let slow = (0..<20).map { "\(5 + 16.5 * Double($0)),16500,10" }
    let honest = try #require(
      capture(([head] + slow).joined(separator: "\n")).swapChains.first
    ).updates
    #expect(honest[1].ended.nanoseconds - honest[0].ended.nanoseconds == 16_500_000_000)
  }

  @Test func `with two clocks is measured by that of the work`() throws {
    let text = """
      TimeInSeconds,CPUStartQPCTimeInMs,MsCPUBusy,MsUntilDisplayed
      1.5,900010,2.5,16
      1.51,900020,2.5,16
      """
    let updates = try #require(capture(text).swapChains.first).updates
    #expect(updates.map(\.ended.nanoseconds) == [900_012_500_000, 900_022_500_000])
    #expect(updates[0].photon?.nanoseconds == 900_028_500_000)
  }

  @Test func `out of order is measured in the order of the presents`() throws {
    let head = "TimeInSeconds,MsUntilDisplayed"
    let rows = (0..<8).map { "\(1 + 0.016 * Double($0)),20" }
    let straight = try capture(([head] + rows).joined(separator: "\n"))
    let mixed = try capture(
      ([head] + [3, 0, 1, 2, 7, 6, 4, 5].map { rows[$0] }).joined(separator: "\n"))
    #expect(mixed.swapChains.first?.updates == straight.swapChains.first?.updates)
  }

  @Test(arguments: ["9223372036.8547758075", "9223372036.9", "99999999999"])
  func `with a time out of range is refused`(time: String) throws {
    #expect(
      message("TimeInSeconds,MsUntilDisplayed\n\(time),1").hasSuffix(
        "'\(time)' is not a number of at most 1000 days, with a decimal point."))
  }

  /// A file whose own errors were worked out by hand: the first frame and one after a restart have
  /// none, a dropped one neither, and the next step reaches over it.
  @Test func `has the animation errors that it states`() throws {
    let text = """
      CPUStartTime,CPUBusy,DisplayLatency,AnimationError,AnimationTime
      0.0000,1,33.3340,NA,0.0000
      16.6670,1,33.3340,0.0000,16.6670
      33.3340,1,NA,NA,NA
      40.0000,1,43.3350,-10.0000,40.0010
      66.6680,1,33.3340,9.9992,66.6672
      500.0000,1,33.3340,NA,510.0000
      516.6671,1,33.3340,-0.0001,526.6670
      """
    let series = FrameSeries(try #require(capture(text).swapChains.first).updates)
    #expect(
      series.frames.map(\.animationError) == [
        .zero, .milliseconds(-10), .nanoseconds(9_999_200), .nanoseconds(-100),
      ])
  }

  private static let number = "is not a number of at most 1000 days, with a decimal point."
  private static let head = "TimeInSeconds,MsUntilDisplayed\n"

  @Test(arguments: [
    ("", "1:1: error: there is no line with the names of columns."),
    (
      "TimeInSeconds,Dropped\n1,0",
      "1:1: error: no column says when a frame was displayed. There must be 'MsUntilDisplayed', or"
        + " 'CPUStartTime' and 'DisplayLatency' (capture without --no_track_display)."
    ),
    (
      "CPUStartCycles,MsCPUBusy,MsUntilDisplayed\n1,0,1",
      "1:1: error: no column says when a frame was presented. There must be 'TimeInSeconds', or"
        + " 'CPUStartTime' and 'CPUBusy'."
    ),
    (
      "// a\n\(head)1,5\n2",
      "4:2: error: the row ends after 1 fields. Delete it if the capture was cut off here."
    ),
    ("\(head)1,fast", "2:3: error: 'fast' \(number)"),
    ("\(head)1,1e3", "2:3: error: '1e3' \(number)"),
    ("\(head)99999999999999999999,1", "2:1: error: '99999999999999999999' \(number)"),
    ("\(head)1,-5", "2:3: error: '-5' is negative. Nothing happens before the capture."),
    ("\(head)NA,5", "2:1: error: this row does not say when the frame was presented."),
    (
      "TimeInSeconds,MsUntilDisplayed,Dropped\n1,5,maybe", "2:5: error: 'maybe' is neither 0 nor 1."
    ),
  ])
  func `with a mistake is refused at its place`(text: String, expected: String) {
    #expect(message(text) == "capture:\(expected)")
  }

  @Test func `out of order or of a thousand days is measured without a crash`() throws {
    let rows = (0..<200).map { $0 % 2 == 0 ? "0,1,0,0" : "86399999,1000,0,86399999000" }
    let text = (["TimeInSeconds,MsUntilDisplayed,Dropped,AnimationTime"] + rows)
      .joined(separator: "\n")
    let updates = try #require(capture(text).swapChains.first).updates
    for period in [nil, Duration.milliseconds(1)] {
      let series = FrameSeries(updates, refreshPeriod: period, cadence: 1000)
      #expect(series.metrics.count > 0)
      // The one step forward is a thousand days long; then no picture is newer.
      #expect(FrameRules(series)[rule: "frozen_frames"]?.bad == 1)
    }
  }

  @Test func `without frames is empty`() throws {
    #expect(try capture("TimeInSeconds,MsUntilDisplayed\n").swapChains.isEmpty)
  }

  @Test func `never crashes however it is cut or changed`() {
    let bytes = Array(v1.utf8)
    for index in bytes.indices {
      for byte: UInt8 in [0x2c, 0x22, 0x2d, 0x2e, 0x39, 0x0a, 0xff] {
        var changed = bytes
        changed[index] = byte
        _ = try? PresentMonCapture(path: "capture.csv", bytes: changed)
      }
      _ = try? PresentMonCapture(path: "capture.csv", bytes: Array(bytes.prefix(index)))
    }
  }
}
