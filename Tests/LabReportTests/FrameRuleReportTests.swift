import LabKernel
import LabMetrics
import LabReport
import Testing

@Suite struct `A report of the frame rules` {
  /// Ten frames of 10 ms, one of 40 ms.
  private var zoo: FrameRules {
    var photon: Int64 = 0
    let updates = ([0] + [Int64](repeating: 10, count: 10) + [40]).map { duration in
      photon += duration * 1_000_000
      return PresentedUpdate(
        ended: Instant(nanoseconds: photon), photon: Instant(nanoseconds: photon))
    }
    return FrameRules(FrameSeries(updates))
  }

  @Test func `lists every rule`() {
    let text = FrameRuleReport("mine", zoo).text
    for rule in FrameRules.rules { #expect(text.contains("\n\(rule.name) "), "\(rule.name)") }
  }

  @Test func `fits on a terminal`() {
    for line in FrameRuleReport("mine", zoo, showsMetrics: true).text.split(separator: "\n") {
      #expect(line.count <= 80)
    }
  }

  @Test func `says how many frames each two verdicts dispute`() {
    // Verdict A is that the long frame is bad, B that none is.
    let lines = FrameRuleReport("mine", zoo).text.split(separator: "\n").suffix(2)
    #expect(lines.map(String.init) == ["A  ·  1", "B  0  ·"])
  }
}

@Suite struct `A rule with a bound of its own` {
  private static func report(rate: Int64) -> String {
    let updates = (0..<20).map { Instant(nanoseconds: $0 * 1_000_000_000_000 / rate) }
      .map { PresentedUpdate(ended: $0, photon: $0) }
    let text = FrameRuleReport("mine", FrameRules(FrameSeries(updates))).text
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: [60_000, 59_940, 120_000] as [Int64], [16_000_000, 16_670_000])
  func `says so where a refresh is longer`(rate: Int64, bound: Int64) {
    let text = Self.report(rate: rate)
    let name = bound == 16_000_000 ? "android" : "ios"
    let isSaid = text.contains("slow_frames_\(name) calls frames of one refresh bad")
    #expect(isSaid == (1_000_000_000_000 / rate > bound), "\(name) at \(rate) mHz")
  }
}

@Suite struct `The dictionary of columns` {
  @Test(arguments: FrameRules.rules.map(\.name))
  func `explains each rule`(name: String) throws {
    let text = try #require(ColumnDictionary.explanation(of: name))
    #expect(text.contains("Source   "))
  }
}
