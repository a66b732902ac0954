import Foundation
import LabExperiment
import Testing

@testable import LabReport

@Suite struct `A comparison of two results` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func script(cost: String = "0.5 ms", seed: Int = 3, sweep: String = "0 ms, 50 ms")
    -> String
  {
    """
    display   60 Hz
    run       500 ms
    repeat    4, seed \(seed)
    sweep     hiccup = \(sweep)
    load      noise poisson 60 per s takes uniform 0..9 ms as main-queue
    load      hiccup at 300 ms takes {hiccup} as source
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes \(cost)
    arm link
      link  ball in default takes 0.5 ms
    """
  }

  private func write(_ script: String, to name: String) throws -> String {
    let plan = try WrittenResult.plan(script)
    _ = try ResultWriter(WrittenResult.commission(plan), plan, at: folder.path(name), .keep)
      .perform(jobs: 2)
    return folder.path(name)
  }

  private func compare(
    _ first: String, _ second: String
  ) throws -> (ResultComparison, [ResultComparison.Change]) {
    var changes: [ResultComparison.Change] = []
    let comparison = try ResultComparison(first, second) { changes.append($0) }
    return (comparison, changes)
  }

  @Test func `finds nothing between equal results`() throws {
    let paths = (try write(script(), to: "a"), try write(script(), to: "b"))
    let (comparison, changes) = try compare(paths.0, paths.1)
    #expect(comparison.pairs == 16)
    #expect(comparison.identical == 16)
    #expect(changes.isEmpty)
    #expect(try TraceDivergence(paths.0, paths.1) == nil)
    #expect(
      ComparisonReport(metric: nil).text(comparison)
        == "16 pairs of drivers' runs, all of them identical to the last event.")
  }

  @Test func `finds what changed, and where`() throws {
    let paths = (try write(script(), to: "a"), try write(script(cost: "2 ms"), to: "b"))
    let (comparison, changes) = try compare(paths.0, paths.1)
    #expect(comparison.identical == 8)
    #expect(changes.count == comparison.changed)
    #expect(changes.allSatisfy { $0.labels[1] == "timer" && $0.labels[2] == "ball" })
    let busy = try #require(changes.first { $0.metric == "blame_own_ms" || $0.isReal })
    #expect(comparison.real > 0 && busy.paired.differences.count == 4)
    // The change is that of the means, since all four pairs are defined.
    let mean = try #require(busy.paired.differences.mean)
    #expect(abs(busy.means.1 - busy.means.0 - mean) < 1e-9)
  }

  @Test func `shows the first event that differs, and what was under way`() throws {
    let paths = (try write(script(), to: "a"), try write(script(cost: "2 ms"), to: "b"))
    let divergence = try #require(try TraceDivergence(paths.0, paths.1))
    #expect(divergence.run == "0" && divergence.arm == "timer")
    let what = try #require(divergence.columns.firstIndex(of: "what"))
    let time = try #require(divergence.columns.firstIndex(of: "time_ms"))
    // The first callback begins at the same instant in both, and ends 1.5 ms later in the second.
    let (left, right) = (try #require(divergence.events.0), try #require(divergence.events.1))
    #expect(divergence.underWay.map { $0[2] } == ["ball"])
    let began = try #require(Double(divergence.underWay[0][time - 0]))
    #expect(divergence.context.last?[what] == "calloutBegan")
    #expect(Double(left[time]) == began + 0.5)
    #expect(try #require(Double(right[time])) > began + 0.5)
    let text = ComparisonReport.text(divergence)
    #expect(text.hasPrefix("The traces part in run 0, arm timer, in time_ms"))
    #expect(text.contains("Under way: ball since "))
  }

  @Test func `pairs the sweep points that both have`() throws {
    let paths = (
      try write(script(), to: "a"), try write(script(sweep: "80 ms, 50 ms"), to: "b")
    )
    let (comparison, _) = try compare(paths.0, paths.1)
    #expect(comparison.pairs == 8)
    #expect(comparison.identical == 8)
  }

  @Test func `is refused without a pair`() throws {
    let paths = (try write(script(), to: "a"), try write(script(seed: 4), to: "b"))
    #expect(throws: ComparisonMistake.self) { try compare(paths.0, paths.1) }
  }

  @Test func `is refused where there is no result`() throws {
    let path = try write(script(), to: "a")
    try folder.write("{}", to: "b/manifest.json")
    #expect(throws: ComparisonMistake.self) { try compare(path, folder.path("b")) }
    #expect(throws: ComparisonMistake.self) { try compare(path, folder.path("c")) }
  }
}

@Suite struct `The rows of a CSV file` {
  @Test(arguments: [1, 100, 40_000])
  func `are those that were written`(count: Int) throws {
    let folder = try TemporaryFolder()
    var csv = CSVWriter(header: ["a", "b,c", "d"])
    for row in 0..<count {
      csv.field(row)
      csv.field(row % 3 == 0 ? "say \"\(row)\",\nthen go" : "plain")
      csv.field("")
      csv.endRow()
    }
    try folder.write(String(decoding: csv.bytes, as: UTF8.self), to: "file.csv")
    let rows = try CSVRows(folder.path("file.csv"))
    #expect(rows.header == ["a", "b,c", "d"])
    let begin = rows.offset
    var number = 0
    while let row = try rows.next() {
      #expect(row == ["\(number)", number % 3 == 0 ? "say \"\(number)\",\nthen go" : "plain", ""])
      number += 1
    }
    #expect(number == count)
    rows.seek(to: begin)
    #expect(try rows.next()?.first == "0")
  }

  @Test func `must be whole`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a,b\n1,\"2", to: "file.csv")
    let rows = try CSVRows(folder.path("file.csv"))
    #expect(throws: ComparisonMistake.self) { try rows.next() }
  }
}
