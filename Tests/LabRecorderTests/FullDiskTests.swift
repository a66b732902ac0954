#if os(Linux)
  import CoreFoundation
  import Foundation
  import Testing

  @testable import LabRecorder

  /// A small disk in memory, full at every point of what a recorder writes.
  ///
  /// `LAB_FULL_DISK_COUNT` says how many points; there are 240.
  @Suite(.serialized) struct `A recorder on a full disk` {
    private static let page = 4_096
    private static let pages = 240

    @Test func `is refused with a sentence, or records all`() async throws {
      try await withFolder { folder in
        let options = [
          "-t", "tmpfs", "-o", "size=\(Self.pages * Self.page)", "recorder", folder.path,
        ]
        guard Self.run("/bin/mount", options) else {
          return print("skipped: a disk in memory may not be mounted here")
        }
        defer { _ = Self.run("/bin/umount", [folder.path]) }
        var outcomes: Set<String> = []
        let step = max(1, Self.pages / Campaign.count("LAB_FULL_DISK_COUNT", 1_200))
        for free in stride(from: 0, through: Self.pages, by: step) {
          outcomes.insert(try await outcome(in: folder, free: free))
        }
        #expect(outcomes == ["refused", "recorded, not written", "recorded and written"])
      }
    }

    /// Records and writes where so many pages are free.
    private func outcome(in folder: URL, free: Int) async throws -> String {
      let filler = folder.appending(path: "filler")
      try Data(count: (Self.pages - free) * Self.page).write(to: filler)
      let (ring, trace) = (folder.appending(path: "ring"), folder.appending(path: "trace"))
      defer { for file in [filler, ring, trace] { try? FileManager.default.removeItem(at: file) } }
      let recording: LoopRecording
      do {
        recording = try await record(in: ring) { recorder, _ in
          for _ in 0..<4_000 { recorder.task("step") {} }
        }
      } catch let error as RecorderError {
        #expect("\(error)".contains("give fewer records"))
        #expect(try FileTests.look(at: folder).count == 1)
        return "refused"
      }
      #expect(try LoopRecording(ringFile: ring).lostCount >= 8_000 - 4_096)
      do {
        try recording.write(to: trace)
      } catch {
        #expect("\(error)".contains("No space left"))
        #expect(try FileTests.look(at: folder).count == 2)
        return "recorded, not written"
      }
      return "recorded and written"
    }

    private typealias FileTests = `The file of a recorder`

    private static func run(_ program: String, _ arguments: [String]) -> Bool {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }
#endif
