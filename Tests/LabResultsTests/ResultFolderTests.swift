import Foundation
import LabText
import ResultSupport
import TestSupport
import Testing

@testable import LabResults

@Suite struct `A folder of results` {
  private let temporary = try? TemporaryFolder()

  private func folder() throws -> TemporaryFolder { try #require(temporary) }

  /// Writes a whole result that consists of one file and its manifest.
  private func write(_ text: String, to name: String) throws {
    let result = try ResultFolder(try folder().path(name), .keep)
    try result.append(Array(text.utf8), to: "runs.csv")
    try result.append(try Self.manifest(of: result), to: "manifest.json")
    try result.commit()
  }

  private static func manifest(of result: ResultFolder) throws -> [UInt8] {
    let files = String(decoding: try JSONEncoder().encode(try result.seals()), as: UTF8.self)
    let json = """
      {"schema_version": 2, "experiment": "beat", "request_hash": "00", "files": \(files)}
      """
    return sealedManifest(json)
  }

  @Test func `appears when all is in it, and not before`() throws {
    let folder = try folder()
    let result = try ResultFolder(folder.path("out/beat"), .keep)
    try result.append(Array("a".utf8), to: "runs.csv")
    try result.append(Array("bc".utf8), to: "runs.csv")
    try result.append([], to: "summary.csv")
    #expect(try folder.names(in: "out").allSatisfy { $0.hasPrefix(".beat.") })
    try result.commit()
    #expect(try folder.names(in: "out/beat") == ["runs.csv", "summary.csv"])
    #expect(try folder.text("out/beat/runs.csv") == "abc")
  }

  @Test func `leaves nothing when it is given up`() throws {
    let folder = try folder()
    do {
      let result = try ResultFolder(folder.path("beat"), .keep)
      try result.append([1], to: "runs.csv")
    }
    #expect(try folder.names() == [])
  }

  @Test func `replaces what the lab can make again, when all is in it`() throws {
    try write("old", to: "beat")
    do {
      let result = try ResultFolder(try folder().path("beat"), .keep)
      try result.append(Array("new".utf8), to: "runs.csv")
      #expect(try folder().text("beat/runs.csv") == "old")
      try result.append(try Self.manifest(of: result), to: "manifest.json")
      try result.commit()
    }
    #expect(try folder().text("beat/runs.csv") == "new")
    #expect(try folder().names() == ["beat"])
  }

  /// What a user may have done to a result, and what is then in the way.
  static let changes: [(change: String, obstacle: WriteError.Obstacle)] = [
    ("echo more >> beat/runs.csv", .changed("runs.csv")),
    ("printf OLD > beat/runs.csv", .changed("runs.csv")),
    ("echo why > beat/notes.txt", .foreign("notes.txt")),
    ("mkdir beat/pictures", .foreign("pictures")),
    ("mv beat/runs.csv x && ln -s ../x beat/runs.csv", .foreign("runs.csv")),
    ("sed -i.bak s/beat/heat/ beat/manifest.json; rm -f beat/*.bak", .changed("manifest.json")),
    ("echo >> beat/manifest.json", .changed("manifest.json")),
    ("rm beat/manifest.json", .noManifest),
    ("mv beat other && ln -s other beat", .link),
    ("rm -r beat && echo a novel > beat", .file),
  ]

  @Test(arguments: changes.indices)
  func `never replaces what a user made or changed`(index: Int) throws {
    let (change, obstacle) = Self.changes[index]
    try write("old", to: "beat")
    let folder = try folder()
    try run(change, in: folder.url)
    let before = try folder.names()
    for policy in [ResultFolder.Policy.keep, .resume, .discard] {
      #expect(throws: WriteError.occupied(path: folder.path("beat"), by: obstacle)) {
        try ResultFolder(folder.path("beat"), policy)
      }
    }
    #expect(try folder.names() == before)
  }

  @Test func `never replaces what a user changed while it was made`() throws {
    try write("old", to: "beat")
    let folder = try folder()
    let result = try ResultFolder(folder.path("beat"), .keep)
    try folder.write("why", to: "beat/notes.txt")
    #expect(
      throws: WriteError.occupied(path: folder.path("beat"), by: .foreign("notes.txt"))
    ) { try result.commit() }
    #expect(try folder.text("beat/notes.txt") == "why")
  }

  @Test func `replaces a result that lost a file`() throws {
    try write("old", to: "beat")
    try run("rm beat/runs.csv", in: try folder().url)
    try write("new", to: "beat")
    #expect(try folder().text("beat/runs.csv") == "new")
  }

  @Test func `says why it cannot be written`() throws {
    let folder = try folder()
    try folder.write("", to: "file")
    let error = #expect(throws: WriteError.self) {
      try ResultFolder(folder.path("file/beat"), .keep)
    }
    let message = try #require(error?.description)
    #expect(message.contains("Not a directory. Nothing was changed. Choose another folder"))
  }

  @Test func `has one writer at a time`() throws {
    let path = try folder().path("beat")
    let first = try ResultFolder(path, .keep)
    for policy in [ResultFolder.Policy.keep, .resume, .discard] {
      #expect(throws: WriteError.busy(path: path)) { try ResultFolder(path, policy) }
    }
    try first.append([1], to: "runs.csv")
    try first.commit()
  }

  @Test func `clears away what a killed process left`() throws {
    let folder = try folder()
    try folder.write("half", to: ".beat.partial/result/runs.csv")
    try folder.write("", to: ".beat.lock")
    try folder.write("of another", to: ".phase.partial/runs.csv")
    try write("whole", to: "beat")
    #expect(try folder.names() == [".phase.partial", "beat"])
  }

  @Test func `puts back the results that a killed process was replacing`() throws {
    let folder = try folder()
    try write("old", to: "beat")
    try run("mv beat .beat.old", in: folder.url)
    do { _ = try ResultFolder(folder.path("beat"), .keep) }
    #expect(try folder.text("beat/runs.csv") == "old")
    #expect(try folder.names() == ["beat"])
  }

  /// Runs a line of the shell.
  private func run(_ line: String, in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
