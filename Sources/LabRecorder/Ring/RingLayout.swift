/// Where everything lies in the memory or file of a recording; all numbers are little-endian words.
struct RingLayout: Hashable, Sendable {
  /// How many records fit; a power of two.
  let capacity: Int

  /// The first word of a file, "LABRING1".
  static let magic: UInt64 = 0x3147_4E49_5242_414C
  /// The bytes of one name or mode: its interval, its length, and its text.
  static let slotSize = 128
  /// The most bytes of text in a slot.
  static let textRoom = slotSize - 16
  /// How many modes have slots; the last one stands for all that come later.
  static let modeCount = 64
  /// How many names have slots; the first one stands for all that come too late.
  static let nameCount = 1_024

  static let capacityOffset = 8
  static let beginOffset = 16
  static let wallOffset = 24
  static let refreshOffset = 32
  static let headOffset = 64
  static let modesOffset = 4_096
  static let namesOffset = modesOffset + modeCount * slotSize
  static let recordsOffset = namesOffset + nameCount * slotSize

  /// The bytes of the whole memory or file.
  var size: Int { Self.recordsOffset + capacity * MemoryLayout<RingRecord>.stride }

  /// The smallest layout for a number of records, between 2^10 and 2^24 of them.
  init(atLeast records: Int) {
    var capacity = 1 << 10
    while capacity < records, capacity < 1 << 24 { capacity <<= 1 }
    self.capacity = capacity
  }

  /// The layout of a file; `nil` if no recorder wrote one of that size.
  init?(capacity: UInt64, size: Int) {
    guard capacity.nonzeroBitCount == 1, (1 << 10...1 << 24).contains(capacity) else { return nil }
    self.capacity = Int(capacity)
    guard self.size == size else { return nil }
  }
}
