import Foundation
import LabExperiment
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

@Suite struct `A result that was begun and not finished` {
  private struct Kill: Error {}

  private let folder: TemporaryFolder
  private let plan: Plan
  private let request: RunRequest

  init() throws {
    folder = try TemporaryFolder()
    plan = try WrittenResult.plan()
    request = WrittenResult.request(plan)
  }

  /// Performs some runs, and leaves them as a process that is then gone.
  private func begin(runs: Int) throws {
    #expect(throws: Kill.self) {
      try ResultWriter(request, plan, at: folder.path("test"), .keep).perform(jobs: 2) {
        if $0 == runs { throw Kill() }
      }
    }
    #expect(try folder.names() == [".test.partial"])
  }

  /// Finishes the result, and returns its files and how many runs were there.
  private func finish(
    _ policy: ResultFolder.Policy = .resume
  ) throws -> (files: [String: String], runsBefore: Int?) {
    var finishedBefore: Int?
    _ = try ResultWriter(request, plan, at: folder.path("test"), policy).perform(jobs: 2) {
      finishedBefore = finishedBefore ?? $0
    }
    #expect(try folder.names() == ["test"])
    return (try folder.files(in: "test"), finishedBefore)
  }

  private func change(_ name: String, _ body: (inout Data) -> Void) throws {
    let file = folder.url.appending(path: ".test.partial/\(name)")
    var bytes = try Data(contentsOf: file)
    body(&bytes)
    try bytes.write(to: file)
  }

  @Test(arguments: [1, 3, 8])
  func `has the same bytes when it is resumed`(runs: Int) throws {
    try begin(runs: runs)
    let (files, runsBefore) = try finish()
    #expect(try files == WrittenResult.shared.get().files)
    #expect(runsBefore == runs)
  }

  @Test(arguments: ["runs.journal", "runs.csv", "events.csv"], [1, 700])
  func `survives a file that lost its end`(name: String, lost: Int) throws {
    try begin(runs: 5)
    try change(name) { $0 = $0.dropLast(lost) }
    let (files, runsBefore) = try finish()
    #expect(try files == WrittenResult.shared.get().files)
    #expect(try #require(runsBefore) < 5)
  }

  /// A file system may give a file its new length before its new contents.
  @Test(arguments: [1, 40, 3000])
  func `survives a journal whose end is zeros`(count: Int) throws {
    try begin(runs: 5)
    try change("runs.journal") { bytes in
      bytes.replaceSubrange((bytes.count - count)..., with: Data(count: count))
      bytes.append(Data(count: 100_000))
    }
    #expect(try finish().files == WrittenResult.shared.get().files)
  }

  @Test(arguments: ["runs.journal", "runs.csv", "events.csv"], [0, 1, 2, 3])
  func `survives a wrong bit`(name: String, place: Int) throws {
    try begin(runs: 5)
    try change(name) { $0[$0.count * place / 4] ^= 4 }
    let (files, runsBefore) = try finish()
    #expect(try files == WrittenResult.shared.get().files)
    #expect(try #require(runsBefore) < 5)
  }

  @Test func `is continued from where its results were being put together`() throws {
    try begin(runs: 8)
    let partial = folder.url.appending(path: ".test.partial")
    // The lists move first.
    for name in ["runs.csv", "events.csv"] {
      try FileManager.default.moveItem(
        at: partial.appending(path: name), to: partial.appending(path: "result/\(name)"))
    }
    let (files, runsBefore) = try finish()
    #expect(try files == WrittenResult.shared.get().files)
    #expect(runsBefore == 8)
  }

  @Test func `is not lost without permission`() throws {
    try begin(runs: 3)
    #expect(throws: WriteError.unfinished(path: folder.path("test"))) {
      try ResultWriter(request, plan, at: folder.path("test"), .keep)
    }
    #expect(try folder.names() == [".test.partial"])
    let (files, runsBefore) = try finish(.discard)
    #expect(try files == WrittenResult.shared.get().files)
    #expect(runsBefore == 0)
  }

  @Test func `is not lost to another request without permission`() throws {
    try begin(runs: 3)
    let other = WrittenResult.request(plan, listsEvents: false)
    for policy in [ResultFolder.Policy.keep, .resume] {
      #expect(throws: WriteError.unfinishedOther(path: folder.path("test"))) {
        try ResultWriter(other, plan, at: folder.path("test"), policy)
      }
    }
    _ = try ResultWriter(other, plan, at: folder.path("test"), .discard).perform(jobs: 1)
    #expect(try folder.names() == ["test"])
    #expect(
      try folder.names(in: "test").sorted() == [
        "datapackage.json", "findings.csv", "loads.csv", "manifest.json", "predictions.csv",
        "runs.csv", "summary.csv",
        "verdicts.csv",
      ])
  }

  @Test func `is not lost if its request is unreadable`() throws {
    try begin(runs: 3)
    try change("request.json") { $0 = $0.dropLast(1) }
    #expect(throws: WriteError.unfinishedOther(path: folder.path("test"))) {
      try ResultWriter(request, plan, at: folder.path("test"), .resume)
    }
    #expect(try finish(.discard).files == WrittenResult.shared.get().files)
  }

  @Test func `is of no more use beside the same result`() throws {
    try begin(runs: 3)
    let other = try TemporaryFolder()
    try FileManager.default.moveItem(
      at: folder.url.appending(path: ".test.partial"), to: other.url.appending(path: "kept"))
    _ = try finish()
    #expect(FinishedResult(of: request, at: folder.path("test")) != nil)
    try FileManager.default.moveItem(
      at: other.url.appending(path: "kept"), to: folder.url.appending(path: ".test.partial"))
    #expect(try finish(.keep).files == WrittenResult.shared.get().files)
  }
}

@Suite struct `A finished result` {
  @Test func `is known by its request, if it is whole`() throws {
    let folder = try TemporaryFolder()
    let plan = try WrittenResult.plan()
    for (name, text) in try WrittenResult.shared.get().files {
      try folder.write(text, to: "test/\(name)")
    }
    let request = WrittenResult.request(plan)
    let finished = try #require(FinishedResult(of: request, at: folder.path("test")))
    #expect(finished.verdicts.map(\.outcome) == [.holds, .fails])
    #expect(finished.verdicts[0].text == "link.ball.double_fires == 0")
    let other = WrittenResult.request(plan, listsEvents: false)
    #expect(FinishedResult(of: other, at: folder.path("test")) == nil)
    #expect(FinishedResult(of: request, at: folder.path("none")) == nil)
    try folder.write("", to: "test/summary.csv")
    #expect(FinishedResult(of: request, at: folder.path("test")) == nil)
  }
}

@Suite struct `The name of an experiment` {
  @Test(arguments: ["beat", "a b", "3-fixes", "_x", "über", "x.y"])
  func `is a word`(name: String) { #expect(RunRequest.isName(name)) }

  @Test(arguments: [
    "", ".", "..", ".lab", "=cmd", "+1", "-x", "@x", "a/b", "../../evil", "a\u{1b}[31m",
    "a\u{202e}b", "\tx", "a\nb", String(repeating: "x", count: 201),
  ])
  func `is nothing else`(name: String) { #expect(!RunRequest.isName(name)) }
}
