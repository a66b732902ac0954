import LabAnswer
import LabKernel
import LabMetrics
import LabStudy
import LabText
import Testing

@Suite struct `Findings of the frame rules` {
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

  @Test func `list every rule`() throws {
    let rules = try #require(FrameFindings("mine", zoo).paragraphs.table("rules"))
    #expect(rules.column("rule") == FrameRules.rules.map { .text($0.name) })
    #expect(rules.column("frames").allSatisfy { $0 == .text("mine") })
  }

  @Test func `say how many frames each two verdicts dispute`() throws {
    // Verdict A is that the long frame is bad, B that none is.
    let table = try #require(FrameFindings("mine", zoo).paragraphs.table(nil))
    #expect(
      table.rows == [
        [.text("A"), .text("·"), .count(1)], [.text("B"), .count(0), .text("·")],
      ])
  }

  @Test func `have the value of one metric or rule as a number`() throws {
    let found = FrameFindings("mine", zoo)
    for name in FrameFindings.names { #expect(found.table(of: name).rows.count == 1, "\(name)") }
    let none = try #require(found.table(of: "low1_integral").rows.first)
    #expect(none[1] == .text("low1_integral"))
    #expect(throws: UsageError.self) {
      try FrameStudy(.capture([]), of: "a.csv", metric: "low1_integra")
    }
  }

  @Test func `warn of a capture without frames`() throws {
    let warnings = Locked<[String]>([])
    let watch = Watch(warns: { text in warnings.withLock { $0.append(text) } })
    let answer = try FrameStudy(.capture([]), of: "a.csv").answer(watch)
    #expect(warnings.withLock { $0 } == ["there are no frames."])
    #expect(answer.parts.isEmpty && answer.outcome == .answered)
  }
}

@Suite struct `A rule with a bound of its own` {
  private static func words(rate: Int64) -> String {
    let updates = (0..<20).map { Instant(nanoseconds: $0 * 1_000_000_000_000 / rate) }
      .map { PresentedUpdate(ended: $0, photon: $0) }
    return FrameFindings("mine", FrameRules(FrameSeries(updates))).paragraphs.words
  }

  @Test(arguments: [60_000, 59_940, 120_000] as [Int64], [16_000_000, 16_670_000])
  func `says so where a refresh is longer`(rate: Int64, bound: Int64) {
    let name = bound == 16_000_000 ? "android" : "ios"
    let isSaid = Self.words(rate: rate)
      .contains("slow_frames_\(name) calls frames of one refresh bad")
    #expect(isSaid == (1_000_000_000_000 / rate > bound), "\(name) at \(rate) mHz")
  }
}
