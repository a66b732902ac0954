import Foundation
import TestSupport
import Testing

@testable import LabImport
@testable import LabStudy

/// The traces are of GoogleChrome/lighthouse, core/test/fixtures/artifacts (Apache-2.0), cut down
/// to the tasks of the page's main thread and to the events of its frames, without their arguments.
@Suite struct `The main frames of a page` {
  private static func trace(_ name: String) throws -> ImportedTrace {
    let file = Checkout.fixtures().appending(path: "lighthouse/\(name).trace.json.gz")
    return try TraceImporter.read(ByteSource(Array(try Data(contentsOf: file))))
  }

  /// Frames that begin at their vsyncs, 100 a second.
  private static let punctual = (0..<12).map {
    ImportedTrace.PageFrames.MainFrame(vsync: $0, start: Int64($0) * 10_000_000, duration: 500_000)
  }

  @Test(arguments: [("animation", 282, 280, 280), ("user-timing", 36, 53, 52)])
  func `begin when they are predicted beside the tasks of a trace`(
    name: String, frames: Int, reported: Int, right: Int
  ) throws {
    let trace = try Self.trace(name)
    let page = try #require(trace.page)
    let result = try #require(try MainFrameAgreement(page, trace.tasks))
    #expect(result.compared == frames && result.sameRefresh == frames)
    #expect(page.reported == reported && page.reportedRight == right)
    #expect(result.half < 1_000_000 && result.mostly < 2_000_000)
    #expect(trace.vsyncs.count >= 55)
  }

  @Test func `are late behind a task, or by themselves`() throws {
    var frames = Self.punctual
    let tasks = [
      ImportedTrace.Task(name: "script", start: 28_000_000, duration: 9_000_000),
      ImportedTrace.Task(name: "timer", start: 61_000_000, duration: 200_000),
    ]
    frames[3].start = 37_000_000
    frames[8].start = 84_000_000
    let page = ImportedTrace.PageFrames(
      vsyncs: (0..<12).map { $0 * 10_000_000 }, mainFrames: frames)
    let result = try #require(try MainFrameAgreement(page, tasks))
    #expect(result.compared == 12 && result.sameRefresh == 12)
    #expect(result.late == 2 && result.lateBehindTask == 1)
    #expect(result.half == 0 && result.mostly == 0 && result.handover == 0)
    // The one that began 4 ms late by itself is one of twelve.
    frames[9].start = 94_000_000
    let worse = try #require(
      try MainFrameAgreement(
        ImportedTrace.PageFrames(
          vsyncs: page.vsyncs, mainFrames: frames), tasks))
    #expect(worse.mostly == 4_000_000 && worse.sameRefresh == 12)
  }

  @Test func `are in another refresh than predicted if a task did not keep them`() throws {
    let frames = Self.punctual
    // The task holds the thread in the lab, while the frame of vsync 5 began on time.
    let task = ImportedTrace.Task(name: "script", start: 49_000_000, duration: 12_000_000)
    let page = ImportedTrace.PageFrames(
      vsyncs: (0..<12).map { $0 * 10_000_000 }, mainFrames: frames)
    let result = try #require(try MainFrameAgreement(page, [task]))
    #expect(result.compared == 12 && result.sameRefresh == 11 && result.late == 0)
  }

  /// The second of two after one vsync answers that one, and the first the vsync before.
  @Test func `may be two after one vsync`() throws {
    var frames = Self.punctual
    frames[3] = ImportedTrace.PageFrames.MainFrame(
      vsync: 4, start: 41_000_000, duration: 500_000)
    frames[4].start = 42_000_000
    // One of two at the first vsync answers none.
    frames.insert(frames[0], at: 0)
    frames[1].start = 600_000
    let page = ImportedTrace.PageFrames(
      vsyncs: (0..<12).map { $0 * 10_000_000 }, mainFrames: frames)
    let task = ImportedTrace.Task(name: "script", start: 29_000_000, duration: 12_000_000)
    let result = try #require(try MainFrameAgreement(page, [task]))
    #expect(result.compared == 12 && result.sameRefresh == 12)
  }

  @Test func `are not compared with fewer than six vsyncs or two frames`() throws {
    let frame = ImportedTrace.PageFrames.MainFrame(vsync: 0, start: 0, duration: 1)
    let page = ImportedTrace.PageFrames(
      vsyncs: [0, 1, 2, 3, 4], mainFrames: [frame])
    #expect(try MainFrameAgreement(page, []) == nil)
    let alone = ImportedTrace.PageFrames(vsyncs: (0..<9).map { $0 }, mainFrames: [frame])
    #expect(try MainFrameAgreement(alone, []) == nil)
  }
}
