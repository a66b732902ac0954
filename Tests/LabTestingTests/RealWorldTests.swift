import Dispatch
import Foundation
import LabKernel
import LabTesting
import Testing

/// What a body does beside the laboratory.
@Suite struct `The body of a test` {
  /// How many issues of the first test were printed.
  private static let printed = Locked(0)

  @Test(
    .compactMapIssues { issue in
      printed.withLock { $0 += 1 }
      return issue
    })
  func `that fails an expectation of Swift Testing is recorded for its first run only`() {
    let count = Locked(0)
    var runs = 0
    let failures = allReports {
      withKnownIssue {
        Laboratory.test { lab in
          runs += 1
          lab.link("ball") { _ in }
          lab.load("network", at: .milliseconds(30), takes: .milliseconds(30))
          lab.advance(to: .seconds(1))
          lab.expect("ball", \.fires == 0)
          #expect(lab.now == .start)
        }
      } matching: { _ in
        count.withLock { $0 += 1 }
        return true
      }
    }
    #expect(failures.count == 1)
    #expect(runs > 1)
    #expect(count.withLock(\.self) == 1)
    #expect(Self.printed.withLock(\.self) == 1)
  }

  @MainActor @Test func `stays on the main actor when it runs again`() {
    var runs = 0
    Laboratory.test { lab in
      runs += 1
      MainActor.assertIsolated()
      lab.expect().leavesNothingBehind()
    }
    #expect(runs == 2)
  }

  @Test func `that schedules a real timer fails`() {
    var timers: [Timer] = []
    let failures = reports {
      Laboratory.test { lab in
        let timer = Timer(timeInterval: 1e6, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        timers.append(timer)
        lab.advance(to: .seconds(1))
        lab.expect().leavesNothingBehind()
      }
    }
    for timer in timers { timer.invalidate() }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("real ‘Timer’") == true)
  }

  #if !canImport(Darwin)
    @Test func `may hand closures to real queues, which run outside of it`() async {
      Laboratory.test { lab in
        DispatchQueue.global().async {}
        DispatchQueue.main.async {}
        lab.advance(to: .seconds(1))
        lab.expect().leavesNothingBehind()
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  #endif

  @Test func `that never starts a timer is told so`() {
    let lab = Laboratory()
    let ball = lab.timer("ball", every: .milliseconds(16))
    lab.advance(to: .seconds(1))
    let failures = reports { lab.expect(ball, \.missed == 0) }
    #expect(failures.first?.contains("it was never started") == true)
    let link = lab.link("link") { _ in }
    link.stop()
    lab.advance(to: .seconds(2))
    let silent = reports { lab.expect(link, \.missed == 0) }
    #expect(silent.first?.contains("‘link’ never fired, so nothing can be expected") == true)
  }
}
