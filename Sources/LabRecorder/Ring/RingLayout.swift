/// Where everything lies in the memory or file of a recording; all numbers are little-endian words.
///
/// Behind the header and the names lie the records of the recorder's thread, and behind them those
/// of other threads.
struct RingLayout: Hashable, Sendable {
  /// How many records of the recorder's thread fit; a power of two.
  let capacity: Int
  /// How many records of other threads fit; a power of two, or 0 in files that have none.
  let workCapacity: Int

  /// The first word of a file, "LABRING2".
  static let magic: UInt64 = 0x3247_4E49_5242_414C
  /// The first word of a file without records of other threads, "LABRING1".
  static let firstMagic: UInt64 = 0x3147_4E49_5242_414C
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
  /// On a line of the processor's cache of its own, since other threads write it.
  static let workHeadOffset = 128
  /// What the machine gave to the thread until the begin and until the end: each an instant and two
  /// times.
  static let machineOffsets = (begin: 192, end: 216)
  static let modesOffset = 4_096
  static let namesOffset = modesOffset + modeCount * slotSize
  static let recordsOffset = namesOffset + nameCount * slotSize

  /// Where a name lies.
  static func nameOffset(_ slot: Int) -> Int { namesOffset + slot * slotSize }

  /// Where the records of other threads begin.
  var workOffset: Int { Self.recordsOffset + capacity * MemoryLayout<RingRecord>.stride }

  /// The bytes of the whole memory or file.
  var size: Int { workOffset + workCapacity * MemoryLayout<RingRecord>.stride }

  /// The smallest layout for a number of records, between 2^10 and 2^24 of them, and for an eighth
  /// of it of other threads.
  init(atLeast records: Int) {
    var capacity = 1 << 10
    while capacity < records, capacity < 1 << 24 { capacity <<= 1 }
    self.capacity = capacity
    workCapacity = capacity / 8
  }

  /// The layout of a file; `nil` if no recorder wrote one of that size.
  init?(magic: UInt64, capacity: UInt64, size: Int) {
    guard magic == Self.magic || magic == Self.firstMagic, capacity.nonzeroBitCount == 1,
      (1 << 10...1 << 24).contains(capacity)
    else { return nil }
    self.capacity = Int(capacity)
    workCapacity = magic == Self.magic ? self.capacity / 8 : 0
    guard self.size == size else { return nil }
  }
}
