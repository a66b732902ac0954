import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The memory of a recording, written by one thread without locks and without allocation.
///
/// Its pages are touched when it is made, so that none is fetched under way. The head is stored
/// behind each record: in a file, which the system keeps when the process is killed, all records
/// before the head are whole.
@safe
final class Ring: @unchecked Sendable {
  let layout: RingLayout
  private let base: UnsafeMutableRawPointer
  private let records: UnsafeMutablePointer<RingRecord>
  private let head: UnsafeMutablePointer<Atomic<UInt64>>
  private let mask: UInt64

  /// Makes a ring in a file, or in memory of the process if there is none.
  ///
  /// - Throws: ``RecorderError`` if the file or the memory is not to be had.
  init(_ layout: RingLayout, in file: String?) throws(RecorderError) {
    self.layout = layout
    unsafe base = try Self.map(layout.size, file)
    unsafe memset(base, 0, layout.size)
    unsafe records = (base + RingLayout.recordsOffset)
      .bindMemory(to: RingRecord.self, capacity: layout.capacity)
    unsafe head = (base + RingLayout.headOffset).bindMemory(to: Atomic<UInt64>.self, capacity: 1)
    mask = UInt64(layout.capacity - 1)
    unsafe base.storeBytes(of: RingLayout.magic, as: UInt64.self)
    set(RingLayout.capacityOffset, to: UInt64(layout.capacity))
  }

  deinit { unsafe munmap(base, layout.size) }

  /// Appends a record, instead of the oldest one if the ring is full.
  @inline(__always)
  func put(_ record: RingRecord) {
    let count = unsafe head.pointee.load(ordering: .relaxed)
    unsafe records[Int(truncatingIfNeeded: count & mask)] = record
    unsafe head.pointee.store(count &+ 1, ordering: .releasing)
  }

  /// Sets a word of the header.
  func set(_ offset: Int, to word: UInt64) {
    unsafe base.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
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

  /// All that was recorded, as the bytes of a file.
  var bytes: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: layout.size))
  }

  private static func map(
    _ size: Int, _ file: String?
  ) throws(RecorderError) -> UnsafeMutableRawPointer {
    guard let file else {
      return unsafe try check(
        mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0), "memory")
    }
    let descriptor = unsafe open(file, O_RDWR | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else {
      throw .file(file, reason: unsafe String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(size)) == 0 else {
      throw .file(file, reason: unsafe String(cString: strerror(errno)))
    }
    return unsafe try check(
      mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), file)
  }

  private static func check(
    _ memory: UnsafeMutableRawPointer?, _ file: String
  ) throws(RecorderError) -> UnsafeMutableRawPointer {
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw .file(file, reason: unsafe String(cString: strerror(errno)))
    }
    return unsafe memory
  }
}
