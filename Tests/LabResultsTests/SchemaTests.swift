import Foundation
import LabExperiment
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

@Suite struct `The version of the columns` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let newer =
    "this was written with version 9 of the columns, and this program knows version 6. Use a newer"
    + " runlooplab, or run the script again."

  @Test func `stands last in every row of every file of a result`() throws {
    let files = try WrittenResult.shared.get().files.filter { $0.key.hasSuffix(".csv") }
    #expect(files.count == 13)
    for (name, text) in files {
      let rows = parseCSV(text)
      #expect(rows.first?.last == "schema", "\(name)")
      #expect(rows.dropFirst().allSatisfy { $0.last == "6" }, "\(name)")
    }
  }

  @Test(arguments: PresentMonVersion.allCases)
  func `is not among the columns of another tool`(version: PresentMonVersion) {
    #expect(!PresentMonFile.file(version).header.contains("schema"))
  }

  /// Writes a result as a newer version would, with its manifest.
  private func writeNewer(to name: String) throws {
    for (file, text) in try WrittenResult.shared.get().files where file.hasSuffix(".csv") {
      try folder.write(text.replacing(",6\n", with: ",9\n"), to: "\(name)/\(file)")
    }
    let manifest = try #require(try WrittenResult.shared.get().files["manifest.json"])
    let body = manifest.replacing("\"schema_version\" : 6", with: "\"schema_version\" : 9")
    try folder.write(
      String(decoding: sealedManifest(body), as: UTF8.self), to: "\(name)/manifest.json")
  }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)".replacing(folder.url.path + "/", with: "")
    }
  }

  @Test func `of a newer result is told by whatever reads it`() throws {
    try writeNewer(to: "new")
    for (name, text) in try WrittenResult.shared.get().files {
      try folder.write(text, to: "old/\(name)")
    }
    let (new, old) = (folder.path("new"), folder.path("old"))
    #expect(message { _ = try ResultComparison(old, old) { _ in } } == "")
    #expect(message { _ = try ResultComparison(old, new) { _ in } } == "'new': \(Self.newer)")
    #expect(message { _ = try ResultVerification(of: new, jobs: 1) } == "'new': \(Self.newer)")
    #expect(message { _ = try TraceDivergence(new, old) }.hasSuffix("error: \(Self.newer)"))
    #expect(message { _ = try StoredResult(at: new) } != "")
  }

  @Test func `of newer shards is told before they are merged`() throws {
    let plan = try WrittenResult.plan()
    for number in 1...2 {
      let request = WrittenResult.request(
        plan, shard: Shard(number: number, of: 2), listsEvents: false)
      _ = try ResultWriter(request, plan, at: folder.path("\(number)"), .keep).perform(jobs: 1)
    }
    let runs = try folder.text("2/runs.csv")
    try folder.write(runs.replacing(",6\n", with: ",9\n"), to: "2/runs.csv")
    let text = message {
      _ = try ShardMerge.find(in: ["1", "2"].map(folder.path))[0].write(
        to: folder.path("whole"), .keep)
    }
    #expect(text.hasPrefix("'2' cannot be merged. 2/runs.csv:2:"))
    #expect(text.hasSuffix(Self.newer))
  }

  @Test(arguments: ["x", "0", "-1", ""])
  func `must be a version`(text: String) throws {
    try folder.write("run,schema\n1,4\n2,\(text)\n", to: "a.csv")
    let reader = try CSVReader(folder.path("a.csv"))
    #expect(try reader.next()?.fields == ["1", "4"])
    #expect(
      message { _ = try reader.next() }.contains("a.csv:3:3: error: '\(text)' is not a version"))
  }

  @Test func `is not asked of files from before there was one`() throws {
    try folder.write("run,schema_of_things\n1,9\n", to: "a.csv")
    #expect(try CSVReader(folder.path("a.csv")).next()?.fields == ["1", "9"])
  }
}
