import Foundation
import LabTesting
import Testing

@Suite struct `A baseline` {
  /// A ball beside a task, expected to be as good as it was when the task took 40 ms.
  private func run(_ cost: Duration, beside name: String = "main") {
    Laboratory.test(display: .hertz(60)) { lab in
      let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in
        lab.spend(.milliseconds(2))
      }
      lab.load("network", at: .milliseconds(310), takes: .constant(cost))
      lab.advance(to: .seconds(1))
      lab.expect(ball).isNotWorse(than: name)
    }
  }

  @Test func `is met by its own run, and by a better one`() {
    run(.milliseconds(40))
    run(.milliseconds(10))
  }

  @Test func `that is worse by one drop fails with both numbers and the event that differs`() {
    let reports = allReports { run(.milliseconds(57)) }
    let text = reports.first?.text ?? ""
    #expect(reports.count == 1)
    #expect(text.hasPrefix("‘ball’ is worse than in the baseline ‘main’"))
    #expect(text.contains("\n  dropped: 4 instead of 3\n"), "\(text)")
    #expect(text.contains("the first event that differs is event "))
    #expect(text.contains("in the baseline: 310 ms arrived network"), "\(text)")
    #expect(text.contains("now: 310 ms arrived network"))
    // What helps, and the smallest script, as after any other failure.
    #expect(text.contains("What helps?") && text.contains("expect laboratory.ball.dropped <= 3"))
  }

  @Test func `that is not there is attached, and not written`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Baselines").path
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let reports = allReports { run(.milliseconds(40), beside: "none") }
    let files = reports.first?.files ?? []
    #expect(reports.first?.text.contains("there is no baseline ‘") == true)
    #expect(reports.first?.text.contains("--attachments-path DIR") == true)
    #expect(files.prefix(2).map(\.name) == ["none.csv", "none.trace"])
    for (name, file) in zip(["main.csv", "main.trace"], files) {
      #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == file.text)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
  }

  @Test func `may be a table of the command`() {
    run(.milliseconds(40), beside: "runs")
    let reports = allReports { run(.milliseconds(57), beside: "runs") }
    #expect(reports.first?.text.contains("dropped: 4 instead of 3") == true)
    #expect(reports.first?.text.contains("without ‘runs.trace’ beside it") == true)
  }
}
