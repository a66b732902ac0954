import LabTesting
import Testing

@Suite struct `A laboratory test` {
  @Test func `runs its body twice with each seed`() {
    var seeds: [UInt64] = []
    Laboratory.test(seeds: 3...4) { lab in
      seeds.append(lab.seed)
      lab.expect().leavesNothingBehind()
    }
    #expect(seeds == [3, 3, 4, 4])
    seeds = []
    Laboratory.test(repeats: false) { lab in
      seeds.append(lab.seed)
      lab.expect().leavesNothingBehind()
    }
    #expect(seeds == [1])
  }

  @Test func `warns once if it expects nothing`() {
    let reports = allReports {
      Laboratory.test(seeds: 1...3) { lab in lab.advance(to: .seconds(1)) }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.isWarning == true)
    #expect(reports.first?.text.contains("nothing is expected of this laboratory") == true)
    #expect(reports.first?.line == #line - 5)
  }

  @Test func `does not warn if it expects something, or failed`() {
    struct Trouble: Error {}
    let expecting = allReports {
      Laboratory.test { lab in lab.expect().leavesNothingBehind() }
    }
    #expect(expecting.isEmpty)
    let throwing = allReports {
      try? Laboratory.test { (_) throws(Trouble) in throw Trouble() }
    }
    #expect(throwing.isEmpty)
  }

  @Test func `names the first event in which two runs differ`() throws {
    var runs = 0
    let failures = reports {
      Laboratory.test { lab in
        runs += 1
        let cost = Duration.milliseconds(runs)
        lab.timer("ball", every: .milliseconds(20), first: .milliseconds(20)) { _ in
          if lab.now > .milliseconds(50) { lab.spend(cost) }
        }
        lab.advance(to: .milliseconds(100))
      }
    }
    let text = try #require(failures.first)
    #expect(text.contains("not deterministic"))
    #expect(text.contains("first run: 61 ms update ball"))
    #expect(text.contains("second run: 62 ms update ball"))
  }

  @Test func `notices that the second run alone throws or fails`() {
    struct Trouble: Error {}
    var runs = 0
    let throwing = reports {
      try? Laboratory.test { (_) throws(Trouble) in
        runs += 1
        if runs == 2 { throw Trouble() }
      }
    }
    #expect(throwing.first?.contains("the second run threw an error") == true)
    runs = 0
    let failing = reports {
      Laboratory.test { lab in
        runs += 1
        if runs == 2 { lab.expect("ball", \.missed == 0) }
      }
    }
    #expect(failing.first?.contains("the second run alone failed") == true)
  }

  @Test func `passes on what its body throws, after what failed`() {
    struct Trouble: Error {}
    var isThrown = false
    let failures = reports {
      do throws(Trouble) {
        try Laboratory.test { (lab) throws(Trouble) in
          lab.expect("ball", \.missed == 0)
          throw Trouble()
        }
      } catch {
        isThrown = true
      }
    }
    #expect(isThrown)
    #expect(failures.count == 1)
  }
}
