import LabExperiment
import LabKernel
package import LabMetrics

/// What is kept of a finished run, as the bytes in which the journal keeps it.
///
/// All words are 64 bits, the lowest byte first:
///
///     run, fingerprint, number of lists; begin, end and hash of the run's rows in each list;
///     for each driver of its arm a value for each metric that is kept, then for each load if
///     metrics of tasks are;
///     for each of them the number of its shares of blame, and the shares
///
/// A value is a byte that tells its kind and a word; a share of blame is the index of its cause,
/// its late time, its dropped slots, and the length and bytes of its owner (−1 for none).
package struct RunRecord: Sendable {
  private(set) var bytes: ArraySlice<UInt8>
  /// The metrics that are kept.
  private let selection: MetricSelection

  /// How the metrics of the dictionary are read; the words about them are left behind.
  private static let readings = MetricDictionary.everything.map { Reading(value: $0.value) }

  /// A bare function in an array is called by way of a copy of all that it is given.
  private struct Reading {
    let value: @Sendable (DriverMetrics) -> MetricValue?
  }

  /// Takes bytes as they were written.
  init(bytes: ArraySlice<UInt8>, _ selection: MetricSelection) {
    self.bytes = bytes
    self.selection = selection
  }

  /// The position of the run in the plan.
  var run: Int { Int(word(at: 0)) }

  /// The hash of everything that happened in it.
  package var fingerprint: UInt64 { UInt64(bitPattern: word(at: 8)) }

  /// In how many lists the run has rows.
  private var listCount: Int { Int(word(at: 16)) }

  /// The rows of the run in every list, as ranges of the list's bytes.
  var rows: [Range<Int>] {
    (0..<listCount).map { Int(word(at: 24 + 24 * $0))..<Int(word(at: 32 + 24 * $0)) }
  }

  /// The hash of the rows in every list.
  var rowHashes: [UInt64] {
    (0..<listCount).map { UInt64(bitPattern: word(at: 40 + 24 * $0)) }
  }

  /// Says what the rows of the run are in every list, and that they begin at its end.
  mutating func place(_ rows: [RowList], atEnds ends: [Int]) {
    for (list, (rows, end)) in zip(rows, ends).enumerated() {
      place(end..<end + rows.count, hash: rows.hash, in: list)
    }
  }

  /// Says where the rows of the run are in a list, and what their hash is.
  mutating func place(_ rows: Range<Int>, hash: UInt64, in list: Int) {
    replace(at: 24 + 24 * list, Int64(rows.lowerBound))
    replace(at: 32 + 24 * list, Int64(rows.upperBound))
    replace(at: 40 + 24 * list, Int64(bitPattern: hash))
  }

  /// Returns the value of a metric, by the positions of driver and metric; loads stand behind the
  /// drivers; `nil` if it is undefined or not kept.
  package func value(driver: Int, metric: Int) -> MetricValue? {
    guard let place = selection.place(of: metric) else { return nil }
    let count = selection.kept.count
    return bytes.value(at: driverStart + (driver * count + place) * MetricValue.codeSize)
  }

  /// Visits the values of some metrics of a driver, in their order.
  func forEachValue(
    driver: Int, of metrics: ArraySlice<Int>, _ body: (MetricValue?) -> Void
  ) {
    let begin = driverStart + driver * selection.kept.count * MetricValue.codeSize
    for metric in metrics {
      guard let place = selection.place(of: metric) else {
        body(nil)
        continue
      }
      body(bytes.value(at: begin + place * MetricValue.codeSize))
    }
  }

  /// Returns who is to blame for each driver, in the order of the drivers.
  package func blame(drivers: Int, loads: Int) -> [[BlameShare]] {
    var position =
      driverStart + (drivers + loads) * selection.kept.count * MetricValue.codeSize
    return (0..<drivers).map { _ in
      let count = Int(word(at: position))
      position += 8
      return (0..<count).map { _ in
        let length = Int(word(at: position + 24))
        defer { position += BlameShare.codeSize + max(0, length) }
        let owner = bytes.dropFirst(position + BlameShare.codeSize).prefix(max(0, length))
        return BlameShare(
          cause: BlameCause.allCases[Int(word(at: position))],
          owner: length < 0 ? nil : String(decoding: owner, as: UTF8.self),
          late: word(at: position + 8), dropped: Int(word(at: position + 16)))
      }
    }
  }

  private var driverStart: Int { 24 + 24 * listCount }

  private func word(at position: Int) -> Int64 { Int64(bitPattern: bytes.word(at: position)) }
}

