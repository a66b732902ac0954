import LabExperiment
import LabTesting
import Testing

/// The files that the failures of a body leave.
private func files(_ body: () -> Void) -> [AttachedFile] { allReports(of: body).flatMap(\.files) }

/// The verdicts of a script that a failing test left, with its recordings.
private func verdicts(of files: [AttachedFile]) throws -> [Verdict] {
  let script = try #require(files.first { $0.name.hasSuffix(".lab") })
  let plan = try Experiment(path: script.name) { name in
    Array((files.first { $0.name == name }?.text ?? "").utf8)
  }.plan()
  let result = try RunResult(plan[0], Runner(jobs: 1).trace(of: plan[0]))
  return plan.verdicts { _, driver, metric in result.value(of: metric, driver: driver) }
}

@Suite struct `The files of a failing test` {
  @Test func `are a script that fails in the same way and a timeline`() throws {
    let files = files {
      Laboratory.test(display: .hertz(60)) { lab in
        let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in }
        lab.load("network", at: .milliseconds(310), takes: .milliseconds(60))
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.lateness.max <= .milliseconds(20))
      }
    }
    #expect(files.map { $0.name.split(separator: ".").last } == ["lab", "txt"])
    let verdicts = try verdicts(of: files)
    #expect(verdicts.map(\.outcome) == [.fails])
    #expect(files[0].text.contains("Run alone") == false)
    #expect(files[1].text.contains("network  |"))
  }

  @Test func `have a recording of callbacks that take different times`() throws {
    let files = files {
      Laboratory.test(display: .hertz(60)) { lab in
        var count: Int64 = 0
        let ball = lab.link("ball", in: .common) { _ in
          count += 1
          lab.spend(.milliseconds(count % 7 * 4))
        }
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.dropped <= 1)
      }
    }
    #expect(files.contains { $0.name.hasSuffix("-ball-costs.csv") })
    #expect(try verdicts(of: files).map(\.outcome) == [.fails])
    #expect(files[0].text.contains("Run alone") == false, "\(files[0].text)")
  }

  @Test func `have the vsyncs of a display off the grid`() throws {
    let panel = Panel(rate: .hertz(60), drift: 4_000_000)
    let files = files {
      Laboratory.test(panel: panel) { lab in
        let ball = lab.timer("ball", every: .nanoseconds(16_666_666)) { _ in }
        lab.load("network", at: .milliseconds(310), takes: .milliseconds(60))
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.hitches <= 0)
      }
    }
    #expect(files.contains { $0.name.hasSuffix("-vsyncs.csv") })
    #expect(try verdicts(of: files).map(\.outcome) == [.fails])
  }

  @Test func `are named by the line of the expectation`() {
    let files = files {
      Laboratory.test { lab in
        let ball = lab.link("ball", in: .common) { _ in }
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.fires == 3)
      }
    }
    #expect(files.first?.name == "AttachmentTests-\(#line - 3).lab")
  }

  @Test func `are none of a test that passes`() {
    let files = files {
      Laboratory.test { lab in
        let ball = lab.link("ball", in: .common) { _ in }
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.dropped == 0)
      }
    }
    #expect(files.isEmpty)
  }

  @Test func `stand by the first failure alone`() {
    let reports = allReports {
      Laboratory.test { lab in
        let ball = lab.link("ball", in: .common) { _ in }
        lab.advance(to: .seconds(1))
        lab.expect(ball, \.fires == 3)
        lab.expect(ball, \.fires == 4)
      }
    }
    #expect(reports.map(\.files.isEmpty) == [false, true])
  }
}
