import Foundation
import LabTesting
import TestSupport
import Testing

/// Whether recordings are compared, and not written by `LAB_RECORD=1`.
private let isCompared = ConditionTrait.disabled(if: Checkout.isRecorded)

@Suite struct `A recording` {
  /// A ball beside a task, expected to be as good as it was when the task took 40 ms.
  private func run(_ cost: Duration, beside name: String = "main") {
    Laboratory.test(display: .hertz(60)) { lab in
      let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in
        lab.spend(.milliseconds(2))
      }
      lab.load("network", at: .milliseconds(310), takes: .constant(cost))
      lab.advance(to: .seconds(1))
      lab.expect(ball).isAsRecorded(in: name, orBetter: true)
    }
  }

  /// A ball that is late by nearly as much as a task takes.
  private func late(_ cost: Duration) -> LabTesting.Expectation {
    let lab = Laboratory(panel: .onGrid)
    lab.timer("ball", every: .milliseconds(20), first: .milliseconds(20)) { _ in }
    lab.load("page", at: .milliseconds(39), takes: .constant(cost))
    lab.advance(to: .milliseconds(200))
    return lab.expect("ball")
  }

  /// A ball whose callbacks take a time.
  private func slow(_ cost: Duration) -> LaboratoryExpectation {
    let lab = Laboratory(panel: .onGrid)
    lab.timer("ball", every: .milliseconds(20), first: .milliseconds(20)) { _ in lab.spend(cost) }
    lab.advance(to: .milliseconds(100))
    return lab.expect()
  }

  private let metrics = ["fires", "lateness_max", "double_fires", "starved"]

  /// With `LAB_RECORD=1` this alone runs, and writes them.
  @Test func `is met by its own run`() {
    run(.milliseconds(40))
    late(.milliseconds(10)).isAsRecorded(in: "late", metrics: metrics)
    slow(.milliseconds(1)).isAsRecorded(in: "ball")
  }

  @Test(isCompared) func `of events names the first that differs`() {
    let failures = reports { slow(.milliseconds(2)).isAsRecorded(in: "ball") }
    #expect(failures.first?.contains("recorded: 21 ms update ball in default") == true)
    #expect(failures.first?.contains("now: 22 ms update ball in default") == true)
  }

  @Test(isCompared) func `of metrics is compared within a tolerance`() {
    // Late by 9.5 ms instead of 9 ms.
    let failures = reports {
      late(.microseconds(10_500)).isAsRecorded(in: "late", metrics: metrics, within: 0.05)
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("not as recorded in ‘late’ within 5 %") == true)
    #expect(failures.first?.contains("lateness_max_ms: recorded 9, now 9.5") == true)
    #expect(failures.first?.contains("fires:") == false)
    late(.microseconds(10_500)).isAsRecorded(in: "late", metrics: metrics, within: 0.06)
  }

  @Test(isCompared) func `that is bettered is not met, unless that is allowed`() {
    run(.milliseconds(10))
    late(.milliseconds(9)).isAsRecorded(in: "late", metrics: metrics, orBetter: true)
    let failures = reports {
      late(.milliseconds(9)).isAsRecorded(in: "late", metrics: metrics)
    }
    #expect(failures.first?.contains("lateness_max_ms: recorded 9, now 8") == true)
  }

  @Test(isCompared) func `says which metrics it has not, and which there are not`() {
    let others = reports { late(.milliseconds(10)).isAsRecorded(in: "late", metrics: ["dropped"]) }
    #expect(others.first?.contains("no column ‘dropped’. Write it with LAB_RECORD=1") == true)
    let unknown = reports {
      late(.milliseconds(10)).isAsRecorded(in: "late", metrics: ["latness_max"])
    }
    #expect(unknown.first?.contains("Did you mean 'lateness_max'?") == true)
  }

  @Test(isCompared)
  func `that is worse by one drop fails with both numbers and the event that differs`() {
    let reports = allReports { run(.milliseconds(57)) }
    let text = reports.first?.text ?? ""
    #expect(reports.count == 1)
    #expect(text.hasPrefix("the metrics of ‘ball’ are not as recorded in ‘main’, or better\n"))
    #expect(text.contains("\n  dropped: recorded 3, now 4\n"), "\(text)")
    #expect(text.contains("the first event that differs is event "))
    #expect(text.contains("recorded: 310 ms arrived network"), "\(text)")
    #expect(text.contains("now: 310 ms arrived network"))
    // What helps, and the smallest script, as after any other failure.
    #expect(text.contains("What helps?") && text.contains("expect laboratory.ball.dropped <= 3"))
  }

  @Test(isCompared) func `that is not there is attached, and not written`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Recordings").path
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let reports = allReports { run(.milliseconds(40), beside: "none") }
    let files = reports.first?.files ?? []
    #expect(reports.first?.text.contains("there is no recording ‘") == true)
    #expect(reports.first?.text.contains("Write it with LAB_RECORD=1") == true)
    #expect(reports.first?.text.contains("--attachments-path DIR") == true)
    #expect(files.prefix(2).map(\.name) == ["none.csv", "none.trace"])
    for (name, file) in zip(["main.csv", "main.trace"], files) {
      #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == file.text)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
  }

  @Test(isCompared) func `may be a table of the command`() {
    run(.milliseconds(40), beside: "runs")
    let reports = allReports { run(.milliseconds(57), beside: "runs") }
    #expect(reports.first?.text.contains("dropped: recorded 3, now 4") == true)
    #expect(reports.first?.text.contains("without ‘runs.trace’ beside it") == true)
  }
}
