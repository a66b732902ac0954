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
