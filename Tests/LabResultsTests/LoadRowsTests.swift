import Foundation
import LabExperiment
import LabMetrics
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

@Suite struct `The rows of loads` {
  private static let script = """
    display 60 Hz
    run 400 ms
    repeat 3, seed 5
    sweep work = 2 ms, 9 ms
    load page every 30 ms takes {work} as main-queue
    input click poisson 40 per s takes uniform 0..9 ms shown through ball
    arm timer
      timer ball every 1/60 s in default takes 1 ms
    arm link
      link ball in default
      load own at 30 ms, 60 ms takes 3 ms as port
    expect click.wait_max <= 100 ms
    """

  private func request(
    _ plan: Plan, shard: Shard = .whole, columns: MetricColumns = .usual(and: [])
  ) -> RunRequest {
    RunRequest(
      "test", plan, presentMon: nil, shard: shard, columns: columns.names(for: plan.experiment))
  }

  private func write(
    _ path: String, shard: Shard = .whole, columns: MetricColumns = .usual(and: []),
    _ script: String = script, jobs: Int = 1
  ) throws {
    let plan = try WrittenResult.plan(script)
    _ = try ResultWriter(request(plan, shard: shard, columns: columns), plan, at: path, .keep)
      .perform(jobs: jobs)
  }

  @Test func `stand in a file of their own, and leave those of drivers alone`() throws {
    let folder = try TemporaryFolder()
    try write(folder.path("a"))
    let loads = parseCSV(try folder.text("a/loads.csv"))
    #expect(
      loads[0].prefix(9) == [
        "experiment", "run", "replication", "seed", "arm", "load", "work", "work_ms", "fingerprint",
      ])
    let usual = MetricDictionary.usualOfTasks.map { MetricDictionary.metric($0)?.column ?? "" }
    #expect(Array(loads[0].dropFirst(9)) == usual + ["schema"])
    // Six timer runs with two loads, six of links with three.
    #expect(loads.count == 1 + 6 * 2 + 6 * 3)
    #expect(loads[3...5].map { $0[5] } == ["page", "click", "own"])
    let without = Self.script.replacing("input click", with: "load click")
      .replacing("9 ms shown through ball", with: "9 ms as source")
      .replacing("expect click.wait_max <= 100 ms", with: "")
    try write(folder.path("b"), without)
    #expect(try folder.text("a/runs.csv") == folder.text("b/runs.csv"))
    #expect(try !folder.files(in: "b").keys.contains("loads.csv"))
  }

  @Test func `are summarised as those of drivers`() throws {
    let folder = try TemporaryFolder()
    try write(folder.path("a"))
    let rows = parseCSV(try folder.text("a/loads.csv"))
    let summary = parseCSV(try folder.text("a/summary.csv"))
    let column = try #require(rows[0].firstIndex(of: "wait_mean_ms"))
    for (arm, baseline) in [("timer", ""), ("link", "timer")] {
      let line = try #require(
        summary.first { $0[1...5] == [arm, "click", "9 ms", "9", "wait_mean_ms"] })
      let values = rows.filter { $0[4...6] == [arm, "click", "9 ms"] }.compactMap {
        Double($0[column])
      }
      #expect(values.count == 3 && line[6] == "3")
      #expect(abs((Double(line[7]) ?? 0) - values.reduce(0, +) / 3) < 1e-6)
      #expect(line.contains(baseline))
    }
  }

  @Test func `are the same in shards, for any number of jobs, and when read again`() throws {
    let folder = try TemporaryFolder()
    try write(folder.path("a"))
    try write(folder.path("b"), jobs: 3)
    for number in 1...3 {
      try write(folder.path("parts/\(number)"), shard: Shard(number: number, of: 3))
    }
    _ = try ShardMerge.find(in: [folder.path("parts")])[0].write(to: folder.path("c"), .keep)
    #expect(try folder.files(in: "a") == folder.files(in: "b"))
    #expect(try folder.files(in: "a") == folder.files(in: "c"))
    let stored = try StoredResult(at: folder.path("a")).result
    let rows = parseCSV(try folder.text("a/loads.csv"))
    let column = try #require(rows[0].firstIndex(of: "shown_max_ms"))
    for row in rows.dropFirst() where row[5] == "click" {
      let run = try #require(Int(row[1]))
      let value = stored.table.value(run: run, driver: "click", metric: "shown_max")
      #expect(value?.description ?? "" == row[column])
      #expect(stored.table.value(run: run, driver: "ball", metric: "shown_max") == nil)
    }
  }

  @Test func `have every metric of tasks if all are asked for`() throws {
    let folder = try TemporaryFolder()
    try write(folder.path("a"), columns: .all)
    let loads = parseCSV(try folder.text("a/loads.csv"))
    let metrics = MetricDictionary.tasks.map(\.column)
    #expect(Array(loads[0].dropFirst(9).dropLast()) == metrics)
    let runs = parseCSV(try folder.text("a/runs.csv"))
    #expect(Set(runs[0]).isDisjoint(with: metrics))
  }

  @Test func `are compared run by run`() throws {
    let folder = try TemporaryFolder()
    try write(folder.path("a"))
    try write(
      folder.path("b"),
      Self.script.replacing("sweep work = 2 ms, 9 ms", with: "sweep work = 2 ms, 9 ms\nstretch 1.5")
    )
    var changes: [ResultComparison.Change] = []
    let comparison = try ResultComparison(folder.path("a"), folder.path("b")) { changes.append($0) }
    #expect(!comparison.isIdentical)
    let waits = changes.filter { $0.metric == "wait_mean_ms" }
    #expect(waits.contains { $0.labels == ["9 ms", "link", "click"] })
    let same = try ResultComparison(folder.path("a"), folder.path("a")) { _ in }
    #expect(same.isIdentical && same.pairs == 12)
  }
}
