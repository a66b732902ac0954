import CLabAtomics

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The memory of a recording, written by one thread without locks and without allocation, and by
/// others under a lock.
///
/// Its pages are touched when it is made, so that none is fetched under way.
@safe
final class Ring: @unchecked Sendable {
  let layout: RingLayout
  private let base: UnsafeMutableRawPointer
  private let main: RingBuffer
  private let work: RingBuffer
  private let names = NameTable()
  private let lock: Lock
  /// The file, which no other recorder writes as long as it is open; −1 without one.
  private var descriptor: Int32 = -1
  /// Whether other threads may write; read and changed under the lock.
  private var takesWork = true

  /// Makes a ring in memory of the process.
  ///
  /// - Throws: ``RecorderError`` if there is not so much.
  convenience init(_ layout: RingLayout, _ head: Head = Head()) throws(RecorderError) {
    let memory = unsafe mmap(
      nil, layout.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    unsafe try self.init(layout, head, Self.checked(memory, "memory"))
  }

  /// Makes a ring in a file, which takes the place of an older one when it is ready.
  ///
  /// - Throws: ``RecorderError`` if another recorder writes the file, or it cannot be made.
  static func make(
    _ layout: RingLayout, _ head: Head, in path: String
  ) throws(RecorderError) -> Ring {
    NewFile.removeLeftovers(beside: path)
    // Each further try follows on another recorder that has made the file meanwhile.
    for _ in 0..<16 {
      let old = try LockedFile(existingAt: path)
      let file = try NewFile(for: path)
      try file.allocate(layout.size)
      guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .system(path) }
      let memory = unsafe mmap(
        nil, layout.size, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0)
      let ring = unsafe try Ring(layout, head, checked(memory, path))
      if try file.move(replacing: old != nil) {
        ring.descriptor = file.handOver()
        return ring
      }
    }
    throw .file(path, reason: "other recorders make it again and again")
  }

  private static func checked(
    _ memory: UnsafeMutableRawPointer?, _ path: String
  ) throws(RecorderError) -> UnsafeMutableRawPointer {
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { throw .system(path) }
    return unsafe memory
  }

  private init(_ layout: RingLayout, _ head: Head, _ memory: UnsafeMutableRawPointer)
    throws(RecorderError)
  {
    self.layout = layout
    unsafe base = memory
    unsafe memset(base, 0, layout.size)
    unsafe main = RingBuffer(
      base, at: RingLayout.recordsOffset, capacity: layout.capacity, headAt: RingLayout.headOffset)
    unsafe work = RingBuffer(
      base, at: layout.workOffset, capacity: layout.workCapacity,
      headAt: RingLayout.workHeadOffset)
    lock = Lock()
    set(0, to: RingLayout.magic)
    set(RingLayout.capacityOffset, to: UInt64(layout.capacity))
    set(RingLayout.beginOffset, to: head.begin)
    set(RingLayout.wallOffset, to: head.wall)
    set(RingLayout.refreshOffset, to: head.refreshRate.bitPattern)
  }

  deinit {
    unsafe munmap(base, layout.size)
    if descriptor >= 0 { close(descriptor) }
  }

  /// When a recording began, and how often the display is refreshed.
  struct Head {
    /// In nanoseconds of ``MonotonicClock``.
    var begin: UInt64 = 0
    /// In microseconds since 1970.
    var wall: UInt64 = 0
    /// In hertz; 0 for none.
    var refreshRate: Double = 0
  }

  // MARK: Records

  /// Appends a record of the recorder's thread.
  @inline(__always)
  func put(_ record: RingRecord) { unsafe main.put(record) }

  /// Appends work of the calling thread, whichever it is, unless the recording has ended.
  func putWork(_ name: StaticString, from begin: UInt64, to end: UInt64) {
    let thread = lab_thread_number()
    lock.hold {
      guard takesWork else { return }
      let slot = slot(of: name)
      unsafe work.put(RingRecord(.work, name: slot, at: begin))
      unsafe work.put(RingRecord(.work, detail: 1, name: thread, at: end))
    }
  }

  /// Ends the recording: other threads write no more, and the file belongs to whom will have it.
  func end() {
    lock.hold {
      takesWork = false
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Sets a word of the header.
  func set(_ offset: Int, to word: UInt64) {
    unsafe base.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
  }

  /// All that was recorded, as the bytes of a file; asked on the recorder's thread.
  var bytes: [UInt8] {
    lock.hold { unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: layout.size)) }
  }

  // MARK: Names

  /// The slot of a literal.
  @inline(__always)
  func slot(of name: StaticString) -> UInt32 {
    guard name.hasPointerRepresentation else { return slot(of: name.description) }
    let (slot, isNew) = names.slot(of: unsafe UInt64(UInt(bitPattern: name.utf8Start)))
    if isNew { name.withUTF8Buffer { unsafe self.name(RingLayout.nameOffset(slot), $0) } }
    return UInt32(slot)
  }

