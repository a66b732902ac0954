import CLabAtomics

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
