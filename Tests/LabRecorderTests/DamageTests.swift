import CoreFoundation
import Foundation
import Testing

@testable import LabRecorder

/// Rings with something in them that no recorder writes.
///
/// `LAB_DAMAGE_COUNT` says how many random ones; all are 10,000.
@Suite struct `A damaged ring` {
  /// The bytes of a whole ring of a recorder with all kinds of records, and its layout.
  private static func whole(_ tasks: Int) async throws -> [UInt8] {
    try await withFolder { folder in
      let file = folder.appending(path: "ring")
      _ = try await record(in: file) { recorder, loop in
        let timer = Timer(fire: Date(), interval: 1, repeats: true) { _ in }
        let other = Thread { recorder.work("elsewhere") {} }
        other.start()
        CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) {
          for _ in 0..<tasks {
            recorder.task("step") {}
            recorder.tick("ball", timer) {}
            recorder.input("tap")
          }
        }
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
        while !other.isFinished { usleep(100) }
      }
      return [UInt8](try Data(contentsOf: file))
    }
  }

  private func fault(
    _ bytes: [UInt8], _ change: (inout [UInt8]) -> Void
  ) async throws -> RecorderError? {
    var bytes = bytes
    change(&bytes)
    return try await read(bytes).1
  }

  private func read(_ bytes: [UInt8]) async throws -> (LoopRecording?, RecorderError?) {
    try await withFolder { folder in
      let file = folder.appending(path: "ring")
      try Data(bytes).write(to: file)
      do throws(RecorderError) {
        return (try LoopRecording(ringFile: file), nil)
      } catch {
        return (nil, error)
      }
    }
  }

  private static func set(_ word: UInt64, _ offset: Int, in bytes: inout [UInt8]) {
    for byte in 0..<8 { bytes[offset + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
  }

  @Test(arguments: [0, 100, RingLayout.recordsOffset, RingLayout(atLeast: 1).size - 1])
  func `is none if it was cut`(_ size: Int) async throws {
    let bytes = try await Self.whole(20)
    let (_, error) = try await read(Array(bytes.prefix(size)))
    guard case .notARing = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// The places of the words that are changed, what they become, and what is said of it.
  private static let faults: [(Int, UInt64, String)] = {
    let record = { (number: Int) in RingLayout.recordsOffset + 16 * number }
    let word = { (kind: RingRecord.Kind, detail: UInt8, mode: UInt8, name: UInt32) in
      UInt64(kind.rawValue) << 56 | UInt64(detail) << 48 | UInt64(mode) << 40 | UInt64(name)
    }
    return [
      (record(9) + 8, word(.began, 1, 0, 1_024), "record 10 of 124 has name 1024"),
      (record(9) + 8, word(.began, 7, 0, 1), "record 10 of 124 is no callout"),
      (record(9) + 8, word(.ended, 0, 64, 1), "record 10 of 124 is in mode 64"),
      (record(9) + 8, 0, "record 10 of 124 is of no kind"),
      (record(9), 1, "record 10 of 124 lies before the one in front of it"),
      (record(123), 1 << 62, "record 124 of 124 lies 30 days behind"),
      (RingLayout.headOffset, 1 << 60, "its number of records is"),
      (RingLayout.headOffset, 100, "records lie behind the 100"),
      (RingLayout.headOffset, 130, "record 125 of 130 is of no kind"),
      (RingLayout.wallOffset, .max, "its date lies behind the year 9999"),
      (RingLayout.refreshOffset, 1e300.bitPattern, "its refresh rate is 1e+300 Hz"),
      (RingLayout.nameOffset(3) + 8, 113, "name 3 is 113 bytes long"),
      (RingLayout.beginOffset, 1 << 62, "its first record lies before its begin"),
    ]
  }()

  @Test func `is refused, and its first fault is named`() async throws {
    let ring = try Ring(RingLayout(atLeast: 1), Ring.Head(begin: 5, refreshRate: 60))
    for number in 0..<62 {
      let slot = ring.slot(of: "step")
      ring.put(RingRecord(.began, name: slot, at: UInt64(1_000 + 20 * number)))
      ring.put(RingRecord(.ended, name: slot, at: UInt64(1_010 + 20 * number)))
    }
    let bytes = ring.bytes
    #expect(try await read(bytes).0?.events.count == 124)
    for (offset, word, sentence) in Self.faults {
      let error = try await fault(bytes) { Self.set(word, offset, in: &$0) }
      #expect("\(try #require(error))".contains(sentence))
    }
  }

  @Test func `is not one that an older recorder wrote, and what it lacks is unknown`() async throws
  {
    let bytes = try await Self.whole(12)
    let (new, _) = try await read(bytes)
    var old = Array(bytes.prefix(RingLayout(atLeast: 1 << 12).workOffset))
    Self.set(RingLayout.firstMagic, 0, in: &old)
    for offset in stride(from: RingLayout.workHeadOffset, to: 256, by: 8) {
      Self.set(0, offset, in: &old)
    }
    let recording = try #require(try await read(old).0)
    #expect(recording.events == new?.events)
    #expect(recording.machine == nil)
    #expect(recording.work.isEmpty && recording.lostWorkCount == 0)
    let metadata = try #require(try trace(of: recording)["metadata"] as? [String: Any])
    #expect(metadata["machine"] == nil)
  }

  /// Neither a signal nor a loop without an end, nor more text than a ring can tell.
  @Test func `is read or refused whatever was done to it`() async throws {
    let bytes = try await Self.whole(100)
    var numbers = Numbers(state: 4_711)
    var refused = 0
    let count = Campaign.count("LAB_DAMAGE_COUNT", 10_000)
    for _ in 0..<count {
      var damaged = bytes
      for _ in 0...numbers.next() % 4 { Self.damage(&damaged, &numbers) }
      let (recording, error) = try await read(damaged)
      if error != nil { refused += 1 }
      guard let recording else { continue }
      let text = ChromeTrace(recording).text
      #expect(text.utf8.count < 400_000_000)
      if text.utf8.count < 1_000_000 {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
      }
    }
    #expect(refused > count / 4)
  }

  private static func damage(_ bytes: inout [UInt8], _ numbers: inout Numbers) {
    let choice = numbers.next() % 6
    let records = RingLayout.recordsOffset..<RingLayout.recordsOffset + 16 * 1_000
    let place =
      choice % 2 == 0
      ? Int(numbers.next() % UInt64(bytes.count - 8))
      : records.lowerBound + Int(numbers.next() % UInt64(records.count))
    let words: [UInt64] = [0, 1, .max, 1 << 63, 1 << 50, 1 << 40, numbers.next()]
    let word = words[Int(numbers.next() % UInt64(words.count))]
    switch choice {
    case 0, 1: bytes[place] ^= 1 << UInt8(numbers.next() % 8)
    case 2, 3: set(word, place & ~7, in: &bytes)
    case 4: set(word, Int(numbers.next() % 64) * 8, in: &bytes)
    default: for byte in place..<min(bytes.count, place + 4_096) { bytes[byte] = 0 }
    }
  }

  @Test func `shows the refreshes near its records alone if it spans days`() throws {
    let ring = try Ring(RingLayout(atLeast: 1), Ring.Head(begin: 0, refreshRate: 1_000))
    for day in 0..<20 {
      ring.put(RingRecord(.ended, name: 1, at: UInt64(day) * 86_400_000_000_000))
    }
    let recording = LoopRecording(of: RingImage(of: ring))
    let refreshes = try events(of: recording).filter { $0["name"] as? String == "vsync" }
    #expect(refreshes.count == 39_020)
  }
}