  /// The slot of a text that is no literal.
  func slot(of text: String) -> UInt32 {
    // Above all addresses.
    let key = text.utf8.reduce(0) { $0 &* 0x100_0000_01B3 ^ UInt64($1) } | 1 << 63
    let (slot, isNew) = names.slot(of: key)
    var text = text
    if isNew { text.withUTF8 { unsafe name(RingLayout.nameOffset(slot), $0) } }
    return UInt32(slot)
  }

  /// Notes the interval at which a driver is called.
  func setInterval(_ nanoseconds: UInt64, of slot: UInt32) {
    set(RingLayout.nameOffset(Int(slot)), to: nanoseconds)
  }

  /// Writes the text of a slot, as much as there is room for.
  ///
  /// The length comes last: a slot that was being written when the process died has none.
  func name(_ offset: Int, _ text: UnsafeBufferPointer<UInt8>) {
    var length = min(text.count, RingLayout.textRoom)
    // No character is cut in two.
    while length < text.count, length > 0, unsafe text[length] & 0xC0 == 0x80 { length -= 1 }
    let place = unsafe base + offset
    if let text = text.baseAddress { unsafe memcpy(place + 16, text, length) }
    unsafe place.storeBytes(of: UInt64(length), toByteOffset: 8, as: UInt64.self)
  }
}

/// Records one after the other in memory, the newest in place of the oldest.
///
/// One thread at a time writes. The head is stored behind each record: a reader of the memory or
/// its file, meanwhile or afterwards, finds all records before the head whole.
@unsafe
struct RingBuffer {
  private let records: UnsafeMutablePointer<RingRecord>
  private let head: UnsafeMutablePointer<UInt64>
  private let mask: UInt64

  /// Creates a ring of records at one place of a mapped memory, and of a head at another.
  init(_ base: UnsafeMutableRawPointer, at offset: Int, capacity: Int, headAt headOffset: Int) {
    unsafe records = (base + offset).bindMemory(to: RingRecord.self, capacity: capacity)
    unsafe head = (base + headOffset).bindMemory(to: UInt64.self, capacity: 1)
    unsafe mask = UInt64(capacity - 1)
  }

  /// Appends a record, instead of the oldest one if the ring is full.
  @inline(__always)
  func put(_ record: RingRecord) {
    let count = unsafe head.pointee
    unsafe records[Int(truncatingIfNeeded: count & mask)] = record
    unsafe lab_word_write(head, count &+ 1)
  }
}

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

/// What the recorder writes each time: 16 bytes, an instant and a word.
struct RingRecord: Hashable, Sendable {
  /// What a record tells.
  enum Kind: UInt8, Sendable {
    /// An activity of the loop, as the first or the last observer saw it.
    case activity = 1
    /// A callout or task began.
    case began = 2
    /// A callout or task ended.
    case ended = 3
    /// A further instant of the record before it.
    case value = 4
    /// An input of the user reached the app.
    case input = 5
    /// Work of another thread: two records, of which the first tells its begin and name, the second
    /// its end and thread.
    case work = 6
  }

  /// When, in nanoseconds of ``MonotonicClock``; of a value, the value.
  let instant: UInt64
  private let word: UInt64

  init(
    _ kind: Kind, detail: UInt8 = 0, mode: UInt8 = 0, depth: UInt8 = 0, name: UInt32 = 0,
    at instant: UInt64
  ) {
    self.instant = instant
    word =
      UInt64(kind.rawValue) << 56 | UInt64(detail) << 48 | UInt64(mode) << 40
      | UInt64(depth) << 32 | UInt64(name)
  }

  /// A record as it was written.
  init(instant: UInt64, _ word: UInt64) {
    self.instant = instant
    self.word = word
  }

  /// What the record tells; `nil` for a word that no recorder writes.
  var kind: Kind? { Kind(rawValue: UInt8(word >> 56)) }
  /// What exactly, by kind.
  var detail: UInt8 { UInt8(truncatingIfNeeded: word >> 48) }
  /// The slot of the mode that the innermost run was in.
  var mode: UInt8 { UInt8(truncatingIfNeeded: word >> 40) }
  /// How many runs were nested.
  var depth: UInt8 { UInt8(truncatingIfNeeded: word >> 32) }
  /// The slot of the name; of an activity, the age of a commit in nanoseconds, and one more.
  var name: UInt32 { UInt32(truncatingIfNeeded: word) }
}

/// What has begun.
package enum CallKind: UInt8, Sendable {
  /// A task of the app.
  case task = 0
  /// A timer's callout.
  case timer = 1
  /// A display link's callout.
  case link = 2
}

/// What a further instant of a record is.
package enum ValueKind: UInt8, Sendable {
  /// When a task was put on its queue, or an input happened.
  case arrived = 0
  /// When a callout was due.
  case due = 1
  /// When the frame of a display link is to be shown.
  case target = 2
  /// After a timer's callout: the date that it is armed for.
  case next = 3
  /// After a timer's callout: it never fires again; the instant is that of the note.
  case over = 4
  /// After a display link's callout: it is paused, or it is not.
  case paused = 5
  case unpaused = 6
}
