import Foundation
import LabMetrics
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
    Expecting("keepsFiring") { $0.expect($1).keepsFiring(in: .default) },
    Expecting("staysSilent") { $0.expect($1).staysSilent(in: .default) },
    Expecting("missed") { $0.expect($1, \.missed <= 9) },
    Expecting("starved") { $0.expect($1, \.starved == 0) },
    Expecting("lateness") { $0.expect($1, \.lateness.p99 < second) },
    Expecting("firedFirst") { $0.expect($1, \.firedFirst <= .seconds(9)) },
    Expecting("firedEnd") { $0.expect($1, \.firedEnd >= .start) },
    Expecting("doubleFires") { $0.expect($1, \.doubleFires == 0) },
    Expecting("emptyRefreshes") { $0.expect($1, \.emptyRefreshes == 0) },
    Expecting("[]") { $0.expect($1, \.["missed"] <= 9) },
    Expecting("[]") { $0.expect($1, \.["lateness_max"] < second) },
  ]

  /// What needs several, or frames.
  static let ofMore = [
    Expecting("longestGap") { $0.expect($1, \.longestGap <= .seconds(9)) },
    Expecting("[]") { $0.expect($1, \.["period_jitter_pkpk"] < second) },
    Expecting("dropped") { $0.expect($1, \.dropped <= 9) },
    Expecting("hitches") { $0.expect($1, \.hitches <= 9) },
    Expecting("hitchRatio") { $0.expect($1, \.hitchRatio < 1000) },
    Expecting("hitchMax") { $0.expect($1, \.hitchMax <= second) },
    Expecting("animationError") { $0.expect($1, \.animationError.max < second) },
    Expecting("tickToPhoton") { $0.expect($1, \.tickToPhoton.p99 < second) },
    Expecting("inputToPhoton") { $0.expect($1, \.inputToPhoton.max < second) },
    Expecting("overwritten") { $0.expect($1, \.overwritten == 0) },
  ]

  /// What needs that time passes.
  static let ofTime = [
    Expecting("fires") { $0.expect($1, \.fires == 0) },
    Expecting("due") { $0.expect($1, \.due >= 0) },
    Expecting("firesOnly") { $0.expect($1).firesOnly() },
    Expecting("isAsRecorded") { $0.expect($1).isAsRecorded(in: "none") },
    Expecting("longestHold") { lab, _ in lab.expect(\.longestHold <= second) },
    Expecting("busyShare") { lab, _ in lab.expect(\.busyShare < 2) },
    Expecting("wait") { lab, _ in lab.expect(tasks: "net", \.wait.max <= second) },
    Expecting("work") { lab, _ in lab.expect(tasks: "net", \.work.mean <= second) },
    Expecting("response") { lab, _ in lab.expect(tasks: "net", \.response.p98 <= second) },
    Expecting("presentation") { lab, _ in lab.expect(tasks: "net", \.presentation.p50 <= second) },
    Expecting("shown") { lab, _ in lab.expect(tasks: "net", \.shown.max <= second) },
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
    let failure = reports { lab.expect(ball, \.animationError.max < limit) }.first
    #expect(failure?.contains("set its ‘animationTime’") == true)
    ball.animationTime = { lab.now.sinceTheStart }
    #expect(allReports { lab.expect(ball, \.animationError.max < limit) }.isEmpty)
  }

  @Test func `is tried for every method and every number`() throws {
    let folder = Checkout.root.appending(path: "Sources/LabTesting/Expectations")
    var names: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      names.formUnion(text.matches(of: #/\n  public func (\w+)/#).map { String($0.1) })
      names.formUnion(
        text.matches(of: #/\n  public var (\w+): (Measured|Statistics)/#).map { String($0.1) })
    }
    names.remove("expect")
    let tried = Set((Self.ofCallbacks + Self.ofMore + Self.ofTime).map(\.name))
    #expect(names == tried.subtracting(["[]"]).union(Self.ofAnything))
  }

  /// A number that has no value meets no claim, nor does it in an expectation of Swift Testing.
  @Test func `is the same as a value that is compared`() {
    let (lab, ball) = setting()
    #expect(!(lab[ball].missed == 0) && !(lab[ball].missed > 0) && !(lab[ball].missed != 0))
    #expect("\(lab[ball].missed)".hasPrefix("undefined: ‘ball’ never fired"))
    #expect(!(lab[tasks: "net"].wait.max < Self.second) && !(lab.busyShare < 2))
    #expect(!(lab.longestHold < Self.second))
    lab.advance(to: .seconds(1))
    #expect(lab[ball].missed == 0 && lab["ball"].fires >= 60 && lab.busyShare < 2)
    #expect(lab[ball].lateness.p99 < .milliseconds(2))
    #expect(lab[ball]["coverage"] >= 99 && lab[ball]["lateness_max"] < Self.second)
    #expect(lab[tasks: "net"].wait.max == .zero)
    #expect("\(lab[ball].firedFirst) \(lab[ball].hitchMax)" == "24.333333 ms none")
    #expect("\(lab[ball]["hich_ratio"] as Measured<Double>)".contains("Did you mean 'hitch_ratio'"))
  }

  /// Every number has the name of a metric, so that a script can claim the same.
  @Test func `has the name of a metric`() throws {
    let file = Checkout.root.appending(path: "Sources/LabTesting/Expectations/DriverValues.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let numbers = text.matches(
      of: #/\n  public var (\w+): (Measured<\w+>|Statistics) \{ \w+\("(\w+)"\) \}/#)
    #expect(numbers.count >= 18)
    for number in numbers {
      let words = number.1.map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
      #expect(words == number.3)
      let statistics = number.2 == "Statistics" ? ["_mean", "_p50", "_p99", "_max"] : [""]
      for statistic in statistics {
        #expect(MetricDictionary.metric(named: words + statistic) != nil, "\(words)\(statistic)")
      }
    }
  }
}

extension Instant {
  fileprivate var sinceTheStart: Duration { Instant.start.duration(to: self) }
}
