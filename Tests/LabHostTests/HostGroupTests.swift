import Foundation
import Testing

@testable import LabHost

@Suite struct `The control group of the process` {
  private static func group(_ files: [String: String], isFirst: Bool) throws -> HostGroup? {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let group = HostGroup(in: folder.path, isFirstVersion: isFirst)
    #expect(group?.limit == nil || group?.throttled == .milliseconds(5))
    return group
  }

  @Test func `says how much of the processors there is`() throws {
    let second = ["cpu.max": "150000 100000\n", "cpu.stat": "usage_usec 7\nthrottled_usec 5000\n"]
    #expect(try Self.group(second, isFirst: false)?.limit == 1.5)
    let first = [
      "cpu.cfs_quota_us": "50000\n", "cpu.cfs_period_us": "100000\n",
      "cpu.stat": "nr_periods 3\nthrottled_time 5000000\n",
    ]
    #expect(try Self.group(first, isFirst: true)?.limit == 0.5)
  }

  @Test func `may have no limit, or be none`() throws {
    let group = try Self.group(["cpu.max": "max 100000\n"], isFirst: false)
    #expect(group != nil && group?.limit == nil && group?.throttled == nil)
    #expect(try Self.group([:], isFirst: true) == nil)
  }
}
