#if os(Linux)
  import Foundation
  import LabRecorder
  import TestSupport
  import Testing

  /// Recordings in a file, of processes that are killed at any moment.
  ///
  /// `LAB_KILL_COUNT` says how many.
  @Suite struct `A recorder that is killed` {
    @Test func `leaves a file that is whole up to its last record`() throws {
      let text = ProcessInfo.processInfo.environment["LAB_KILL_COUNT"]
      for number in 0..<(text.flatMap { Int($0) } ?? 4) {
        let file = FileManager.default.temporaryDirectory.appending(path: "ring-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = try BuiltProgram(named: "realloop").start(["--endless", file.path])
        // The ring has been full at least once by then, each time by another number of records.
        let recording = try untilFull(file, by: 97 * number)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let left = try LoopRecording(ringFile: file)
        #expect(left.lostCount >= recording.lostCount)
        #expect(left.names.contains { $0.text == "ball" && $0.interval == 50_000 })
        #expect(left.events.count > 500)
        let instants = left.events.map(\.instant)
        #expect(instants == instants.sorted())
        #expect(try #require(instants.first) >= left.begin)
        #expect(left.events.allSatisfy { $0.depth == 1 && left.modes[$0.mode] != "" })
      }
    }

    /// Reads a file that is being written until it has lost some records.
    private func untilFull(_ file: URL, by count: Int) throws -> LoopRecording {
      var tries = 0
      while true {
        if let recording = try? LoopRecording(ringFile: file), recording.lostCount > count {
          return recording
        }
        tries += 1
        try #require(tries < 100_000)
        sched_yield()
      }
    }
  }
#endif
