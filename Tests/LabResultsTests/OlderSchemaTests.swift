import Foundation
import LabExperiment
import LabMetrics
import TestSupport
import Testing

@testable import LabResults

/// Results that were written with version 5 of the columns, whole and in two shards.
///
/// `run older.lab --trace firings,refreshes` wrote them, by itself and with `--shard`, before
/// metrics of shares and two others had columns of their names. The script is in the manifest.
@Suite struct `Results of the version of the columns before` {
  private let folder: TemporaryFolder
  private static let fixtures = Checkout.fixtures().appending(path: "schema-5")
  private let old = Self.fixtures.appending(path: "older").path

  init() throws { folder = try TemporaryFolder() }

  /// What the result is of, as a run of today would be asked for it.
  private func request() throws -> (request: RunRequest, plan: Plan) {
    let older = try PublishedResult(readable: old).checkedRequest()
    #expect(older != older.renewed)
    return (older.renewed, try older.plan())
  }

  /// Writes the same result with the columns of today, and returns its files.
  private func rewrite() throws -> [String: String] {
    let (request, plan) = try request()
    _ = try ResultWriter(request, plan, at: folder.path("today"), .keep).perform(jobs: 1)
    return try folder.files(in: "today")
  }

  private func copy(_ files: [String], from part: String, to name: String) throws {
    for file in files {
      let bytes = try Data(contentsOf: Self.fixtures.appending(path: "\(part)/\(file)"))
      let place = folder.url.appending(path: "\(name)/\(file)")
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: place)
    }
  }

  @Test func `have other names of columns and the same numbers`() throws {
    let today = try rewrite()
    let header = try #require(today["runs.csv"]?.split(separator: "\n").first)
    let older = try String(contentsOfFile: old + "/runs.csv", encoding: .utf8)
    let names = try #require(older.split(separator: "\n").first)
    #expect(names.contains(",dropped_pct,") && names.contains(",hitch_ms_per_s,"))
    #expect(header.contains(",dropped_share_pct,") && header.contains(",hitch_ratio_ms_per_s,"))
    #expect(names.split(separator: ",").count == header.split(separator: ",").count)
  }

  @Test func `are shown as those of today`() throws {
    let stored = try StoredResult(at: old).result
    _ = try rewrite()
    let today = try StoredResult(at: folder.path("today")).result
    #expect(stored.table.count == 4)
    let metrics = MetricDictionary.all.filter { !$0.isOfTasks }.map(\.name)
    var known: Set<String> = []
    for run in 0..<4 {
      for metric in metrics {
        let value = stored.table.value(run: run, driver: "ball", metric: metric)
        #expect(value == today.table.value(run: run, driver: "ball", metric: metric), "\(metric)")
        if value != nil { known.insert(metric) }
      }
      let share = stored.table.value(run: run, driver: "parse", metric: "wait_beyond_share")
      #expect(share == .number(0))
    }
    #expect(known.isSuperset(of: ["hitch_ratio", "dropped_share", "lateness_max", "due"]))
  }

  @Test(arguments: [false, true]) func `are compared with those of today`(isFirst: Bool) throws {
    _ = try rewrite()
    let folders = isFirst ? [folder.path("today"), old] : [old, folder.path("today")]
    let comparison = try ResultComparison(folders[0], folders[1]) { change in
      Issue.record("\(change.metric) differs")
    }
    #expect(comparison.pairs == 4 && comparison.isIdentical)
    #expect(comparison.otherMetrics == [[], []])
  }

  @Test func `differ from those of today where a number does`() throws {
    let files = try rewrite()
    let firings = try #require(files["firings.csv"])
    try folder.write(firings.replacing(",timer,", with: ",link,"), to: "today/firings.csv")
    let comparison = try ResultComparison(old, folder.path("today")) { _ in }
    #expect(comparison.differentFiles == ["firings.csv"] && !comparison.isIdentical)
  }

  @Test func `are verified by their rows`() throws {
    let verification = try ResultVerification(of: old, jobs: 1)
    #expect(verification.different.isEmpty && verification.same.contains("loads.csv"))
    #expect(verification.olderVersion == 5)
  }

  @Test func `are merged from shards to the bytes of today`() throws {
    let merges = try ShardMerge.find(in: [Self.fixtures.path])
    try #require(merges.count == 1)
    let result = try merges[0].write(to: folder.path("merged"), .keep)
    #expect(result.table.count == 4)
    #expect(try folder.files(in: "merged") == rewrite())
  }

  @Test func `are no shards of a result of today`() throws {
    let (request, plan) = try request()
    var second = request
    second = RunRequest(
      "older", plan, lists: [.firings, .refreshes], presentMon: nil,
      shard: Shard(number: 2, of: 2), columns: request.selection(for: plan.experiment).names)
    _ = try ResultWriter(second, plan, at: folder.path("2"), .keep).perform(jobs: 1)
    #expect {
      _ = try ShardMerge.find(in: [Self.fixtures.path + "/older.shard-1-of-2", folder.path("2")])
    } throws: { "\($0)".contains("they differ in the version of the lab") }
  }

  private static let runs = [
    "runs.csv", "loads.csv", "firings.csv", "refreshes.csv", "runs.journal",
  ]

  @Test(arguments: Self.runs) func `are not merged where a byte differs`(file: String) throws {
    let parts = ["older.shard-1-of-2", "older.shard-2-of-2"]
    for part in parts { try copy(Self.runs + ["request.json"], from: part, to: part) }
    let place = folder.url.appending(path: "\(parts[0])/\(file)")
    var bytes = try Data(contentsOf: place)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: place)
    let merges = try ShardMerge.find(in: parts.map(folder.path))
    #expect { _ = try merges[0].write(to: folder.path("merged"), .keep) } throws: {
      "\($0)".contains("older.shard-1-of-2' is damaged")
    }
  }

  @Test(arguments: [nil] + Self.runs)
  func `that were begun are resumed to the bytes of today`(damaged: String?) throws {
    // What a kill leaves is a shard whose request is of the whole.
    let (request, plan) = try request()
    let part = "older.shard-1-of-2"
    try copy(Self.runs, from: part, to: ".new.partial")
    let json = try String(
      contentsOf: Self.fixtures.appending(path: "\(part)/request.json"), encoding: .utf8)
    let shard = #""shard":{"count":2,"number":1}"#
    #expect(json.contains(shard))
    try folder.write(
      json.replacing(shard, with: #""shard":{"count":1,"number":1}"#),
      to: ".new.partial/request.json")
    if let damaged {
      let place = folder.url.appending(path: ".new.partial/\(damaged)")
      try Data(contentsOf: place).dropLast(20).write(to: place)
    }
    let writer = try ResultWriter(request, plan, at: folder.path("new"), .resume)
    var counts: [Int] = []
    _ = try writer.perform(jobs: 1) { counts.append($0) }
    // Nothing is done again but the last run of which a row is missing.
    #expect(counts.first == (damaged == nil ? 2 : 1))
    #expect(try folder.files(in: "new") == rewrite())
  }
}
