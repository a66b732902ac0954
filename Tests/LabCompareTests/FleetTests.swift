import LabAnswer
import LabCompare
import LabKernel
import TestSupport
import Testing

@Suite struct `A ranking over many recordings` {
  @Test func `has the share of all drops, its interval over recordings, and counts harms`() throws {
    var ranking = FleetRanking()
    for (dropped, saved) in [(100.0, 50.0), (200, 110), (300, 140), (100, -10)] {
      ranking.add(
        dropped: dropped,
        savings: [(change: "in common", saving: saved), (change: "link", saving: 1)])
    }
    let entries = ranking.entries
    #expect(entries.map(\.change) == ["in common", "link"])
    #expect(entries[0].harms == 1 && entries[1].harms == 0)
    // R = 290 / 700; the residuals are 8.571, 27.143, 15.714 and −51.429, v = Σ / (12 × 175²).
    let share = 290.0 / 700
    #expect(abs(entries[0].share - share) < 1e-12)
    let residuals = [50 - share * 100, 110 - share * 200, 140 - share * 300, -10 - share * 100]
    let sum = residuals.reduce(0) { $0 + $1 * $1 }
    let half = 3.182446305284263 * (sum / 12).squareRoot() / 175
    let interval = try #require(entries[0].interval)
    #expect(abs(interval.upperBound - share - half) < 1e-9)
    #expect(ranking.isEnough == nil)
  }

  @Test func `says of six recordings and more whether they are enough`() {
    var (alike, apart) = (FleetRanking(), FleetRanking())
    var stream = RandomStream(seed: 1, name: "fleet")
    for _ in 0..<12 {
      alike.add(
        dropped: 100, savings: (0..<6).map { (change: "\($0)", saving: Double(60 - 10 * $0)) })
      apart.add(
        dropped: 100,
        savings: (0..<6).map { (change: "\($0)", saving: Double(stream.next(in: 0...60))) })
    }
    #expect(alike.isEnough == true && alike.agreement == 1000)
    #expect(apart.isEnough == false)
  }

  @Test func `of real recordings finds the best pair, and runs it in every file`() throws {
    let names = (1...12).map { "fleet/f\($0)" }
    var rows: [FleetStudy.Row] = []
    let study = try FleetStudy(names, read: RealRecordings.trace) { rows.append($0) }
    #expect(study.singles.count + study.leftOut.count == 12)
    let needed = " % of the dates, and 95 % are needed"
    #expect(study.leftOut.allSatisfy { $0.reason.hasSuffix(needed) })
    #expect(study.pairs.count == study.singles.count)
    let best = try #require(study.pairs.entries.first)
    #expect(best.change == "in common + parse elsewhere")
    #expect(best.harms == 0)
    #expect(study.singles.isEnough == true)
    // Who asks for fewer frames drops fewer, and has mended nothing.
    let all = study.pairs.entries + study.singles.entries
    #expect(!all.contains { $0.change.contains("target ") })
    #expect(rows.count { $0.change == best.change } == study.singles.count)
    // Counted again from the rows.
    let saved = rows.filter { $0.change == best.change }.reduce(0) { $0 + $1.saved }
    #expect(abs(best.share - Double(saved) / study.singles.dropped) < 1e-12)
    let answer = study.answer(of: "fleet")
    #expect(answer.namedSentences.first?.text.hasPrefix("8 recordings, ") == true)
    #expect(answer.namedTables.first?.rows.first?[1] == .number(100 * best.share))
  }
}
