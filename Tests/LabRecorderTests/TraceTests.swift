import CoreFoundation
import Foundation
import Testing

@testable import LabRecorder

@Suite struct `A written recording` {
  @Test func `holds the names, however hostile, and when tasks arrived`() async throws {
    let recording = try await record { recorder, loop in
      CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
        recorder.task("\"</script>\u{202E}\n=1+1") {}
      }
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
    }
    let names = try events(of: recording).compactMap { $0["name"] as? String }
    #expect(names.contains("\"</script>\u{202E}\n=1+1"))
    #expect(names.contains("kCFRunLoopDefaultMode"))
  }

  @Test func `divides the time of each run into work and sleep`() async throws {
    let recording = try await record { recorder, loop in
      for _ in 0..<20 {
        CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
          recorder.task("outer") {
            CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) { recorder.task("inner") {} }
            CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
          }
        }
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
      }
    }
    let segments = BusySegment.segments(of: recording.events)
    #expect(segments.contains { $0.depth == 2 })
    #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.end <= $1.begin })
    // No run has waited: all the time from an entry to its exit was work.
    var total: UInt64 = 0
    var begin: UInt64?
    for event in recording.events where event.depth == 1 {
      guard case .activity(let activity, let isLast, _) = event.what else { continue }
      if activity == RecordedEvent.Activity.entry, !isLast { begin = event.instant }
      if activity == RecordedEvent.Activity.exit, isLast, let entry = begin {
        total += event.instant - entry
      }
    }
    #expect(segments.reduce(0) { $0 + $1.end - $1.begin } == total)
  }

  @Test func `knows a run that was open when the recorder started, and keeps recording it`()
    async throws
  {
    let inner = Recordings()
    _ = try await record { outer, loop in
      outer.stop()
      CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
        // Nothing but its observers refers to the recorder until the run is over.
        weak let recorder = try? LoopRecorder.start(onLoop: loop, inFile: nil, 1 << 12, 60)
        inner.stop = {
          recorder?.task("late") {}
          inner.list = [recorder?.recording].compactMap(\.self)
          recorder?.stop()
        }
      }
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
      CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode, inner.stop)
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
    }
    let recording = try #require(inner.list.first)
    let late = try events(of: recording).filter { $0["name"] as? String == "late" }
    #expect(late.count == 1)
    #expect(recording.events.allSatisfy { $0.depth == 1 })
    let modes = try events(of: recording).filter { $0["cat"] as? String == "mode" }
    #expect(!modes.isEmpty)
    #expect(modes.allSatisfy { $0["name"] as? String == "kCFRunLoopDefaultMode" })
  }

  @Test func `cuts the callouts of drivers out of the busy time`() async throws {
    let recording = try await record { recorder, loop in
      CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
        recorder.end(recorder.begin(.timer, recorder.slot(of: "ball"), (.due, 1), nil))
        recorder.task("parse") {}
      }
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
    }
    let slices = try events(of: recording).filter { $0["ph"] as? String == "X" }
    func range(_ slice: [String: Any]) throws -> Range<Int> {
      let begin = Int((try #require(slice["ts"] as? Double) * 1_000).rounded())
      let length = Int((try #require(slice["dur"] as? Double) * 1_000).rounded())
      return begin..<begin + length
    }
    let ball = try #require(slices.first { $0["cat"] as? String == "driver" })
    let runs = try slices.filter { $0["name"] as? String == "RunTask" }.map(range)
    #expect(!runs.isEmpty)
    let callout = try range(ball)
    #expect(runs.allSatisfy { !$0.overlaps(callout) })
    let parse = try range(try #require(slices.first { $0["name"] as? String == "parse" }))
    #expect(
      runs.contains { $0.lowerBound <= parse.lowerBound && parse.upperBound <= $0.upperBound })
  }

  @Test func `tells when a driver's change was committed, before later observers`() async throws {
    let recording = try await record { recorder, loop in
      let late = CFRunLoopObserverCreateWithHandler(
        nil, CFRunLoopActivity.exit.rawValue, true, 3_000_000
      ) { _, _ in recorder.task("late observer") {} }
      CFRunLoopAddObserver(loop, late, kCFRunLoopDefaultMode)
      for kind in [CallKind.task, .timer, .timer] {
        CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
          recorder.end(recorder.begin(kind, recorder.slot(of: "ball")), of: kind)
        }
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
      }
      CFRunLoopObserverInvalidate(late)
    }
    let told = try events(of: recording).compactMap { event -> (Double, String)? in
      guard let name = event["name"] as? String, let time = event["ts"] as? Double,
        ["ball", "commit", "late observer"].contains(name)
      else { return nil }
      return (time, name)
    }
    #expect(
      told.sorted { $0.0 < $1.0 }.map(\.1) == [
        "ball", "late observer", "ball", "commit", "late observer", "ball", "commit",
        "late observer",
      ])
  }

  @Test func `tells of a hang when the loop goes on`() async throws {
    let hangs = Hangs()
    let recording = try await record { recorder, loop in
      recorder.onHang(over: .zero) { hangs.list.append($0) }
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
    }
    let callouts = BusySegment.segments(of: recording.events).filter { $0.work != .observers }
    #expect(hangs.list.filter { $0.duration > .zero }.count == callouts.count)
    #expect(hangs.list.allSatisfy { $0.mode == "kCFRunLoopDefaultMode" })
  }
}

/// The hangs of one thread, read when it is done.
private final class Hangs: @unchecked Sendable {
  var list: [Hang] = []
}

/// The recordings of one thread, read when it is done.
private final class Recordings: @unchecked Sendable {
  var list: [LoopRecording] = []
  var stop = {}
}
