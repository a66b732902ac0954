import LabAnswer
import LabCompare
import LabImport
import LabMetrics
import LabStudy
import TestSupport
import Testing

/// A pair of recordings with the parts of its difference.
private struct Pair: Sendable, CustomTestStringConvertible {
  let before, after: String
  let change: Double?
  var phase: Double?
  let work, rest: Double
  var testDescription: String { "\(before) → \(after)" }
}

@Suite struct `Two recordings of an app` {
  /// Worked out by hand from the replays of these recordings; each within one drop.
  @Test(arguments: [
    Pair(before: "chart-before-2", after: "chart-link2-1", change: -8, work: 27, rest: 2),
    Pair(before: "chart-before-4", after: "chart-link2-3", change: -7, work: -18, rest: 0),
    Pair(
      before: "feed-before-5", after: "feed-common-6", change: -82, phase: -4, work: 17, rest: 1),
    Pair(
      before: "feed-before-1", after: "feed-common-1", change: -82, phase: 4, work: 0, rest: -1),
    Pair(before: "chart-before-2", after: "chart-before-4", change: nil, work: 16, rest: 0),
  ])
  fileprivate func `are taken apart into change, phase, work and rest`(_ pair: Pair) throws {
    let comparison = try RecordingComparison(
      [RealRecordings.compared(pair.before)], [RealRecordings.compared(pair.after)])
    let found = comparison.pairs[0][0]
    #expect((found.change == nil) == (pair.change == nil))
    #expect(abs((found.change ?? 0) - (pair.change ?? 0)) <= 1)
    #expect((found.phase == nil) == (pair.phase == nil))
    #expect(abs((found.phase ?? 0) - (pair.phase ?? 0)) <= 1)
    #expect(abs(found.work - pair.work) <= 1)
    #expect(abs(found.rest - pair.rest) <= 1)
    let sum = (found.change ?? 0) + (found.phase ?? 0) + found.work + found.rest
    #expect(abs(sum - found.difference) < 1e-9)
    #expect(comparison.verdict == (pair.change == nil ? .unchanged : .better))
  }

  /// Folders of recordings have files of the same names.
  @Test(arguments: [("feed-before-1", "feed-common-1"), ("game-before-1", "game-noclock-4")])
  func `are the same two, whatever they are called`(before: String, after: String) throws {
    func parts(_ first: String, _ second: String) throws -> PairComparison {
      let sides = try [(before, first), (after, second)].map { file, name in
        [try ComparedRecording(RealRecordings.trace(file), named: name)]
      }
      return try RecordingComparison(sides[0], sides[1], isSame: true).pairs[0][0]
    }
    let (apart, alike) = (try parts("one", "other"), try parts("app", "app"))
    #expect(alike.change == apart.change && alike.work == apart.work)
    #expect(alike.inWorks == apart.inWorks && alike.phase == apart.phase)
  }

  @Test func `tell of other work by its name, and of a change that is named`() throws {
    let sides = try ["ended-before", "ended-elsewhere"].map { try [RealRecordings.compared($0)] }
    let work = try RecordingComparison(sides[0], sides[1])
    #expect(work.verdict == .unchanged && work.work == -22)
    #expect(work.tasks.vanished.map(\.name) == ["cell"])
    #expect(work.tasks.appeared.map(\.name) == ["parsed"])
    #expect(work.remarks.contains { $0.contains("--changed 'cell'") })
    let named = try RecordingComparison(sides[0], sides[1], changed: ["cell", "parsed"])
    #expect(named.verdict == .better)
    #expect(abs((named.change?.mean ?? 0) + 22) <= 1)
  }

