import CoreFoundation
import Foundation
import Testing

@testable import LabRecorder

@Suite struct `A recorder notes` {
  private func driver(
    _ timer: Timer, _ body: @escaping @Sendable (Timer) -> Void
  ) async throws -> [String: Any] {
    let timer = Box(timer)
    let recording = try await record { recorder, _ in
      recorder.tick("ball", timer.value) { body(timer.value) }
    }
    let slice = try #require(try events(of: recording).first { $0["cat"] as? String == "driver" })
    return try #require(slice["args"] as? [String: Any])
  }

  private func distance(_ arguments: [String: Any]) throws -> Double {
    try #require(arguments["next"] as? Double) - #require(arguments["due"] as? Double)
  }

  @Test func `the next date of a timer on its grid`() async throws {
    let timer = Timer(fire: Date(timeIntervalSinceNow: -150), interval: 60, repeats: true) { _ in }
    let arguments = try await driver(timer) { _ in }
    #expect(abs(try distance(arguments) - 180e6) < 1)
    #expect(arguments["valid"] == nil)
  }

  @Test func `the later date that a callout gives its timer`() async throws {
    let timer = Timer(fire: Date(), interval: 60, repeats: true) { _ in }
    let arguments = try await driver(timer) { $0.fireDate += 1_000 }
    #expect(abs(try distance(arguments) - 1_000e6) < 1_000)
  }

  @Test func `that a timer ends, by its callout or since it fires once`() async throws {
    let ended = try await driver(Timer(fire: Date(), interval: 60, repeats: true) { _ in }) {
      $0.invalidate()
    }
    let once = try await driver(Timer(fire: Date(), interval: 0, repeats: false) { _ in }) { _ in }
    for arguments in [ended, once] {
      #expect(arguments["valid"] as? Bool == false)
      #expect(arguments["next"] == nil)
    }
  }

  @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: -1e300)])
  func `no instant that is a month away`(_ date: Date) async throws {
    try await withFolder { folder in
      let ring = folder.appending(path: "ring")
      let timer = Box(Timer(fire: date, interval: 60, repeats: true) { _ in })
      _ = try await record(in: ring) { recorder, _ in
        recorder.tick("ball", timer.value) { timer.value.fireDate = .distantFuture }
        recorder.input("tap", at: date.timeIntervalSince1970)
        recorder.input("tap", at: .nan)
      }
      let recording = try LoopRecording(ringFile: ring)
      #expect(recording.events.count == 4)
      #expect(try events(of: recording).count > 4)
    }
  }

  @Test func `work of other threads as such, and of its own as a task`() async throws {
    let recording = try await record { recorder, _ in
      recorder.work("here") {}
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        recorder.work("there") { _ = usleep(1_000) }
      }
    }
    let slices = try events(of: recording).filter { $0["ph"] as? String == "X" }
    let here = try #require(slices.first { $0["name"] as? String == "here" })
    #expect(here["cat"] as? String == "task")
    let work = slices.filter { $0["cat"] as? String == "work" }
    let tasks = slices.filter { $0["name"] as? String == "there" && $0["cat"] as? String == "task" }
    #expect(work.count + tasks.count == 8)
    #expect(work.allSatisfy { $0["pid"] as? Int == 3 && $0["dur"] as? Double ?? 0 >= 1_000 })
    let threads = Set(work.compactMap { $0["tid"] as? Int })
    #expect(threads == Set(1...max(1, threads.count)) || work.isEmpty)
  }

  @Test func `the newest work of other threads when it is full`() async throws {
    let recording = try await record { recorder, _ in
      let other = Thread { for _ in 0..<1_000 { recorder.work("there") {} } }
      other.start()
      while !other.isFinished { usleep(100) }
    }
    #expect(recording.work.count == 256)
    #expect(recording.lostWorkCount == 744)
  }

  @Test func `an input with the time at which it happened`() async throws {
    let recording = try await record { recorder, _ in
      let now = Double(MonotonicClock.now) * 1e-9
      recorder.input("tap", at: now - 0.25)
      recorder.input("key")
    }
    let inputs = try events(of: recording).filter { $0["cat"] as? String == "input" }
    #expect(inputs.compactMap { $0["name"] as? String } == ["tap", "key"])
    let lengths = inputs.compactMap { $0["dur"] as? Double }
    #expect(lengths[0] >= 249_999 && lengths[0] < 350_000 && lengths[1] == 0)
  }

  @Test func `how long the thread ran and waited, if the system says it`() async throws {
    let recording = try await record { _, _ in
      let end = MonotonicClock.now + 20_000_000
      while MonotonicClock.now < end {}
    }
    guard let machine = recording.machine else {
      return print("skipped: the system does not tell a thread's time")
    }
    #expect(machine.processor > 0)
    #expect(machine.processor + (machine.waited ?? 0) <= (machine.end - machine.begin) * 2)
    let metadata = try #require(try trace(of: recording)["metadata"] as? [String: Any])
    #expect(metadata["version"] as? Int == 1)
    let told = try #require(metadata["machine"] as? [String: Any])
    #expect(told["processor"] as? Double == Double(machine.processor) / 1_000)
  }

  @Test func `an empty name as none, and not as one that came too late`() async throws {
    let recording = try await record { recorder, _ in
      recorder.task("") {}
      for number in 0..<900 {
        recorder.end(recorder.begin(.task, recorder.slot(of: "name \(number)")))
      }
    }
    let names = try events(of: recording).filter { $0["cat"] as? String == "task" }
      .compactMap { $0["name"] as? String }
    #expect(names.first == "(unnamed)")
    #expect(names.last == "(more names)")
    #expect(names.count { $0 == "(unnamed)" } == 1)
  }
}
