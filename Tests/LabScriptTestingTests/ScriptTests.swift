import Foundation
import LabKernel
import LabScriptTesting
import LabTesting
import TestSupport
import Testing

/// Performs something that may fail, and returns what it reported.
func reports(of body: () -> Void) -> [IssueReporter.Report] {
  let reports = Locked<[IssueReporter.Report]>([])
  IssueReporter.$sink.withValue(
    { report in reports.withLock { $0.append(report) } }, operation: body)
  return reports.withLock(\.self)
}

@Suite struct `A script as a test` {
  @Test func `passes if its expectations hold`() {
    Laboratory.test(script: "Fixtures/feed.lab")
  }

  @Test func `reports each expectation that fails, the first with the reasons`() {
    let failures = reports { Laboratory.test(script: "Fixtures/stutter.lab") }
    #expect(failures.count == 2)
    #expect(failures.first?.line == #line - 2)
    let text = failures.first?.text ?? ""
    #expect(text.contains("stutter.lab:2: ‘timer.ball.dropped == 0’ fails in 1 of 1"))
    #expect(text.contains("The timer ball dropped "))
    #expect(text.contains(" to the common modes: "))
    #expect(failures.last?.text.contains("‘timer.ball.double_fires == 0’") == true)
  }

  @Test func `that cannot be read says where`() {
    let missing = reports { Laboratory.test(script: "Fixtures/none.lab") }
    #expect(missing.first?.text.contains("there is no such file") == true)
    let wrong = reports {
      Laboratory.test(script: "Fixtures/feed.lab", arm: "lnk") { _ in Issue.record("it ran") }
    }
    #expect(wrong.first?.text.contains("has no arm ‘lnk’, but ‘timer’, ‘link’") == true)
  }
}

@Suite struct `Code in the scene of a script` {
  @Test func `is called by its driver`() {
    var calls = 0
    Laboratory.test(script: "Fixtures/feed.lab", arm: "link") { lab in
      calls = 0
      lab.ticker("ball").start { _ in calls += 1 }
      lab.advanceToEnd()
      lab.expect("ball", \.doubleFires == 0)
    }
    #expect(calls == 118)
  }

  @Test func `may make a driver of its own`() {
    Laboratory.test(script: "Fixtures/feed.lab") { lab in
      #expect(lab.display.rate == .hertz(60))
      lab.link("mine", in: .common) { _ in }
      lab.advanceToEnd()
      lab.expect("mine", \.dropped <= 5)
      lab.expect("mine", \.["dropped"] >= 1)
    }
  }

  @Test func `is told what helps`() {
    let failures = reports {
      Laboratory.test(script: "Fixtures/feed.lab", arm: "timer") { lab in
        lab.advanceToEnd()
        lab.expect("ball", \.starved == 0)
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("[in common]: the expectation holds then") == true)
    #expect(
      failures.first?.text.contains("Minimal failing script (made smaller than the test):") == true)
  }
}

@Suite struct `Code beside a recorded trace` {
  /// A main thread with a vsync every 10 ms, and one task of 25 ms.
  private static let trace = """
    {"traceEvents": [
    {"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "main thread"}},
    {"ph": "X", "name": "tiny", "pid": 1, "tid": 1, "ts": 0, "dur": 200},
    {"ph": "X", "name": "parse", "pid": 1, "tid": 1, "ts": 305000, "dur": 25000},
    \((0...100).map {
      "{\"ph\": \"i\", \"name\": \"vsync\", \"pid\": 1, \"tid\": 2, \"ts\": \($0 * 10_000)}"
    }.joined(separator: ",\n"))
    ]}
    """

  @Test func `is held up as it was recorded`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.trace, to: "app.json")
    let failures = reports {
      Laboratory.test(recording: folder.path("app.json")) { lab in
        let ball = lab.link("ball", in: .common, options: LinkOptions(takes: .milliseconds(1))) {
          _ in
        }
        lab.advanceToEnd()
        lab.expect(ball, \.dropped == 0)
        #expect(lab.vsync(7) == .milliseconds(70))
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("‘ball’ drops 2 of ") == true)
    #expect(failures.first?.text.contains("a task held the thread (app)") == true)
    #expect(
      failures.first?.text.contains("[app in chunks of 4 ms]: the expectation holds then") == true)
  }

  @Test func `scrolls as the application that recorded itself did`() throws {
    let trace = Checkout.root.appending(
      path: "experiments/work/recordings/own-app.trace.json.gz")
    let failures = reports {
      Laboratory.test(recording: trace.path) { lab in
        let ball = lab.link("ball") { _ in }
        lab.advanceToEnd()
        lab.expect(ball, \.starved == 0)
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("[in common]: the expectation holds then") == true)
  }

  @Test func `may have another display`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.trace, to: "app.json")
    Laboratory.test(recording: folder.path("app.json"), display: .hertz(120)) { lab in
      #expect(lab.display.rate == .hertz(120))
      lab.advanceToEnd()
      lab.expect(\.busyShare < 0.1)
    }
  }

  @Test func `says why a file is no trace`() throws {
    let folder = try TemporaryFolder()
    try folder.write("nothing\n", to: "app.json")
    let failures = reports {
      Laboratory.test(recording: folder.path("app.json")) { _ in Issue.record("it ran") }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.isEmpty == false)
  }
}
