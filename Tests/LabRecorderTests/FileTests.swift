import CoreFoundation
import Foundation
import Testing

@testable import LabRecorder

@Suite struct `The file of a recorder` {
  /// What lies there before, and must lie there afterwards.
  @Test(arguments: ["link", "dangling link", "folder", "pipe"])
  func `takes the place of a file alone, not of a`(_ kind: String) async throws {
    try await withFolder { folder in
      let place = folder.appending(path: "place")
      let other = folder.appending(path: "other")
      try Data("kept".utf8).write(to: other)
      switch kind {
      case "link": try FileManager.default.createSymbolicLink(at: place, withDestinationURL: other)
      case "dangling link":
        try FileManager.default.createSymbolicLink(
          at: place, withDestinationURL: folder.appending(path: "nothing"))
      case "folder":
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      default: #expect(unsafe mkfifo(place.path, 0o600) == 0)
      }
      let before = try Self.look(at: folder)
      let recording = try await record { _, _ in }
      let word = kind.split(separator: " ").last ?? ""
      for attempt in 0..<2 {
        await #expect {
          if attempt == 0 {
            try recording.write(to: place)
          } else {
            _ = try await record(in: place) { _, _ in }
          }
        } throws: { error in "\(error)".contains("it is a \(word), which is not replaced") }
      }
      #expect(try Self.look(at: folder) == before)
      #expect(try Data(contentsOf: other) == Data("kept".utf8))
    }
  }

  @Test func `is no device`() async throws {
    let recording = try await record { _, _ in }
    for device in ["/dev/full", "/dev/null"] {
      #expect {
        try recording.write(to: URL(filePath: device))
      } throws: { error in "\(error)".contains("it is a device") }
      let found = try FileManager.default.attributesOfItem(atPath: device)
      #expect(found[.type] as? FileAttributeType == .typeCharacterSpecial)
    }
  }

  @Test func `replaces an older one as a whole, with its rights`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "trace.json")
      try Data("old".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      let recording = try await record { recorder, _ in recorder.task("parse") {} }
      try recording.write(to: file)
      #expect(try Data(contentsOf: file) == Data(ChromeTrace(recording).text.utf8))
      #expect(try Self.look(at: folder) == ["trace.json file 600"])
    }
  }

  /// A second recorder neither cuts the first one's memory nor writes into its names.
  @Test(arguments: [1 << 10, 1 << 12])
  func `has one writer`(_ records: Int) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "ring")
      let live = try await record(in: file) { first, loop in
        #expect {
          _ = try LoopRecorder.start(onLoop: loop, inFile: file.path, records, 60)
        } throws: { error in "\(error)".contains("another recorder writes it") }
        // All of the ring is written, and its file is what it was.
        for _ in 0..<5_000 { first.task("first") {} }
        let read = try LoopRecording(ringFile: file)
        #expect(read.names.contains { $0.text == "first" })
      }
      #expect(live.lostCount > 5_000)
      let second = try await record(in: file) { second, _ in second.task("second") {} }
      #expect(second.lostCount == 0)
      #expect(!(try LoopRecording(ringFile: file)).names.contains { $0.text == "first" })
      #expect(try Self.look(at: folder).count == 1)
    }
  }

  @Test func `is in order while it is written`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "ring")
      let isOver = Box(false)
      async let live = record(in: file) { recorder, _ in
        while !isOver.value { for _ in 0..<100 { recorder.task("step") {} } }
      }
      let count = Campaign.count("LAB_READ_COUNT", 200)
      var read = 0
      while read < count {
        guard let recording = try? LoopRecording(ringFile: file) else {
          await Task.yield()
          continue
        }
        let instants = recording.events.map(\.instant)
        #expect(instants == instants.sorted())
        read += 1
      }
      isOver.value = true
      _ = try await live
    }
  }

  @Test func `is refused by its size with a sentence, not with a signal`() async {
    await #expect(processExitsWith: .success) {
      limitFiles(to: 1 << 20)
      try await withFolder { folder in
        do {
          _ = try await record(in: folder.appending(path: "ring")) { _, _ in }
          let large = RingLayout(atLeast: 1 << 17)
          _ = try Ring.make(large, Ring.Head(), in: folder.appending(path: "large").path)
          exit(2)
        } catch let error as RecorderError {
          exit("\(error)".contains("give fewer records") ? 0 : 3)
        }
      }
    }
  }

  @Test func `is refused by the size of its recording, with a sentence`() async {
    await #expect(processExitsWith: .success) {
      limitFiles(to: 1 << 10)
      try await withFolder { folder in
        let recording = try await record { recorder, _ in
          for _ in 0..<100 { recorder.task("parse") {} }
        }
        do {
          try recording.write(to: folder.appending(path: "trace.json"))
          exit(2)
        } catch let error as RecorderError {
          guard try Self.look(at: folder) == [] else { exit(4) }
          exit("\(error)".contains("File too large") ? 0 : 3)
        }
      }
    }
  }

  /// The locked one is another recorder's, which makes its ring; the others were left, or are not a
  /// recorder's.
  @Test func `is made where killed recorders left theirs, which go`() async throws {
    try await withFolder { folder in
      let kept = [".recorder-1-", ".recorder-1-0.json", ".recorder-a-0", ".recorder-7-1"]
      for name in kept + [".recorder-1-0", ".recorder-\(getpid())-9999999"] {
        try Data("half".utf8).write(to: folder.appending(path: name))
      }
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: ".recorder-3-0"),
        withDestinationURL: folder.appending(path: ".recorder-a-0"))
      let alive = unsafe open(folder.appending(path: ".recorder-7-1").path, O_RDWR)
      #expect(flock(alive, LOCK_EX) == 0)
      defer { close(alive) }
      _ = try await record(in: folder.appending(path: "ring")) { _, _ in }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.sorted() == (kept + [".recorder-3-0", "ring"]).sorted())
    }
  }

  /// What lies in a folder: names, kinds and rights.
  static func look(at folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      let path = folder.appending(path: name).path
      let found = try FileManager.default.attributesOfItem(atPath: path)
      let kind = (found[.type] as? FileAttributeType) == .typeRegular ? "file" : "other"
      let rights = (found[.posixPermissions] as? Int) ?? 0
      return "\(name) \(kind) \(String(rights, radix: 8))"
    }
  }
}

/// How many cases a campaign has: a hundredth, unless a variable says how many.
enum Campaign {
  static func count(_ variable: String, _ whole: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? max(1, whole / 100)
  }
}

/// Lets this process write no file that is larger than some bytes.
private func limitFiles(to size: rlim_t) {
  var limit = rlimit(rlim_cur: size, rlim_max: size)
  #if canImport(Darwin)
    let resource = RLIMIT_FSIZE
  #else
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif
  guard unsafe setrlimit(resource, &limit) == 0 else { exit(1) }
}
