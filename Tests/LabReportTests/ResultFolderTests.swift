import Foundation
import LabReport
import Testing

@Suite struct `A folder of results` {
  private let temporary = try? TemporaryFolder()

  private func folder() throws -> TemporaryFolder { try #require(temporary) }

  /// Writes a whole result that consists of its manifest.
  private func write(_ text: String, to name: String, replaces: Bool = false) throws {
    let result = try ResultFolder(try folder().path(name), replaces ? .replace : .keep)
    try result.append(Array(text.utf8), to: "manifest.json")
    try result.commit()
  }

  @Test func `appears when all is in it, and not before`() throws {
    let folder = try folder()
    let result = try ResultFolder(folder.path("out/beat"), .keep)
    try result.append(Array("a".utf8), to: "runs.csv")
    try result.append(Array("bc".utf8), to: "runs.csv")
    try result.append([], to: "summary.csv")
    #expect(try folder.names(in: "out").allSatisfy { $0.hasPrefix(".beat.") })
    try result.commit()
    #expect(try folder.names(in: "out") == ["beat"])
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

  @Test func `is not replaced without permission`() throws {
    try write("old", to: "beat")
    let path = try folder().path("beat")
    #expect(throws: ResultFolder.Failure.exists(path: path)) {
      try ResultFolder(path, .keep)
    }
    #expect(try folder().text("beat/manifest.json") == "old")
  }

  @Test func `is not replaced by one that began when it was not there`() throws {
    let path = try folder().path("beat")
    let result = try ResultFolder(path, .keep)
    try write("first", to: "beat")
    #expect(throws: ResultFolder.Failure.exists(path: path)) { try result.commit() }
    #expect(try folder().text("beat/manifest.json") == "first")
  }

  @Test func `stays as it was until its successor is complete`() throws {
    try write("old", to: "beat")
    let result = try ResultFolder(try folder().path("beat"), .replace)
    try result.append(Array("new".utf8), to: "manifest.json")
    #expect(try folder().text("beat/manifest.json") == "old")
    try result.commit()
    #expect(try folder().text("beat/manifest.json") == "new")
    #expect(try folder().names() == ["beat"])
  }

  @Test func `never takes the place of what the lab did not write`() throws {
    let folder = try folder()
    try folder.write("a novel", to: "beat/chapter.txt")
    let path = folder.path("beat")
    #expect(throws: ResultFolder.Failure.foreign(path: path)) {
      try ResultFolder(path, .replace)
    }
    #expect(try folder.text("beat/chapter.txt") == "a novel")
  }

  @Test func `says why it cannot be written`() throws {
    let folder = try folder()
    try folder.write("", to: "file")
    let error = #expect(throws: ResultFolder.Failure.self) {
      try ResultFolder(folder.path("file/beat"), .keep)
    }
    let message = try #require(error?.description)
    #expect(message.contains("Not a directory. Nothing was changed. Choose another folder"))
  }

  @Test func `clears away what a killed process left`() throws {
    let folder = try folder()
    let gone = try endedProcess()
    try folder.write("half", to: ".beat.\(gone).partial/runs.csv")
    try folder.write("of another", to: ".phase.\(gone).partial/runs.csv")
    try folder.write("under way", to: ".beat.1.partial/runs.csv")
    try write("whole", to: "beat")
    #expect(try folder.names() == [".beat.1.partial", ".phase.\(gone).partial", "beat"])
  }

  @Test func `puts back the results that a killed process was replacing`() throws {
    let folder = try folder()
    try folder.write("old", to: ".beat.\(try endedProcess()).old/manifest.json")
    #expect(throws: ResultFolder.Failure.exists(path: folder.path("beat"))) {
      try ResultFolder(folder.path("beat"), .keep)
    }
    #expect(try folder.text("beat/manifest.json") == "old")
  }
}

/// Returns the number of a process that is no more.
func endedProcess() throws -> Int32 {
  let process = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", ":"])
  process.waitUntilExit()
  return process.processIdentifier
}
