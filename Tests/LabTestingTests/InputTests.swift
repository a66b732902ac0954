import LabExperiment
import LabTesting
import Testing

/// The script at the end of a failure that fails as well.
private func script(in failure: String) throws -> String {
  let begin = try #require(
    failure.firstRange(of: "Minimal failing script (made smaller than the test):\n\n"))
  return String(failure[begin.upperBound...])
}

@Suite struct `An input of a test` {
  @discardableResult
  private func click(
    _ lab: Laboratory, behind work: Duration, at instant: Instant = .milliseconds(110)
  ) -> Laboratory.Input {
    let ball = lab.link("ball", in: .common) { _ in }
    lab.load("page", at: .milliseconds(100), takes: .constant(work))
    let click = lab.input(
      "click", at: instant, takes: .constant(.milliseconds(5)), shownThrough: ball)
    lab.advance(to: .seconds(1))
    return click
  }

  @Test func `waits for what holds the thread, and is shown by the next frame`() {
    let failures = allReports {
      Laboratory.test { lab in
        let click = click(lab, behind: .milliseconds(30))
        lab.expect(click, \.wait.max <= .milliseconds(20))
        lab.expect(click, \.response.max <= .milliseconds(25))
        // It ends at 135 ms; the link calls back at 150 ms, and that is shown at 166.7 ms.
        lab.expect(click, \.shown.max <= .milliseconds(57))
        lab.expect(tasks: "page", \.response.max <= .milliseconds(30))
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test func `that takes too long says for whom it waited, and what helps`() throws {
    let failure = try #require(
      reports {
        Laboratory.test { lab in
          lab.expect(click(lab, behind: .milliseconds(200)), \.response.max <= .milliseconds(100))
        }
      }.first)
    #expect(
      failure.hasPrefix("‘click’ took 195 ms to end: response_max is 195 ms, not <= 100 ms\n"))
    #expect(
      failure.contains(
        "  worst: arrived at 110 ms, waited 190 ms, worked 5 ms, was shown 28.333333 ms later\n"),
      "\(failure)")
    #expect(failure.contains("  blame: 190 ms by task 0 of ‘page’\n"))
    #expect(failure.contains("What helps? Split page into chunks of 4 ms ["), "\(failure)")
  }

  /// The script of the failure fails in the command as well.
  @Test func `shrinks to a script that fails`() throws {
    let failure = try #require(
      reports {
        Laboratory.test { lab in
          lab.load("other", every: .milliseconds(90), takes: .milliseconds(1))
          lab.expect(click(lab, behind: .milliseconds(200)), \.shown.max <= .milliseconds(150))
        }
      }.first)
    let text = try script(in: failure)
    #expect(text.contains("input     click at "), "\(text)")
    #expect(text.contains("expect laboratory.click.shown_max <= 150 ms"), "\(text)")
    #expect(!text.contains("other"), "\(text)")
    let plan = try Experiment(path: "click.lab") { _ in Array(text.utf8) }.plan()
    let result = try Runner(jobs: 1).result(of: plan[0])
    let verdicts = plan.verdicts { _, name, metric in result.value(of: metric, driver: name) }
    #expect(verdicts.map(\.outcome) == [.fails])
  }

  @Test func `that never comes, or that nothing shows, is a failure`() {
    let failures = reports {
      let lab = Laboratory()
      let tap = lab.input("tap", at: .seconds(5), takes: .milliseconds(1))
      lab.advance(to: .seconds(1))
      lab.expect(tap, \.response.max <= .seconds(1))
      lab.expect(tasks: "tab", \.response.max <= .seconds(1))
      lab.input("key", at: .milliseconds(1_500), takes: .milliseconds(1))
      lab.advance(to: .seconds(2))
      lab.expect(tasks: "key", \.shown.max <= .seconds(1))
    }
    #expect(
      failures == [
        "no task of ‘tap’ arrived, so nothing can be expected of it",
        "there is no load or input ‘tab’",
        "nothing shows ‘key’: name a timer or link as ‘shownThrough’",
      ])
  }

  /// A task that has not ended fails once it has taken longer than it may.
  @Test func `that is not answered fails as soon as it is late`() {
    let failures = reports {
      let lab = Laboratory()
      lab.load("page", at: .milliseconds(100), takes: .milliseconds(500))
      let tap = lab.input("tap", at: .milliseconds(200), takes: .milliseconds(1))
      lab.at(.milliseconds(250)) {
        lab.expect(tap, \.response.max <= .milliseconds(100))
        lab.expect(tap, \.response.max <= .milliseconds(40))
      }
      lab.advance(to: .seconds(1))
    }
    #expect(failures.count == 2)
    #expect(failures.first?.hasPrefix("no task of ‘tap’ ended before ") == true, "\(failures)")
    #expect(
      failures.last?.hasPrefix("‘tap’ took 50 ms to end: response_max is 50 ms, not <= 40 ms")
        == true)
  }
}
