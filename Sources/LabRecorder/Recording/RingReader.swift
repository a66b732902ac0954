import CoreFoundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads the file of a ring, also of one that is being written.
struct RingReader {
  private let path: String
  private let descriptor: Int32
  private let layout: RingLayout

  /// Reads what the file holds.
  ///
  /// - Throws: ``RecorderError`` if it cannot be read, or is not a ring.
  static func image(of path: String) throws(RecorderError) -> RingImage {
    // A pipe without a writer is not waited for.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(path) }
    defer { close(descriptor) }
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0 else { throw .system(path) }
    guard found.st_mode & S_IFMT == S_IFREG, Int(found.st_size) >= RingLayout.recordsOffset else {
      throw .notARing(path)
    }
    let words = RingWords(bytes: try bytes(of: descriptor, path, 0..<16))
    let capacity = words[RingLayout.capacityOffset]
    guard let layout = RingLayout(magic: words[0], capacity: capacity, size: Int(found.st_size))
    else { throw .notARing(path) }
    return try RingReader(path: path, descriptor: descriptor, layout: layout).image()
  }

  private func image() throws(RecorderError) -> RingImage {
    let records = try self.records(
      RingLayout.recordsOffset, layout.capacity, RingLayout.headOffset, each: 1)
    let work = try self.records(
      layout.workOffset, layout.workCapacity, RingLayout.workHeadOffset, each: 2)
    // Names come last: all that the records name have been written by now.
    var head = try Self.bytes(of: descriptor, path, 0..<RingLayout.recordsOffset)
    for (offset, end) in [
      (RingLayout.headOffset, records.end), (RingLayout.workHeadOffset, work.end),
    ] {
      for byte in 0..<8 { head[offset + byte] = UInt8(truncatingIfNeeded: end >> (8 * byte)) }
    }
    return RingImage(layout, RingWords(bytes: head), records.list, work: work.list)
  }

  /// The records of one part, without those that were overwritten while they were read, and the
  /// count of all that had been written before.
  ///
  /// Also in the ring of a process that was killed, the oldest record may be half overwritten.
  private func records(
    _ offset: Int, _ capacity: Int, _ headOffset: Int, each size: UInt64
  ) throws(RecorderError) -> (list: [RingRecord], end: UInt64) {
    guard capacity > 0 else { return ([], 0) }
    for _ in 0..<100 {
      let before = try head(headOffset) / size * size
      let bytes = try Self.bytes(of: descriptor, path, offset..<offset + 16 * capacity)
      let after = try head(headOffset)
      let overwritten = after &- before
      guard overwritten < UInt64(capacity) / 2 else { continue }
      let isFull = after >= UInt64(capacity)
      guard isFull || bytes[min(bytes.count, 16 * Int(after + 1))...].allSatisfy({ $0 == 0 }) else {
        throw .damaged(path, fault: "records lie behind the \(after) that it says it has")
      }
      let all = RingWords(bytes: bytes).records(at: 0, before, of: capacity)
      // The one that was being written took the place of the oldest, or as work of the oldest two.
      let lost = isFull ? Int(after - max(before, UInt64(capacity))) + 2 : 0
      return (Array(all.dropFirst(lost & ~1)), before)
    }
    throw .file(path, reason: "it is written faster than it can be read; stop the recorder first")
  }

  private func head(_ offset: Int) throws(RecorderError) -> UInt64 {
    RingWords(bytes: try Self.bytes(of: descriptor, path, offset..<offset + 8))[0]
  }

  private static func bytes(
    of descriptor: Int32, _ path: String, _ range: Range<Int>
  ) throws(RecorderError) -> [UInt8] {
    var failure: RecorderError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let place = unsafe buffer.baseAddress.map { unsafe $0 + count }
        let more = unsafe pread(
          descriptor, place, range.count - count, off_t(range.lowerBound + count))
        if more < 0, errno == EINTR { continue }
        if more < 0 { failure = .system(path) }
        guard more > 0 else { break }
        count += more
      }
    }
    if let failure { throw failure }
    guard bytes.count == range.count else { throw .notARing(path) }
    return bytes
  }
}
