import LabAnswer
import LabKernel
import LabMetrics
import LabResults
import LabStudy
import LabText
import Testing

/// Five presents of which the third was not displayed.
private let record = """
  {"Hash":"x","Info":{"ProcessName":"game.exe"},"Runs":[{"CaptureData":{
  "TimeInSeconds":[0.1,0.1167,0.1333,0.1500001,0.2],"MsBetweenPresents":[16.6,16.7,16.6,16.7,50],
  "MsUntilDisplayed":[10,10,0,10.5,9],"Dropped":[false,false,true,false,false]}}]}
  """

private let mangoHud = """
  os,cpu,gpu,ram,kernel,driver,cpuscheduler
  Linux,a,b,16,6,mesa,performance
  fps,frametime,cpu_load,elapsed
  60,16.6,5,16600000
  60.2,16.7,5,33300000
  20,50,5,83300000
  59,16.8,5,100100000

  """

@Suite struct `A capture of a tool for games` {
  @Test func `of CapFrameX is read from its arrays`() throws {
    let file = try capture(record)
    #expect(file.format == .capFrameX)
    let chain = try #require(file.swapChains.first)
    #expect(chain.name == "game.exe")
    #expect(
      chain.updates.map(\.ended.nanoseconds)
        == [100_000_000, 116_700_000, 133_300_000, 150_000_100, 200_000_000])
    #expect(
      chain.updates.map(\.photon?.nanoseconds)
        == [110_000_000, 126_700_000, nil, 160_500_100, 209_000_000])
  }

  @Test func `has frame times by display or by present`() throws {
    let updates = try #require(capture(record).swapChains.first).updates
    let shown = FrameSeries(updates, refreshPeriod: .nanoseconds(16_666_667))
    #expect(
      shown.frames.map(\.duration.wholeNanoseconds) == [16_700_000, 33_800_100, 48_499_900])
    #expect(shown.missedRefreshes == 0 + 1 + 2)
    let presented = FrameSeries(updates, by: .presented)
    #expect(
      presented.frames.map(\.duration.wholeNanoseconds)
        == [16_700_000, 16_600_000, 16_700_100, 49_999_900])
    #expect(presented.missedRefreshes == nil && presented.updates == 5 && presented.shown == 4)
    // The mean of the frame times at or above the 99th percentile is the longest.
    #expect(FrameRules(presented)[rule: "low1_average"]?.value == 1e9 / 49_999_900)
    #expect(FrameRules(shown)[rule: "low1_average"]?.value == 1e9 / 48_499_900)
  }

  @Test(arguments: [1, 1000])
  func `of MangoHud is read in its unit`(scale: Int) throws {
    let text =
      scale == 1
      ? mangoHud
      : mangoHud.replacing(",16.6,", with: ",16600,").replacing(",16.7,", with: ",16700,")
        .replacing(",50,", with: ",50000,").replacing(",16.8,", with: ",16800,")
    let file = try capture(text)
    #expect(file.format == .mangoHud && file.bases == [.presented])
    let series = FrameSeries(try #require(file.swapChains.first).updates, by: .presented)
    #expect(
      series.frames.map(\.duration.wholeNanoseconds)
        == [16_600_000, 16_700_000, 50_000_000, 16_800_000])
    let unknown = series.metrics.filter { $0.value == nil }.map(\.name)
    #expect(unknown.contains("new") && unknown.contains("overwritten"))
  }

  @Test func `of FrameView is read like one of PresentMon`() throws {
    let file = try capture(
      """
      Application,GPU,ProcessID,SwapChainAddress,PresentMode,Dropped,TimeInSeconds,MsBetweenPresents,\
      MsBetweenDisplayChange,MsRenderPresentLatency,MsUntilDisplayed,Render Queue Depth,MsPCLatency
      g.exe,a,7,0x1,Hardware: Independent Flip,0,1.0,16.6,16.6,5,10,1,NA
      g.exe,a,7,0x1,Hardware: Independent Flip,1,1.0166,16.6,0,5,0,1,NA
      """)
    #expect(file.format == .presentMon && file.bases == [.displayed, .presented])
    let chain = try #require(file.swapChains.first)
    #expect(chain.updates.map(\.photon?.nanoseconds) == [1_010_000_000, nil])
  }

  @Test(arguments: ["2026-2-28 23:59:59.990000000", "2024-2-28 23:59:59.990000000"])
  func `may count in dates`(date: String) throws {
    // Two days later a year with a leap day is one day behind.
    let next = date.hasPrefix("2024") ? "2024-02-29 0:00:00.006" : "2026-03-01T00:00:00.006"
    let text = """
      CPUStartDateTime,MsCPUBusy,MsUntilDisplayed
      \(date),1,10
      \(next),1,10
      """
    let updates = try #require(capture(text).swapChains.first).updates
    #expect(updates[1].ended.nanoseconds - updates[0].ended.nanoseconds == 16_000_000)
  }

  /// A step back in time is none, and the next one is taken from the raw instant, as in PresentMon.
  @Test func `has steps from the frame presented before, displayed later or not`() throws {
    let text = """
      CPUStartTime,CPUBusy,DisplayLatency,AnimationTime
      0,1,30,0
      10,1,60,10
      20,1,40,20
      30,1,70,30
      """
    let series = FrameSeries(try #require(capture(text).swapChains.first).updates)
    #expect(series.frames.map(\.duration) == [40, 40].map { .milliseconds($0) })
    #expect(series.frames.map(\.animationError) == [-30, -30].map { .milliseconds($0) })
    #expect(
      series.metrics.first { $0.name == "tick_to_photon_min" }?.value == .time(.milliseconds(30)))
  }

  /// The frame times add up to more than a word holds.
  @Test func `that goes back and forth by years is measured`() throws {
    let rows = (0..<240).map { "\($0 * 10),1,\($0 % 2 == 0 ? 1 : 86_000_000_000),\($0 * 10)" }
    let head = "CPUStartTime,CPUBusy,DisplayLatency,AnimationTime"
    let text = ([head] + rows).joined(separator: "\n")
    let updates = try #require(capture(text).swapChains.first).updates
    let rules = FrameRules(FrameSeries(updates, refreshPeriod: .nanoseconds(1)))
    #expect(rules.series.frames.count == 120)
    #expect(rules.series.missedRefreshes == .max)
    let dates = """
      CPUStartDateTime,MsCPUBusy,MsUntilDisplayed
      2020-1-1 0:0:0,1,10
      2099-12-31 0:0:0,1,10
      """
    let years = try #require(capture(dates).swapChains.first).updates
    #expect(FrameRules(FrameSeries(years))[rule: "jank_stats"]?.bad == 0)
  }

  @Test(arguments: [
    ("{\"traceEvents\":[]}", "it holds no 'Runs'. To measure tasks, use 'import'."),
    ("{\"Runs\":[{\"CaptureData\":{\"TimeInSeconds\":[1]}}]}", "run 1 holds no 'CaptureData'"),
    (
      "{\"Runs\":[{\"CaptureData\":{\"TimeInSeconds\":[1],\"MsUntilDisplayed\":[\"x\"]}}]}",
      "capture, frames of run 1:2:13: error: 'x' is not a number"
    ),
    (
      mangoHud.replacing(",100100000", with: ",900100000"),
      "capture:3:1: error: this log samples some frames and skips others: 4 frames last 83 ms of"
        + " 883 ms. Record with log_interval=0."
    ),
    (mangoHud.replacing("60.2,16.7", with: "60.2,fast"), "capture:5:6: error: 'fast'"),
    (
      "fps,frametime\n0,86400000000\n0,86400000000\n",
      "capture:3:3: error: the frames up to this one last longer than 1000 days."
    ),
    (
      "CPUStartDateTime,MsCPUBusy,MsUntilDisplayed\n2026-13-01 1:2:3,1,1",
      "capture:2:1: error: '2026-13-01 1:2:3' is not a date such as"
    ),
  ])
  func `with a mistake is refused with a remedy`(text: String, expected: String) {
    #expect(message(text).contains(expected), "\(message(text))")
  }

  @Test func `is compared with another one`() throws {
    let rules = try [record, record.replacing("0.1167", with: "0.1200")].map { text in
      FrameRules(FrameSeries(try #require(capture(text).swapChains.first).updates))
    }
    func answer(_ second: FrameRules) throws -> Answer {
      try CaptureComparison([("a", [("a", rules[0])]), ("b", [("b", second)])]).answer(Watch())
    }
    let same = try answer(rules[0])
    let changes = try #require(same.paragraphs.table("changes"))
    #expect(same.outcome == .holds)
    #expect(changes.column("change").allSatisfy { $0 == .number(0) || $0 == .blank })
    let other = try answer(rules[1])
    #expect(other.outcome == .answered)
    // The longest frame is the same in both.
    let row = try #require(
      other.paragraphs.table("changes")?.rows.first { $0[0] == .text("low1_integral") })
    #expect(row[1] == row[2] && row[3] == .number(0) && row[4] == .text("fps"))
    #expect(throws: InputError.self) { try CaptureComparison([("a", []), ("b", [])]) }
  }
}
