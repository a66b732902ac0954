/// What a ring held at one moment: its header and names, and its records from the oldest on.
struct RingImage {
  let layout: RingLayout
  /// The header and the names.
  let words: RingWords
  /// The records of the recorder's thread.
  let records: [RingRecord]
  /// The records of other threads, two of each work.
  let work: [RingRecord]

  init(_ layout: RingLayout, _ words: RingWords, _ records: [RingRecord], work: [RingRecord]) {
    (self.layout, self.words, self.records, self.work) = (layout, words, records, work)
  }

  /// Copies the ring of a recorder; asked on the recorder's thread.
  init(of ring: Ring) { self.init(ring.layout, bytes: ring.bytes) }

  /// Takes the bytes of a ring that is not written.
  init(_ layout: RingLayout, bytes: [UInt8]) {
    let words = RingWords(bytes: bytes)
    self.layout = layout
    self.words = words
    records = words.records(
      at: RingLayout.recordsOffset, words[RingLayout.headOffset], of: layout.capacity)
    work = words.records(
      at: layout.workOffset, words[RingLayout.workHeadOffset], of: layout.workCapacity)
  }

  /// How many records had no room any more.
  var lostCount: Int { lost(RingLayout.headOffset, records.count) }
  /// How many works of other threads had no room any more.
  var lostWorkCount: Int { lost(RingLayout.workHeadOffset, work.count) / 2 }

  private func lost(_ offset: Int, _ kept: Int) -> Int {
    let head = words[offset]
    return Int(clamping: head - min(head, UInt64(kept)))
  }
}

/// The bytes of a ring as words and records.
struct RingWords {
  let bytes: [UInt8]

  subscript(offset: Int) -> UInt64 {
    bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The record that lies at a place.
  func record(_ offset: Int) -> RingRecord { RingRecord(instant: self[offset], self[offset + 8]) }

  /// The records of a ring from the oldest on, by the count of all that were written.
  func records(at offset: Int, _ head: UInt64, of capacity: Int) -> [RingRecord] {
    let count = min(head, UInt64(capacity))
    return (0..<Int(count)).map { place in
      let slot = (Int(truncatingIfNeeded: head &- count) &+ place) & (capacity - 1)
      return record(offset + 16 * slot)
    }
  }

  /// What a slot of names or modes holds.
  func name(_ table: Int, _ slot: Int) -> LoopRecording.Name {
    let offset = table + slot * RingLayout.slotSize
    let length = Int(min(self[offset + 8], UInt64(RingLayout.textRoom)))
    return LoopRecording.Name(
      text: String(decoding: bytes[offset + 16..<offset + 16 + length], as: UTF8.self),
      interval: self[offset])
  }
}
