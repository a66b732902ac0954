import CoreFoundation
import Foundation
import Testing

@testable import LabRecorder

@Suite struct `A recorder that is stopped` {
  @Test func `by its own handler of a hang leaves nothing that dangles`() async {
    await #expect(processExitsWith: .success) {
      let owner = Box<LoopRecorder?>(nil)
      let hangs = Box(0)
      _ = try await record { other, loop in
        other.stop()
        owner.value = try LoopRecorder.start(onLoop: loop, inFile: nil, 1 << 10, nil)
        owner.value?.onHang(over: .milliseconds(20)) { _ in
          hangs.value += 1
          owner.value?.stop()
          owner.value = nil
        }
        // Nothing but the recorder itself and its owner refers to it now.
        CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
          usleep(30_000)
          // The hang is told at the entry of this run.
          CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
        }
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
      }
      exit(hangs.value == 1 && owner.value == nil ? 0 : 1)
    }
  }

  @Test func `records nothing any more, and performs what it is given`() async throws {
    let calls = Box(0)
    let recording = try await record { recorder, loop in
      recorder.task("before stop") {}
      recorder.task("stops") { recorder.stop() }
      let count = recorder.recording.events.count
      let timer = Timer(fire: Date(), interval: 1, repeats: true) { _ in }
      recorder.task("after stop 1") { calls.value += 1 }
      recorder.tick("after stop 2", timer) { calls.value += 1 }
      recorder.work("after stop 3") { calls.value += 1 }
      recorder.input("after stop 4")
      let other = Thread { recorder.work("after stop 5") { calls.value += 1 } }
      other.start()
      while !other.isFinished { usleep(100) }
      CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) { calls.value += 1 }
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
      #expect(recorder.recording.events.count == count)
    }
    #expect(calls.value == 5)
    let names = recording.names.map(\.text).filter { !$0.isEmpty }
    #expect(names.sorted() == ["before stop", "stops"])
    #expect(recording.work.isEmpty)
    let tasks = try events(of: recording).filter { $0["cat"] as? String == "task" }
    #expect(tasks.compactMap { $0["name"] as? String } == ["before stop", "stops"])
  }

  @Test func `is released, with the handler that it had`() async throws {
    let token = Box<Token?>(Token())
    weak let handlers = token.value
    let recorders = Box<[WeakRecorder]>([])
    _ = try await record { recorder, _ in
      recorder.stop()
      let loop = try #require(CFRunLoopGetCurrent())
      let other = try LoopRecorder.start(onLoop: loop, inFile: nil, 1 << 10, nil)
      recorders.value.append(WeakRecorder(recorder: other))
      let kept = token.value
      other.onHang(over: .seconds(1)) { _ in _ = kept }
      other.stop()
    }
    token.value = nil
    #expect(handlers == nil)
    #expect(recorders.value.allSatisfy { $0.recorder == nil })
  }
}

private final class Token: Sendable {}

private struct WeakRecorder {
  weak var recorder: LoopRecorder?
}
