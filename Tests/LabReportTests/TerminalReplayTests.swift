import LabExperiment
import LabKernel
import LabMetrics
import LabPictures
import LabReport
import LabStudy
import ResultSupport
import Testing

@Suite struct `A replay in the terminal` {
  private static func replay(width: Int, plain: Bool = true) throws -> (TerminalReplay, Case) {
    let runs = try Case(of: 4, in: WrittenResult.plan())
    let stretch = Instant.milliseconds(250)..<Instant.milliseconds(420)
    let replay = TerminalReplay(
      of: runs.drivers, in: stretch, on: Screen(width: width), plain: plain)
    return (replay, runs)
  }

  @Test(arguments: [40, 80, 200])
  func `has as many lines at every moment, each as wide as the screen at most`(width: Int) throws {
    let (replay, runs) = try Self.replay(width: width)
    let vsyncs = runs.runs[0].measurement.vsyncs.filter {
      .milliseconds(250) <= $0 && $0 < .milliseconds(420)
    }
    #expect(replay.moments == vsyncs && vsyncs.count == 11)
    for moment in replay.moments {
      let lines = replay.lines(at: moment)
      #expect(lines.count == 2 * runs.drivers.count + 1)
      #expect(lines.allSatisfy { $0.count <= width && $0.allSatisfy(\.isASCII) })
    }
  }

  @Test func `ends with the signs of what the refreshes showed`() throws {
    let (replay, runs) = try Self.replay(width: 80)
    let lines = replay.lines(at: try #require(replay.moments.last))
    for (number, driver) in runs.drivers.enumerated() {
      let rows = driver.refreshes.filter { replay.moments.contains($0.vsync) }
      let signs = rows.map { row in
        row.overwritten > 0 ? "+" : row.isNew ? "o" : row.cause == nil ? "." : "="
      }
      let strip = lines[2 * number + 1].drop { $0 == " " }
      #expect(strip.hasPrefix(signs.joined() + "  refresh \(rows.last?.index ?? -1): "))
    }
    #expect(lines[1].contains("=") && lines[1].contains("+"), "the timer stutters here")
  }
}