extension RunRecord {
  /// Whether this is all of the record of a run with so many drivers, and nothing in it is out of
  /// range: whatever is read of it later exists.
  func isWhole(drivers: Int) -> Bool {
    guard bytes.count >= 24, (0...16).contains(word(at: 16)), bytes.count >= driverStart else {
      return false
    }
    for list in 0..<listCount {
      let (begin, end) = (word(at: 24 + 24 * list), word(at: 32 + 24 * list))
      guard begin >= 0, end >= begin, end < 1 << 48 else { return false }
    }
    var end = driverStart
    let values = drivers * selection.kept.count
    guard bytes.count >= end + values * MetricValue.codeSize else { return false }
    for _ in 0..<values {
      guard bytes.isSensibleValue(at: end) else { return false }
      end += MetricValue.codeSize
    }
    for _ in 0..<drivers {
      guard bytes.count >= end + 8 else { return false }
      let count = word(at: end)
      end += 8
      guard (0...Int64(bytes.count)).contains(count) else { return false }
      for _ in 0..<count {
        guard bytes.count >= end + BlameShare.codeSize,
          BlameCause.allCases.indices.contains(Int(word(at: end))),
          (0...BlameShare.largest).contains(word(at: end + 8)),
          (0...BlameShare.largest).contains(word(at: end + 16)),
          (-1...Int64(bytes.count)).contains(word(at: end + 24))
        else { return false }
        end += BlameShare.codeSize + max(0, Int(word(at: end + 24)))
      }
    }
    return bytes.count == end
  }

  /// Makes the record of a run.
  init(
    _ result: RunResult, drivers: [String], loads: [String] = [],
    _ selection: MetricSelection = .all, lists: Int = 0
  ) {
    self.selection = selection
    var bytes: [UInt8] = []
    let size =
      24 + 24 * lists
      + (drivers.count + loads.count) * (selection.kept.count * MetricValue.codeSize + 64)
    bytes.reserveCapacity(size)
    bytes.append(word: UInt64(result.run.index))
    bytes.append(word: result.fingerprint)
    bytes.append(word: UInt64(lists))
    for _ in 0..<3 * lists { bytes.append(word: 0) }
    let positions = drivers.map { name in result.drivers.firstIndex { $0.name == name } }
    for position in positions {
      let begin = bytes.count
      bytes += selection.undefinedValues
      guard let position else { continue }
      Self.put(result.drivers[position], selection.kept, into: &bytes, at: begin)
    }
    let tasks = loads.map { name in result.loads.first { $0.name == name } }
    for tasks in tasks {
      for metric in selection.kept {
        let value = tasks.flatMap(MetricDictionary.everything[metric].value(of:))
        bytes.append(value: value)
      }
    }
    for position in positions {
      bytes.append(shares: position.map { BlameShare.shares(of: result.drivers[$0]) } ?? [])
    }
    for _ in tasks { bytes.append(shares: []) }
    self.bytes = bytes[...]
  }

  /// Puts the values of some metrics of a driver over those that are undefined.
  ///
  /// The numbers of a driver are large; they are not copied for each metric.
  private static func put(
    _ driver: DriverMetrics, _ metrics: [Int], into bytes: inout [UInt8], at begin: Int
  ) {
    var place = begin
    for metric in metrics {
      if let value = readings[metric].value(driver) { bytes.put(value, at: place) }
      place += MetricValue.codeSize
    }
  }

  /// Makes the record of a run from the values of the metrics that are kept, driver by driver; it
  /// blames nothing.
  init(
    run: Int, fingerprint: UInt64, values: [[MetricValue?]], _ selection: MetricSelection
  ) {
    self.selection = selection
    var bytes: [UInt8] = []
    for word in [UInt64(run), fingerprint, 0] { bytes.append(word: word) }
    for value in values.joined() { bytes.append(value: value) }
    for _ in values { bytes.append(shares: []) }
    self.bytes = bytes[...]
  }

  private mutating func replace(at position: Int, _ word: Int64) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: position, as: Int64.self)
    }
  }
}

extension MetricValue {
  /// How many bytes a value has in a journal: one that tells its kind, and a word.
  static let codeSize = 9
  /// More than any ratio that the lab measures, and small enough to be squared and printed.
  static let largestNumber = 1e24

