import Foundation
import LabExperiment
import Testing

@testable import LabReport

@Suite struct `Shards` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A script whose points need different numbers of replications.
  private static let precise = """
    display 60 Hz
    run 500 ms
    repeat 60 until ± 12 % of timer.ball.lateness_mean, seed 5
    sweep rate = 20 per s, 90 per s, 200 per s
    load noise poisson {rate} takes uniform 0..4 ms as main-queue
    arm timer
      timer ball every 1/60 s in default
    arm link
      link ball in default
    expect mean(link.ball.lateness_mean) > 0 ms
    """

  private func write(_ number: Int, of count: Int, _ script: String, to name: String) throws {
    let plan = try WrittenResult.plan(script)
    let commission = RunRequest(
      "test", plan, listsEvents: true, presentMon: nil, shard: Shard(number: number, of: count))
    _ = try ResultWriter(commission, plan, at: folder.path(name), .keep).perform(jobs: 2)
  }

  private func merge(_ folders: [String]) throws -> [String: String] {
    let merges = try ShardMerge.find(in: folders.map(folder.path))
    #expect(merges.map(\.name) == ["test"])
    _ = try merges[0].write(to: folder.path("whole"), .keep)
    var files: [String: String] = [:]
    for name in try folder.names(in: "whole") { files[name] = try folder.text("whole/\(name)") }
    return files
  }

  @Test(arguments: [2, 3, 7], [WrittenResult.script, precise])
  func `have the bytes of one run when they are merged`(count: Int, script: String) throws {
    for number in (1...count).reversed() {
      try write(number, of: count, script, to: "parts/\(number)")
    }
    #expect(try merge(["parts"]) == WrittenResult(script).files)
  }

  @Test func `share out every run exactly once`() throws {
    let plan = try WrittenResult.plan()
    for count in [1, 2, 3, 5, 100] {
      var runs: [Int] = []
      for number in 1...count {
        var rounds = Rounds(plan, shard: Shard(number: number, of: count)) { _, _, _ in nil }
        let limit = rounds.limit
        let round = rounds.next() ?? []
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
    try write(2, of: 4, WrittenResult.script, to: "a")
    #expect(message("a") == "'test' has 4 shards, of which 1, 3, 4 are missing.")
  }

  @Test func `make no whole when one is there twice`() throws {
    try write(1, of: 2, WrittenResult.script, to: "a")
    try write(1, of: 2, WrittenResult.script, to: "b")
    #expect(message("a", "b") == "'a' and 'b' are both shard 1 of 2.")
  }

  @Test func `make no whole when they differ in more than the part`() throws {
    try write(1, of: 2, WrittenResult.script, to: "a")
    try write(2, of: 3, WrittenResult.script.replacing("seed      3", with: "seed      4"), to: "b")
    #expect(
      message("a", "b") == "'a' and 'b' are not parts of one result: they differ in the script or a"
        + " file that it names, the seed, the number of parts.")
  }

  @Test func `make no whole when one is damaged`() throws {
    try write(1, of: 2, WrittenResult.script, to: "a")
    try write(2, of: 2, WrittenResult.script, to: "b")
    let journal = folder.url.appending(path: "b/runs.journal")
    try Data(contentsOf: journal).dropLast(3).write(to: journal)
    #expect(
      message("a", "b") == "'b' is damaged: a run is missing or cannot be read. Perform shard 2/2"
        + " anew.")
    #expect(try folder.names().contains("whole") == false)
  }

  @Test func `are not found where there are none`() throws {
    try folder.write("", to: "a/notes.txt")
    #expect(
      message("a") == "'a' holds no shard. Name the folders that 'run --shard' wrote, or a folder"
        + " that holds them.")
  }
}
