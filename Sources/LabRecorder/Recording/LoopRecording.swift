public import Foundation

/// What a recorder's ring held: of a process that goes on, or of one that was killed.
///
///     try LoopRecording(ringFile: ring).write(to: trace)
public struct LoopRecording: Sendable {
  /// The events, from the oldest that the ring still held.
  package let events: [RecordedEvent]
  /// The names by slot.
  package let names: [Name]
  /// The modes by slot.
  package let modes: [String]
  /// When the recorder started, in nanoseconds of its clock.
  package let begin: UInt64
  /// When the recorder started, by the wall clock.
  public let startDate: Date
  /// The refreshes a second that the trace is to show; `nil` if there are none.
  package let refreshRate: Double?
  /// How many records the ring had no room for any more.
  public let lostCount: Int

  /// A name, and the interval of a timer that has it.
  package struct Name: Hashable, Sendable {
    package let text: String
    /// Nanoseconds; 0 for what is no timer.
    package let interval: UInt64
  }

  /// Reads the file of a recorder, also of one that runs or was killed.
  ///
  /// - Throws: ``RecorderError`` if the file cannot be read or is not a ring.
  public init(ringFile file: URL) throws(RecorderError) {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw .file(file.path, reason: error.localizedDescription)
    }
    try self.init(bytes: [UInt8](data), name: file.path)
  }

  package init(bytes: [UInt8], name: String) throws(RecorderError) {
    let words = Words(bytes: bytes)
    guard bytes.count >= RingLayout.recordsOffset, words[0] == RingLayout.magic,
      let layout = RingLayout(capacity: words[RingLayout.capacityOffset], size: bytes.count)
    else { throw .notARing(name) }
    self.init(of: bytes, layout)
  }

  init(of bytes: [UInt8], _ layout: RingLayout) {
    let words = Words(bytes: bytes)
    begin = words[RingLayout.beginOffset]
    startDate = Date(timeIntervalSince1970: Double(words[RingLayout.wallOffset]) / 1e6)
    let rate = Double(bitPattern: words[RingLayout.refreshOffset])
    refreshRate = (1...1_000).contains(rate) ? rate : nil
    let head = words[RingLayout.headOffset]
    let count = min(head, UInt64(layout.capacity))
    lostCount = Int(clamping: head - count)
    events = RecordedEvent.events(
      of: (0..<Int(count)).lazy.map { place in
        let slot = (Int(truncatingIfNeeded: head &- count) &+ place) & (layout.capacity - 1)
        return words.record(RingLayout.recordsOffset + 16 * slot)
      })
    names = (0..<RingLayout.nameCount).map { words.name(RingLayout.namesOffset, $0) }
    modes = (0..<RingLayout.modeCount).map { words.name(RingLayout.modesOffset, $0).text }
  }

  /// Writes the recording as a trace in Chrome's JSON; an existing file is replaced when the new
  /// one is whole.
  ///
  /// - Throws: An error of the file system.
  public func write(to file: URL) throws {
    try Data(ChromeTrace(self).text.utf8).write(to: file, options: .atomic)
  }
}

/// The words of a file.
private struct Words {
  let bytes: [UInt8]

  subscript(offset: Int) -> UInt64 {
    bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  func record(_ offset: Int) -> RingRecord { RingRecord(instant: self[offset], self[offset + 8]) }

  func name(_ table: Int, _ slot: Int) -> LoopRecording.Name {
    let offset = table + slot * RingLayout.slotSize
    let length = Int(min(self[offset + 8], UInt64(RingLayout.textRoom)))
    return LoopRecording.Name(
      text: String(decoding: bytes[offset + 16..<offset + 16 + length], as: UTF8.self),
      interval: self[offset])
  }
}
