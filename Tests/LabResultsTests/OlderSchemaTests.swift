import Foundation
import TestSupport
import Testing

@testable import LabResults

/// Results that were written with version 5 of the columns, whole and in two shards.
///
/// `run older.lab --metrics dropped,lateness_max,hitch_ratio,animation_error_rate` wrote them before
/// two columns got the name of their metric.
@Suite struct `Results of the version of the columns before` {
  private let folder: TemporaryFolder
  private let old = Checkout.fixtures().appending(path: "schema-5/older").path

  init() throws { folder = try TemporaryFolder() }

  /// Writes the same result with the columns of today.
  private func rewrite() throws {
    let request = try PublishedResult(readable: old).checkedRequest()
    let plan = try request.plan()
    let names = ["dropped", "lateness_max", "hitch_ratio", "animation_error_rate"]
    let today = RunRequest("older", plan, presentMon: nil, columns: names)
    _ = try ResultWriter(today, plan, at: folder.path("older"), .keep).perform(jobs: 1)
  }

  @Test func `are read as those of today`() throws {
    let stored = try StoredResult(at: old).result
    #expect(stored.table.value(run: 0, driver: "ball", metric: "hitch_ratio") != nil)
    #expect(stored.table.value(run: 0, driver: "ball", metric: "animation_error_rate") != nil)
  }

  @Test func `are compared with those of today`() throws {
    try rewrite()
    let comparison = try ResultComparison(old, folder.path("older")) { _ in
      Issue.record("a metric differs")
    }
    #expect(comparison.pairs == 2 && comparison.identical == 2)
    #expect(comparison.otherMetrics.allSatisfy(\.isEmpty))
    let text = try folder.text("older/runs.csv")
    #expect(text.contains(",hitch_ratio_ms_per_s,") && !text.contains(",hitch_ms_per_s,"))
  }

  @Test func `are verified by their numbers`() throws {
    let verification = try ResultVerification(of: old, jobs: 1)
    #expect(verification.different.isEmpty && verification.same.contains("runs.csv"))
  }

  @Test func `are merged from shards`() throws {
    let merges = try ShardMerge.find(in: [Checkout.fixtures().appending(path: "schema-5").path])
    let result = try merges[0].write(to: folder.path("older"), .keep)
    #expect(result.table.count == 2)
    try #require(merges.count == 1)
    let comparison = try ResultComparison(old, folder.path("older")) { _ in
      Issue.record("a metric differs")
    }
    #expect(comparison.identical == 2)
  }
}
