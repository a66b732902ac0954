import Foundation
import LabExperiment
import LabReport
import LabResults
import LabStudy
import TestSupport
import Testing

/// What a report looks like on screens of several widths.
@Suite struct `A report on a screen` {
  private static let root = Checkout.fixtures().appending(path: "screens")

  /// Two arms, a sweep, replications, a failing expectation and more metrics than fit into 80
  /// columns.
  private static let script = """
    title     A test of screens
    question  Does everything that is worth knowing about the two arms fit on a screen of this width?
    because   It does, since what does not fit is named.
    display   60 Hz
    run       600 ms
    seed      3
    repeat    3
    sweep     hiccup = 0 ms, 50 ms, 120 ms
    load      noise poisson 60 per s takes uniform 0..9 ms as main-queue
    load      hiccup at 300 ms takes {hiccup} as source
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes 0.5 ms
    arm link
      link  ball in default takes 0.5 ms
    expect link.ball.double_fires == 0
    expect timer.ball.fires > 36   for {hiccup} >= 50 ms
    expect mean(link.ball.lateness_mean) < mean(timer.ball.lateness_mean) + 5 ms
    expect link.ball.animation_error_max >= 0 ms
    expect link.ball.position_error_max >= 0 pt   in no run
    expect link.ball.hitch_ratio <= timer.ball.hitch_ratio   in some run
    predict timer.ball.fires == 36
    plot   ball.dropped over hiccup

    """

  private static func result() throws -> ExperimentResult {
    let plan = try Experiment(path: "test.lab") { _ in Array(script.utf8) }.plan()
    return try ExperimentResult(name: "test", performing: plan, jobs: 1)
  }

  @Test(arguments: [80, 120, 200])
  func `is what is on record`(width: Int) throws {
    let text = try RunReport.text(of: try Self.result(), on: Screen(width: width)) + "\n"
    let golden = Self.root.appending(path: "\(width).txt")
    guard !Checkout.isRecorded else {
      try Data(text.utf8).write(to: golden)
      Issue.record("\(width).txt was recorded. Review the difference, and say why in the commit.")
      return
    }
    #expect(try String(contentsOf: golden, encoding: .utf8) == text)
  }

  @Test(arguments: [40, 60, 80, 120, 200])
  func `is no wider than it, but for single words and pictures of one refresh`(width: Int) throws {
    let text = try RunReport.text(of: try Self.result(), on: Screen(width: width))
    // The prefix of a verdict is its expectation as it is written.
    let wide = text.split(separator: "\n").filter { $0.count > width }
    #expect(wide.allSatisfy { "✓✗–≈".contains($0.prefix(1)) || width < 80 }, "\(wide)")
  }

  @Test(arguments: [(2, 80, 2), (58, 80, 2), (59, 80, 1), (59, 120, 1), (500, 40, 1)])
  func `takes as many lines for an experiment as are left for so many`(
    count: Int, width: Int, lines: Int
  ) throws {
    let summary = ExperimentSummary(try Self.result())
    let text = TerminalOverview(summary, among: count, on: Screen(width: width)).text
    let shown = text.split(separator: "\n")
    #expect(shown.count == lines && shown.allSatisfy { $0.count <= width }, "\(text)")
    // What fails is more than the answer.
    #expect(text.hasPrefix("✗ test  2 of 6 fail; timer.ball.fires"))
    #expect(text.contains("It does") == (lines == 2 || width > 80))
  }

  @Test func `names each metric that it has no room for`() throws {
    let text = try RunReport.text(of: try Self.result(), on: Screen(width: 60))
    let note = try #require(text.split(separator: "… no room for ").last)
    #expect(note.contains("dropped") && note.contains("--metric NAME chooses."))
    let wide = try RunReport.text(of: try Self.result(), on: Screen(width: 200))
    #expect(!wide.contains("no room for"))
  }

  @Test func `has colors only when it is asked for them, and the same text`() throws {
    let plain = try RunReport.text(of: try Self.result())
    var colored = try RunReport.text(of: try Self.result(), on: Screen(hasColors: true))
    #expect(colored.contains("\u{1b}[31m✗") && !plain.contains("\u{1b}"))
    for code in Screen.colors { colored = colored.replacing(code, with: "") }
    #expect(colored == plain)
  }

  @Test func `shows the metrics that are asked for`() throws {
    let report = try RunReport.text(of: try Self.result(), metrics: ["missed"])
    let heading = report.split(separator: "\n").first { $0.hasPrefix("hiccup") }
    #expect(heading?.split(separator: " ") == ["hiccup", "arm", "missed"])
  }
}
