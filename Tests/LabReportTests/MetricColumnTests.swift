import Foundation
import LabExperiment
import LabMetrics
import ResultSupport
import TestSupport
import Testing

@testable import LabReport
@testable import LabResults

@Suite struct `A result of some metrics` {
  private static let columns = ["lateness_p99", "dropped", "double_fires"]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func request(_ plan: Plan, shard: Shard = .whole) -> RunRequest {
    RunRequest("test", plan, presentMon: nil, shard: shard, columns: columns)
  }

  @discardableResult
  private func write(
    to name: String, shard: Shard = .whole, policy: ResultFolder.Policy = .keep, jobs: Int = 2
  ) throws -> ExperimentResult? {
    let plan = try WrittenResult.plan()
    return try ResultWriter(Self.request(plan, shard: shard), plan, at: folder.path(name), policy)
      .perform(jobs: jobs)
  }

  @Test func `has their columns, with the values of a whole result`() throws {
    let result = try #require(try write(to: "test"))
    let files = try folder.files(in: "test")
    let (some, whole) = (
      parseCSV(try #require(files["runs.csv"])),
      parseCSV(try #require(WrittenResult.shared.get().files["runs.csv"]))
    )
    let start = try #require(some[0].firstIndex(of: "fingerprint"))
    let chosen = ["lateness_p99_ms", "dropped", "double_fires", "schema"]
    let names = whole[0].filter(chosen.contains)
    #expect(Array(some[0][(start + 1)...]) == names)
    let places = try some[0].map { try #require(whole[0].firstIndex(of: $0)) }
    #expect(some == whole.map { row in places.map { row[$0] } })
    // Expectations, searches and predictions need metrics that are no columns.
    for name in ["verdicts.csv", "findings.csv", "predictions.csv"] {
      #expect(try files[name] == WrittenResult.shared.get().files[name], "\(name)")
    }
    let summary = parseCSV(try #require(files["summary.csv"])).dropFirst()
    let wholeSummary = parseCSV(try #require(WrittenResult.shared.get().files["summary.csv"]))
    #expect(Array(summary) == wholeSummary.filter { some[0].contains($0[5]) })
    let plan = try WrittenResult.plan()
    let wholeResult = try ExperimentResult(name: "test", performing: plan, jobs: 1)
    #expect(
      try RunReport.text(of: result) == RunReport.text(of: wholeResult))
  }

  @Test(arguments: [1, 5])
  func `has the same bytes when it was killed and is resumed`(runs: Int) throws {
    struct Kill: Error {}
    let plan = try WrittenResult.plan()
    #expect(throws: Kill.self) {
      try ResultWriter(Self.request(plan), plan, at: folder.path("test"), .keep).perform(jobs: 2) {
        if $0 == runs { throw Kill() }
      }
    }
    #expect(try folder.names() == [".test.partial"])
    try write(to: "test", policy: .resume)
    try write(to: "whole")
    #expect(try folder.files(in: "test") == folder.files(in: "whole"))
  }

  @Test func `is merged from parts and repeated from its manifest`() throws {
    for number in 1...3 { try write(to: "parts/\(number)", shard: Shard(number: number, of: 3)) }
    let merges = try ShardMerge.find(in: [folder.path("parts")])
    _ = try merges[0].write(to: folder.path("merged"), .keep)
    try write(to: "test", jobs: 1)
    #expect(try folder.files(in: "merged") == folder.files(in: "test"))
    let verification = try ResultVerification(of: folder.path("test"), jobs: 1)
    #expect(verification.different.isEmpty && verification.same.contains("runs.csv"))
  }

  @Test func `is another request than one of all metrics`() throws {
    let plan = try WrittenResult.plan()
    let (some, all) = (Self.request(plan), RunRequest("test", plan, presentMon: nil))
    #expect(some.differences(from: all) == ["the columns of metrics ('--metrics')"])
    #expect(some.hash != all.hash)
    let again = RunRequest(
      "test", plan, presentMon: nil, columns: Self.columns.reversed() + ["dropped"])
    #expect(again.hash == some.hash)
  }

  @Test func `is read again, and compared with a whole one`() throws {
    try write(to: "some/test")
    let plan = try WrittenResult.plan()
    let request = RunRequest("test", plan, presentMon: nil)
    _ = try ResultWriter(request, plan, at: folder.path("all/test"), .keep).perform(jobs: 1)
    let stored = try StoredResult(at: folder.path("some/test")).result
    #expect(stored.table.value(run: 0, driver: "ball", metric: "dropped") != nil)
    #expect(stored.table.value(run: 0, driver: "ball", metric: "lateness_max") == nil)
    var changes = 0
    let comparison = try ResultComparison(folder.path("all/test"), folder.path("some/test")) { _ in
      changes += 1
    }
    #expect(changes == 0 && comparison.pairs > 0 && comparison.identical == comparison.pairs)
  }
}
