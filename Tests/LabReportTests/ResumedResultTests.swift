import Foundation
import LabExperiment
import Testing

@testable import LabReport

@Suite struct `A result that was begun and not finished` {
  private struct Kill: Error {}

  private let folder: TemporaryFolder
  private let plan: Plan
  private let commission: RunRequest

  init() throws {
    folder = try TemporaryFolder()
    plan = try WrittenResult.plan()
    commission = WrittenResult.commission(plan)
  }

  /// Performs some runs in a process that is then gone, and returns the folder that it leaves.
  private func begin(runs: Int) throws -> String {
    #expect(throws: Kill.self) {
      try ResultWriter(commission, plan, at: folder.path("test"), .keep).perform(jobs: 2) {
        if $0 == runs { throw Kill() }
      }
    }
    let left = try #require(folder.names().first)
    let dead = ".test.\(try endedProcess()).partial"
    try FileManager.default.moveItem(atPath: folder.path(left), toPath: folder.path(dead))
    return dead
  }

  private func finish(_ policy: ResultFolder.Policy = .resume) throws -> [String: String] {
    var finishedBefore: Int?
    _ = try ResultWriter(commission, plan, at: folder.path("test"), policy).perform(jobs: 2) {
      finishedBefore = finishedBefore ?? $0
    }
    #expect(try folder.names() == ["test"])
    var files: [String: String] = [:]
    for name in try folder.names(in: "test") { files[name] = try folder.text("test/\(name)") }
    return files
  }

  @Test(arguments: [1, 3, 8])
  func `has the same bytes when it is resumed`(runs: Int) throws {
    let left = try begin(runs: runs)
    #expect(try folder.names(in: left).contains("runs.journal"))
    #expect(try finish() == WrittenResult().files)
  }

  @Test(arguments: ["runs.journal", "runs.csv", "events.csv", "commission.json"], [1, 700])
  func `survives a file that lost its end`(name: String, lost: Int) throws {
    let file = folder.url.appending(path: try begin(runs: 5)).appending(path: name)
    let bytes = try Data(contentsOf: file)
    try bytes.dropLast(lost).write(to: file)
    #expect(try finish() == WrittenResult().files)
  }

  @Test func `survives a journal with a wrong bit`() throws {
    let file = folder.url.appending(path: try begin(runs: 5)).appending(path: "runs.journal")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 4
    try bytes.write(to: file)
    #expect(try finish() == WrittenResult().files)
  }

  @Test func `is not lost without permission`() throws {
    let left = try begin(runs: 3)
    #expect(throws: ResultFolder.Failure.unfinished(path: folder.path("test"))) {
      try ResultWriter(commission, plan, at: folder.path("test"), .keep)
    }
    #expect(try folder.names() == [left])
    #expect(try finish(.replace) == WrittenResult().files)
  }

  @Test func `is of no use to another commission`() throws {
    _ = try begin(runs: 3)
    let other = RunRequest("test", plan, listsEvents: false, presentMon: nil)
    _ = try ResultWriter(other, plan, at: folder.path("test"), .resume).perform(jobs: 1)
    #expect(try folder.names() == ["test"])
    #expect(
      try folder.names(in: "test").sorted() == [
        "findings.csv", "manifest.json", "predictions.csv", "runs.csv", "summary.csv",
        "verdicts.csv",
      ])
  }
}