  @Test(arguments: [["feed-before-1", "chart-before-2"], ["game-before-1", "chart-before-2"]])
  func `of two apps are refused unless they are said to be the same`(names: [String]) throws {
    let sides = try names.map { try [RealRecordings.compared($0)] }
    let error = #expect(throws: RecordingComparison.OtherApp.self) {
      try RecordingComparison(sides[0], sides[1])
    }
    #expect(error?.description.hasPrefix("not the same app?") ?? false)
    #expect(error?.description.hasSuffix("Write --same if they are.") ?? false)
    #expect(try RecordingComparison(sides[0], sides[1], isSame: true).change != nil)
  }

  @Test func `say that work went to another thread, if the recorder tells`() throws {
    var after = try RealRecordings.trace("ended-elsewhere")
    after.loop?.works = ["cell": 491]
    let comparison = try RecordingComparison(
      [RealRecordings.compared("ended-before")],
      [ComparedRecording(after, named: "moved")])
    #expect(comparison.tasks.moved == ["cell"])
    #expect(comparison.changes == ["tasks named cell run elsewhere"])
    // What comes back from there is new, and counts as work.
    #expect(abs((comparison.change?.mean ?? 0) + 22) <= 2)
  }

  @Test func `find that tasks take less, in one ratio`() throws {
    var after = try RealRecordings.trace("feed-common-1")
    for index in after.tasks.indices where after.tasks[index].name == "parse" {
      after.tasks[index].duration /= 4
    }
    let before = try RealRecordings.compared("feed-common-1")
    let comparison = try RecordingComparison(
      [before], [ComparedRecording(after, named: "faster")])
    #expect(comparison.tasks.scaled.map(\.name) == ["parse"])
    #expect(abs((comparison.tasks.scaled.first?.ratio ?? 0) - 0.25) < 1e-3)
    #expect(comparison.changes == ["tasks named parse take 0.25 of their time"])
    #expect((comparison.change?.mean ?? 0) < -20)
    #expect(abs(comparison.work) <= 1)
  }

  @Test func `are no recordings if another tool made them`() throws {
    var trace = try RealRecordings.trace("stop")
    #expect(throws: UnfitRecording.self) {
      try ComparedRecording(trace, named: "stop", judging: "nothing")
    }
    trace.loop = nil
    #expect(throws: UnfitRecording.self) { try ComparedRecording(trace, named: "stop") }
  }
}

@Suite struct `Several recordings a side` {
  @Test func `have a mean over all pairs, and no interval below three`() throws {
    let before = try ["chart-before-2", "chart-before-4"].map(RealRecordings.compared)
    let after = try ["chart-link2-1", "chart-link2-3"].map(RealRecordings.compared)
    let comparison = try RecordingComparison(before, after)
    let changes = comparison.pairs.flatMap { $0.compactMap(\.change) }
    #expect(changes.count == 4)
    #expect(comparison.change?.interval == nil)
    #expect(comparison.change?.mean == changes.reduce(0, +) / 4)
    // The change varies far less from pair to pair than what was measured.
    let raw = comparison.pairs.flatMap { $0.map(\.difference) }
    func spread(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    #expect(3 * spread(changes) <= spread(raw))
    func counts(_ one: Int, _ other: Int) throws -> [BlameCause: [Int]] {
      let pair = try RecordingComparison([before[one]], [after[other]])
      return Dictionary(uniqueKeysWithValues: pair.causes.map { ($0.cause, $0.counts) })
    }
    let parts = (try counts(0, 0), try counts(1, 1))
    for (cause, sums) in comparison.causes {
      let (first, second) = (parts.0[cause] ?? [0, 0], parts.1[cause] ?? [0, 0])
      #expect(sums == [first[0] + second[0], first[1] + second[1]], "\(cause)")
    }
    let answer = try RecordingStudy(
      before, after, by: nil, changed: [], isSame: false, limit: WorseThan("5 %")
    ).answer(Watch())
    let remarks = answer.namedSentences.filter { $0.name == "remark" }.map(\.text)
    #expect(remarks.contains("4 pairs: a 95 % interval takes 3 recordings a side."))
    let tables = Dictionary(uniqueKeysWithValues: answer.namedTables.map { ($0.name, $0.rows) })
    #expect(tables["recordings"]?.contains { $0[1] == .text("chart-before-4") } == true)
    #expect(tables["parts"]?.first?[5] == .number(comparison.change?.mean))
    #expect(answer.outcome == .holds)
  }
}