  /// The kind and the word that stand for it; zeros stand for an undefined value.
  fileprivate var code: (kind: UInt8, word: UInt64) {
    switch self {
    case .count(let count): (1, UInt64(bitPattern: Int64(count)))
    case .time(let time): (2, UInt64(bitPattern: time.wholeNanoseconds))
    case .number(let number): (3, number.bitPattern)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The value at an offset from the start; `nil` if it is undefined.
  func value(at offset: Int) -> MetricValue? {
    let word = word(at: offset + 1)
    switch self[startIndex + offset] {
    case 1: return .count(Int(truncatingIfNeeded: word))
    case 2: return .time(.nanoseconds(Int64(bitPattern: word)))
    case 3: return .number(Double(bitPattern: word))
    default: return nil
    }
  }

  /// Whether the value at an offset is one that can be printed and reckoned with.
  func isSensibleValue(at offset: Int) -> Bool {
    switch self[startIndex + offset] {
    case 0, 1, 2: true
    case 3: Double(bitPattern: word(at: offset + 1)).magnitude <= MetricValue.largestNumber
    default: false
    }
  }
}

extension [UInt8] {
  /// Appends a value, as its kind and a word.
  mutating func append(value: MetricValue?) {
    let (kind, word) = value?.code ?? (0, 0)
    append(kind)
    append(word: word)
  }

  /// Puts a value at an offset, as its kind and a word.
  fileprivate mutating func put(_ value: MetricValue, at offset: Int) {
    let (kind, word) = value.code
    self[offset] = kind
    unsafe withUnsafeMutableBytes { buffer in
      unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: offset + 1, as: UInt64.self)
    }
  }

  fileprivate mutating func append(shares: [BlameShare]) {
    func append(_ number: Int64) { self.append(word: UInt64(bitPattern: number)) }
    append(Int64(shares.count))
    for share in shares {
      append(Int64(BlameCause.allCases.firstIndex(of: share.cause) ?? 0))
      append(share.late)
      append(Int64(share.dropped))
      append(share.owner.map { Int64($0.utf8.count) } ?? -1)
      self += (share.owner ?? "").utf8
    }
  }
}

/// What one owner is to blame for in one run of a driver.
package struct BlameShare: Hashable, Sendable {
  /// Why the driver waited.
  package let cause: BlameCause
  /// The load, driver or other holder of the thread, or the mode; `nil` for a cause without one.
  package let owner: String?
  /// How late it made callbacks, all of them together, in nanoseconds.
  package var late: Int64
  /// How many dropped slots have most of their time from it.
  package var dropped: Int

  /// How many bytes a share has in a journal, without its owner.
  static let codeSize = 32
  /// More than any run has of either, and small enough that two can be added.
  static let largest: Int64 = 1 << 60

  /// Adds what an equal owner is to blame for to a list.
  package static func add(_ share: BlameShare, to shares: inout [BlameShare]) {
    guard let known = shares.firstIndex(where: { $0.isSame(as: share) }) else {
      shares.append(share)
      return
    }
    shares[known].late = min(Int64.max / 2, shares[known].late) + share.late
    shares[known].dropped += share.dropped
  }

  private func isSame(as other: BlameShare) -> Bool { cause == other.cause && owner == other.owner }

  /// Returns who is to blame for a driver, by the causes of its late callbacks and dropped slots.
  static func shares(of driver: DriverMetrics) -> [BlameShare] {
    var shares: [BlameShare] = []
    for blame in driver.blame[.lateFiring].culprits {
      let late = min(largest, blame.time.wholeNanoseconds)
      add(BlameShare(cause: blame.cause, owner: blame.owner, late: late, dropped: 0), to: &shares)
    }
    for count in driver.blame[.droppedSlot].counts {
      add(
        BlameShare(cause: count.cause, owner: count.owner, late: 0, dropped: Int(count.count)),
        to: &shares)
    }
    return shares
  }
}

/// The rows of one run in one list: those of one spool after those of another.
struct RowList: Sendable {
  /// How many bytes there are.
  let count: Int
  /// The hash of all bytes.
  let hash: UInt64
  private let spools: [Spool]

  /// Ends spools, and sets their rows one behind the other.
  init(_ spools: [Spool]) throws(WriteError) {
    var hash = ContentHash()
    var count = 0
    for spool in spools {
      try spool.finish()
      // A hash goes on where another one ended, but does not join two.
      if count == 0 {
        hash = spool.hash
      } else {
        try spool.forEachPart { hash.update($0[...]) }
      }
      count += spool.count
    }
    (self.spools, self.count, self.hash) = (spools, count, hash.value)
  }

  /// Appends all rows to a file.
  func write(to target: DiskFile) throws(WriteError) {
    for spool in spools { try spool.forEachPart(target.append) }
  }

  /// The bytes of a list that lies in memory.
  var bytes: [UInt8] { spools.flatMap { $0.bytes } }
}

extension ArraySlice<UInt8> {
  /// The word at an offset from the start, the lowest byte first.
  func word(at offset: Int) -> UInt64 {
    unsafe withUnsafeBytes { buffer in
      UInt64(littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}

extension [UInt8] {
  /// Appends a word, the lowest byte first.
  mutating func append(word: UInt64) {
    unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe append(contentsOf: $0) }
  }
}

/// Returns a hash or a fingerprint as it is printed: sixteen hexadecimal digits.
package func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
