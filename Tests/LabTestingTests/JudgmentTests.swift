import Foundation
import LabTesting
import TestSupport
import Testing

/// Every expectation that has nothing to judge fails with a sentence, and none passes silently.
@Suite struct `An expectation without anything to judge` {
  /// An expectation by the name of its method, held against a laboratory with a timer ‘ball’.
  struct Expecting: CustomTestStringConvertible, Sendable {
    let name: String
    let say: @Sendable (Laboratory, Ticker) -> Void

    var testDescription: String { name }

    init(_ name: String, say: @escaping @Sendable (Laboratory, Ticker) -> Void) {
      (self.name, self.say) = (name, say)
    }
  }

  private static let second = Duration.seconds(1)

  /// What needs a callback, and more.
  static let ofCallbacks = [
    Expecting("fires") { $0.expect($1).fires(at: .start) },
    Expecting("fires") { $0.expect($1).fires(before: "sky") },
    Expecting("misses") { $0.expect($1).misses(exactly: 0) },
    Expecting("misses") { $0.expect($1).misses(atMost: 9) },
    Expecting("missesNothing") { $0.expect($1).missesNothing() },
    Expecting("keepsFiring") { $0.expect($1).keepsFiring(in: .default) },
    Expecting("staysSilent") { $0.expect($1).staysSilent(in: .default) },
    Expecting("neverFiresWhileTracking") { $0.expect($1).neverFiresWhileTracking() },
    Expecting("neverStarves") { $0.expect($1).neverStarves() },
    Expecting("lateness") { $0.expect($1).lateness(.p99, isBelow: second) },
    Expecting("lateness") { $0.expect($1).lateness(atMost: second) },
    Expecting("isNeverLate") { $0.expect($1).isNeverLate(byMoreThan: second) },
    Expecting("isAlwaysOnTime") { $0.expect($1).isAlwaysOnTime() },
    Expecting("begins") { $0.expect($1).begins(within: .start ... .seconds(9)) },
    Expecting("ends") { $0.expect($1).ends(within: .start ... .seconds(9)) },
    Expecting("neverFiresTwiceInARefresh") { $0.expect($1).neverFiresTwiceInARefresh() },
    Expecting("firesInEveryRefresh") { $0.expect($1).firesInEveryRefresh() },
    Expecting("metric") { $0.expect($1).metric("fires", isAtLeast: 0) },
    Expecting("metric") { $0.expect($1).metric("missed", isAtMost: 9) },
    Expecting("metric") { $0.expect($1).metric("lateness_max", isBelow: second) },
  ]

  /// What needs several, or frames.
  static let ofMore = [
    Expecting("neverPauses") { $0.expect($1).neverPauses(forMoreThan: .seconds(9)) },
    Expecting("jitter") { $0.expect($1).jitter(isBelow: second) },
    Expecting("drops") { $0.expect($1).drops(atMost: 9) },
    Expecting("dropsNothing") { $0.expect($1).dropsNothing() },
    Expecting("hitches") { $0.expect($1).hitches(atMost: 9) },
    Expecting("hitchRatio") { $0.expect($1).hitchRatio(isBelow: 1000) },
    Expecting("neverHitches") { $0.expect($1).neverHitches(longerThan: second) },
    Expecting("animationError") { $0.expect($1).animationError(isBelow: second) },
    Expecting("neverOverwritesAnUpdate") { $0.expect($1).neverOverwritesAnUpdate() },
  ]

  /// What needs that time passes.
  static let ofTime = [
    Expecting("fires") { $0.expect($1).fires(times: 0) },
    Expecting("fires") { $0.expect($1).fires(times: 0...2) },
    Expecting("firesOnly") { $0.expect($1).firesOnly() },
    Expecting("neverFires") { $0.expect($1).neverFires() },
    Expecting("isNotWorse") { lab, ball in lab.expect(ball).isNotWorse(than: "none") },
    Expecting("isAsRecorded") { lab, ball in lab.expect(ball).isAsRecorded(in: "none") },
    Expecting("nothingHoldsTheThread") { lab, _ in
      lab.expect().nothingHoldsTheThread(forMoreThan: second)
    },
    Expecting("busyShare") { lab, _ in lab.expect().busyShare(isBelow: 2) },
    Expecting("begins") { lab, _ in lab.expect(tasks: "net").begins(within: second) },
    Expecting("responds") { lab, _ in lab.expect(tasks: "net").responds(within: second) },
    Expecting("isShown") { lab, _ in lab.expect(tasks: "net").isShown(within: second) },
  ]

  /// What can be judged of any laboratory, or says otherwise what it lacks.
  static let ofAnything: Set = ["looks", "leavesNothingBehind", "satisfiesConservation"]

  private func setting() -> (Laboratory, Ticker) {
    let lab = Laboratory()
    let ball = lab.timer("ball", every: .milliseconds(16)) { _ in }
    lab.timer("sky", every: .milliseconds(16)) { _ in }
    lab.input("net", at: .milliseconds(500), takes: .milliseconds(1), shownThrough: ball)
    return (lab, ball)
  }

  @Test(arguments: ofCallbacks + ofMore + ofTime)
  func `says how to let time pass if none has`(expecting: Expecting) throws {
    let (lab, ball) = setting()
    let failures = reports { expecting.say(lab, ball) }
    #expect(failures.count == 1)
    let isOfModes = failures.first?.contains("never ran in mode") == true
    #expect(failures.first?.contains("call ‘lab.advance(to:)’") == true || isOfModes)
  }

  @Test(arguments: ofCallbacks + ofMore)
  func `says that nothing fired`(expecting: Expecting) {
    let (lab, ball) = setting()
    ball.stop()
    lab.advance(to: .seconds(1))
    let text = reports { expecting.say(lab, ball) }.first ?? ""
    #expect(text.contains("never fired") || text.contains("never ran in mode"))
  }

  @Test(arguments: ofMore)
  func `says that one callback is not enough`(expecting: Expecting) {
    let (lab, ball) = setting()
    lab.advance(to: .milliseconds(17))
    ball.stop()
    lab.advance(to: .seconds(1))
    #expect(reports { expecting.say(lab, ball) }.count == 1)
  }

  @Test func `of an animation says what to give`() throws {
    let (lab, ball) = setting()
    lab.advance(to: .seconds(1))
    let limit = Duration.seconds(1)
    let failure = reports { lab.expect(ball).animationError(isBelow: limit) }.first
    #expect(failure?.contains("set its ‘animationTime’") == true)
    ball.animationTime = { lab.now.sinceTheStart }
    #expect(allReports { lab.expect(ball).animationError(isBelow: limit) }.isEmpty)
  }

  @Test func `is tried for every method`() throws {
    let folder = Checkout.root.appending(path: "Sources/LabTesting/Expectations")
    var methods: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      methods.formUnion(text.matches(of: #/\n  public func (\w+)/#).map { String($0.1) })
    }
    methods.remove("expect")
    let tried = Set((Self.ofCallbacks + Self.ofMore + Self.ofTime).map(\.name))
    #expect(methods == tried.union(Self.ofAnything))
  }
}

extension Instant {
  fileprivate var sinceTheStart: Duration { Instant.start.duration(to: self) }
}
