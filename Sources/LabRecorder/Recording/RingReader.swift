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

/// Looks for the first thing in a ring that no recorder writes.
struct RingCheck {
  private let image: RingImage

  init(_ image: RingImage) { self.image = image }

  /// The longest time that records of one ring span: 30 days, in nanoseconds.
  private static let longestSpan: UInt64 = 30 * 86_400_000_000_000
  /// More records are not written in the life of a machine.
  private static let largestHead: UInt64 = 1 << 48

  /// Says what is wrong, with its place; `nil` if nothing is.
  var fault: String? { headFault ?? nameFault ?? recordFault ?? workFault }

  // MARK: Head and names

  private var headFault: String? {
    let words = image.words
    let rate = Double(bitPattern: words[RingLayout.refreshOffset])
    guard rate == 0 || (1...1_000).contains(rate) else { return "its refresh rate is \(rate) Hz" }
    // The year 10000, in microseconds since 1970.
    guard words[RingLayout.wallOffset] < 253_402_300_800_000_000 else {
      return "its date lies behind the year 9999"
    }
    for (part, offset) in [
      ("", RingLayout.headOffset), (" of other threads", RingLayout.workHeadOffset),
    ] where words[offset] > Self.largestHead {
      return "its number of records\(part) is \(words[offset])"
    }
    let begin = words[RingLayout.beginOffset]
    return firstInstant.map { $0 < begin } == true ? "its first record lies before its begin" : nil
  }

  private var nameFault: String? {
    let tables = [
      ("mode", RingLayout.modesOffset, RingLayout.modeCount),
      ("name", RingLayout.namesOffset, RingLayout.nameCount),
    ]
    for (kind, offset, count) in tables {
      for slot in 0..<count {
        let place = offset + slot * RingLayout.slotSize
        let (interval, length) = (image.words[place], image.words[place + 8])
        guard length <= RingLayout.textRoom else {
          return "\(kind) \(slot) is \(length) bytes long, of at most \(RingLayout.textRoom)"
        }
        // Recorders write at most 10^9 s.
        guard interval <= 1_000_000_000_000_000_000 else {
          return "\(kind) \(slot) has an interval of \(interval) ns"
        }
      }
    }
    return nil
  }

  // MARK: Records

  /// When the first thing happened; the records before it tell instants of one that was lost.
  private var firstInstant: UInt64? { image.records.first { $0.kind != .value }?.instant }

  private var recordFault: String? {
    guard let first = firstInstant else { return nil }
    var before = first
    for (index, record) in image.records.enumerated() {
      if let what = wrong(record, before: before, first: first) {
        return "record \(index + 1) of \(image.records.count) \(what)"
      }
      if record.kind != .value { before = record.instant }
    }
    return nil
  }

  private func wrong(_ record: RingRecord, before: UInt64, first: UInt64) -> String? {
    guard record.mode < RingLayout.modeCount else {
      return "is in mode \(record.mode), of \(RingLayout.modeCount)"
    }
    switch record.kind {
    case nil, .work: return "is of no kind that stands there"
    case .activity: guard record.detail & 0x3F < 8 else { return "is no activity of a run loop" }
    case .began: if CallKind(rawValue: record.detail) == nil { return "is no callout or task" }
    case .value: if ValueKind(rawValue: record.detail) == nil { return "is no known instant" }
    case .ended, .input: break
    }
    guard record.kind == .activity || record.name < RingLayout.nameCount else {
      return "has name \(record.name), of \(RingLayout.nameCount)"
    }
    if record.kind == .value {
      let distance = max(record.instant, before) - min(record.instant, before)
      return distance <= Self.longestSpan ? nil : "tells an instant 30 days away"
    }
    guard record.instant >= before else { return "lies before the one in front of it" }
    return record.instant - first <= Self.longestSpan ? nil : "lies 30 days behind the first one"
  }

  private var workFault: String? {
    guard image.work.count.isMultiple(of: 2) else { return "its last work has no end" }
    for index in stride(from: 0, to: image.work.count, by: 2) {
      let (began, ended) = (image.work[index], image.work[index + 1])
      guard began.kind == .work, ended.kind == .work, began.detail == 0, ended.detail == 1,
        began.name < RingLayout.nameCount, began.instant <= ended.instant,
        ended.instant - began.instant <= Self.longestSpan
      else {
        return "work \(index / 2 + 1) of \(image.work.count / 2) of other threads is none"
      }
    }
    return nil
  }
}

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
