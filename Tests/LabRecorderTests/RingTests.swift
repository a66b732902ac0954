import Foundation
import Testing

@testable import LabRecorder

@Suite struct `A ring of records` {
  @Test func `keeps the newest when it is full`() throws {
    let ring = try Ring(RingLayout(atLeast: 1))
    for number in 0..<1_500 { ring.put(RingRecord(.began, at: UInt64(number))) }
    let recording = LoopRecording(of: RingImage(of: ring))
    #expect(recording.events.map(\.instant) == (476..<1_500).map { UInt64($0) })
    #expect(recording.lostCount == 476)
  }

  @Test func `gives back each part of a record`() {
    let record = RingRecord(.value, detail: 200, mode: 63, depth: 255, name: .max, at: .max)
    #expect(record.kind == .value)
    #expect(record.detail == 200)
    #expect(record.mode == 63)
    #expect(record.depth == 255)
    #expect(record.name == .max)
    #expect(record.instant == .max)
    #expect(MemoryLayout<RingRecord>.stride == 16)
  }

  @Test func `cuts long names between two characters`() throws {
    let ring = try Ring(RingLayout(atLeast: 1))
    var text = String(repeating: "ü", count: 100)
    text.withUTF8 { unsafe ring.name(RingLayout.namesOffset, $0) }
    let name = LoopRecording(of: RingImage(of: ring)).names[0].text
    #expect(name == String(repeating: "ü", count: 56))
  }

  @Test func `is read whatever its bytes are, without a check`() throws {
    let ring = try Ring(RingLayout(atLeast: 1))
    for number in 0..<600 { ring.put(RingRecord(.began, name: 1, at: UInt64(number))) }
    let bytes = ring.bytes
    var generator = Numbers(state: 2_025)
    for _ in 0..<20 {
      var damaged = bytes
      for _ in 0..<400 {
        // The words that say where everything lies stay.
        let place = 16 + Int(generator.next() % UInt64(bytes.count - 16))
        damaged[place] = UInt8(truncatingIfNeeded: generator.next())
      }
      let recording = LoopRecording(of: RingImage(ring.layout, bytes: damaged))
      let text = ChromeTrace(recording).text
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
  }

  @Test func `takes the names of several threads once each`() throws {
    let ring = try Ring(RingLayout(atLeast: 1))
    let slots = Slots()
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      for name in 0..<50 { slots.add(ring.slot(of: "name \(name)"), for: name) }
    }
    let image = RingImage(of: ring)
    #expect(slots.all.count == 50)
    for (name, found) in slots.all {
      #expect(found.count == 1)
      let slot = Int(try #require(found.first))
      #expect(image.words.name(RingLayout.namesOffset, slot).text == "name \(name)")
    }
  }
}

/// The slots that threads were given for each name.
private final class Slots: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var all: [Int: Set<UInt32>] = [:]

  func add(_ slot: UInt32, for name: Int) {
    lock.withLock { _ = all[name, default: []].insert(slot) }
  }
}

/// Numbers that look random, the same each time.
struct Numbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 16
  }
}
