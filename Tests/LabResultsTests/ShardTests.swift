import Foundation
import LabExperiment
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

@Suite struct `Shards` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A script whose points need different numbers of replications.
  private static let precise = """
    display 60 Hz
    run 150 ms
    repeat 30 until ± 25 % of timer.ball.lateness_mean, seed 5
    sweep rate = 20 per s, 90 per s, 200 per s
    load noise poisson {rate} takes uniform 0..4 ms as main-queue
    arm timer
      timer ball every 1/60 s in default
    arm link
      link ball in default
    expect mean(link.ball.lateness_mean) > 0 ms
    """

  private func write(
    _ number: Int, of count: Int, _ script: String = WrittenResult.script, to name: String,
    listsEvents: Bool = false
  ) throws {
    let plan = try WrittenResult.plan(script)
    let request = WrittenResult.request(
      plan, shard: Shard(number: number, of: count), listsEvents: listsEvents)
    _ = try ResultWriter(request, plan, at: folder.path(name), .keep).perform(jobs: 2)
  }

  private func merge(_ folders: [String]) throws -> [String: String] {
    let merges = try ShardMerge.find(in: folders.map(folder.path))
    #expect(merges.map(\.name) == ["test"])
    _ = try merges[0].write(to: folder.path("whole"), .keep)
    return try folder.files(in: "whole")
  }

  @Test(arguments: [2, 7])
  func `have the bytes of one run when they are merged`(count: Int) throws {
    for number in (1...count).reversed() {
      try write(number, of: count, to: "parts/\(number)", listsEvents: true)
    }
    #expect(try merge(["parts"]) == WrittenResult.shared.get().files)
  }

  @Test func `have the bytes of one run that repeats until it knows enough`() throws {
    for number in 1...3 {
      try write(number, of: 3, Self.precise, to: "parts/\(number)", listsEvents: true)
    }
    let files = try merge(["parts"])
    #expect(try files == WrittenResult(Self.precise).files)
    // The points need different numbers of replications, and none all that are allowed.
    let rows = parseCSV(try #require(files["runs.csv"])).dropFirst()
    let counts = Set(Dictionary(grouping: rows) { $0[6] }.values.map(\.count))
    #expect(counts.count > 1 && counts.allSatisfy { $0 <= 60 }, "\(counts)")
  }

  @Test func `of some of the runs have the bytes of one run`() throws {
    let plan = try Experiment(path: "test.lab") { _ in Array(WrittenResult.script.utf8) }
      .plan(only: "arm == link")
    for number in 1...2 {
      let shard = Shard(number: number, of: 2)
      let request = WrittenResult.request(plan, shard: shard, listsEvents: false)
      _ = try ResultWriter(request, plan, at: folder.path("\(number)"), .keep).perform(jobs: 1)
    }
    let request = WrittenResult.request(plan, listsEvents: false)
    _ = try ResultWriter(request, plan, at: folder.path("one"), .keep).perform(jobs: 1)
    #expect(try merge(["1", "2"]) == folder.files(in: "one"))
  }

  @Test func `share out every run exactly once`() throws {
    let plan = try WrittenResult.plan()
    for count in [1, 2, 3, 5, 100] {
      var runs: [Int] = []
      for number in 1...count {
        var rounds = Rounds(plan, shard: Shard(number: number, of: count)) { _, _, _ in nil }
        let limit = rounds.limit
        let next = rounds.next()
        let round = try #require(next)
        #expect(round.count == limit)
        #expect(rounds.next() == nil)
        runs += round
      }
      #expect(runs.sorted() == Array(plan.indices))
    }
  }

  private func message(_ folders: String...) -> String {
    do {
      _ = try merge(folders)
      return ""
    } catch {
      return "\(error)".replacingOccurrences(of: folder.url.path + "/", with: "")
    }
  }

  @Test func `make no whole when some are missing`() throws {
    try write(2, of: 4, to: "a")
    #expect(message("a") == "'test' has 4 shards, of which 1, 3, 4 are missing.")
  }

  @Test func `make no whole when one is there twice`() throws {
    try write(1, of: 2, to: "a")
    try write(1, of: 2, to: "b")
    #expect(message("a", "b") == "'a' and 'b' are both shard 1 of 2.")
  }

  @Test func `make no whole when they differ in more than the part`() throws {
    try write(1, of: 2, to: "a")
    try write(2, of: 3, WrittenResult.script.replacing("seed      3", with: "seed      4"), to: "b")
    #expect(
      message("a", "b") == "'a' and 'b' are not parts of one result: they differ in the script or a"
        + " file that it names, the seed, the number of parts.")
  }

  @Test(arguments: ["runs.journal", "runs.csv", "events.csv"], [3, -1])
  func `make no whole when one is damaged`(name: String, lost: Int) throws {
    try write(1, of: 2, to: "a", listsEvents: true)
    try write(2, of: 2, to: "b", listsEvents: true)
    let file = folder.url.appending(path: "b/\(name)")
    var bytes = try Data(contentsOf: file)
    if lost > 0 { bytes = bytes.dropLast(lost) } else { bytes[bytes.count / 2] ^= 1 }
    try bytes.write(to: file)
    #expect(
      message("a", "b")
        == "'b' is damaged: a run is missing or not as it was written. Delete it and"
        + " perform shard 2/2 again.")
    #expect(try folder.names().contains("whole") == false)
    // The remedy works.
    try FileManager.default.removeItem(atPath: folder.path("b"))
    try write(2, of: 2, to: "b", listsEvents: true)
    #expect(try merge(["a", "b"]) == WrittenResult.shared.get().files)
  }

  /// What a crafted request may ask for.
  @Test(arguments: [
    (#""name":"test""#, #""name":"..\/..\/evil""#), (#""replications":2"#, #""replications":0"#),
    (#""replications":2"#, #""replications":-1"#), (#""replications":2"#, #""replications":1e99"#),
    (#""count":2"#, #""count":0"#), (#""number":1"#, #""number":3"#), ("{", "["),
  ])
  func `are refused with a request that the lab never writes`(old: String, new: String) throws {
    try write(1, of: 2, to: "a")
    let json = try folder.text("a/request.json")
    try #require(json.contains(old))
    try folder.write(json.replacing(old, with: new, maxReplacements: 1), to: "a/request.json")
    #expect(
      message("a") == "'a/request.json' is not as the lab writes it. Delete the folder and perform"
        + " the shard again.")
  }

  @Test func `are not found where there are none`() throws {
    try folder.write("", to: "a/notes.txt")
    #expect(
      message("a") == "'a' holds no shard. Name the folders that 'run --shard' wrote, or a folder"
        + " that holds them.")
  }
}
