import LabExperiment
import LabKernel
import LabMetrics

/// What is kept of a finished run, as the bytes in which the journal keeps it.
///
/// All words are 64 bits, the lowest byte first:
///
///     run, fingerprint, number of lists, begin and end of the run's rows in each list;
///     for each driver of its arm a value for each metric of the dictionary;
///     for each driver the worst blame
///
/// A value is a byte that tells its kind and a word; a blame is its time (−1 for none), the index of
/// its cause, its serial (−1 for none), and the length and bytes of its owner (−1 for none).
struct RunRecord: Sendable {
  private(set) var bytes: [UInt8]

  private static let metrics = MetricDictionary.all
  private static let valueSize = 9

  /// The position of the run in the plan.
  var run: Int { Int(word(at: 0)) }

  /// The hash of everything that happened in it.
  var fingerprint: UInt64 { UInt64(bitPattern: word(at: 8)) }

  /// In how many lists the run has rows.
  private var listCount: Int { Int(word(at: 16)) }

  /// The rows of the run in every list, as ranges of the list's bytes.
  var rows: [Range<Int>] {
    (0..<listCount).map { Int(word(at: 24 + 16 * $0))..<Int(word(at: 32 + 16 * $0)) }
  }

  /// Moves the rows of the run to where each list ends.
  mutating func place(atEnds ends: [Int]) {
    for (list, range) in rows.enumerated() {
      replace(at: 24 + 16 * list, Int64(ends[list]))
      replace(at: 32 + 16 * list, Int64(ends[list] + range.count))
    }
  }

  /// Returns the value of a metric, by the positions of driver and metric; `nil` if undefined.
  func value(driver: Int, metric: Int) -> MetricValue? {
    let position = driverStart + (driver * Self.metrics.count + metric) * Self.valueSize
    let word = word(at: position + 1)
    switch bytes[position] {
    case 1: return .count(Int(word))
    case 2: return .time(.nanoseconds(word))
    case 3: return .number(Double(bitPattern: UInt64(bitPattern: word)))
    default: return nil
    }
  }

  /// Returns the longest that anything held up each driver, in order; `nil` for a punctual one.
  func worstBlames(drivers: Int) -> [Blame?] {
    var position = driverStart + drivers * Self.metrics.count * Self.valueSize
    return (0..<drivers).map { _ in
      let (time, cause) = (word(at: position), Int(word(at: position + 8)))
      let (serial, length) = (word(at: position + 16), Int(word(at: position + 24)))
      position += 32
      defer { position += max(0, length) }
      guard time >= 0 else { return nil }
      let owner =
        length < 0 ? nil : String(decoding: bytes[position..<position + length], as: UTF8.self)
      return Blame(
        cause: BlameCause.allCases[cause], owner: owner, serial: serial < 0 ? nil : Int(serial),
        time: .nanoseconds(time))
    }
  }

  private var driverStart: Int { 24 + 16 * listCount }

  private func word(at position: Int) -> Int64 {
    unsafe bytes.withUnsafeBytes { buffer in
      Int64(
        littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: position, as: Int64.self))
    }
  }
}

extension RunRecord {
  /// Whether this is all of the record of a run with so many drivers.
  func isWhole(drivers: Int) -> Bool {
    guard bytes.count >= 24, (0...16).contains(word(at: 16)) else { return false }
    var end = driverStart + drivers * Self.metrics.count * Self.valueSize
    for _ in 0..<drivers {
      guard bytes.count >= end + 32 else { return false }
      end += 32 + max(0, Int(word(at: end + 24)))
    }
    return bytes.count == end
  }

  /// Makes the record of a run.
  ///
  /// - Parameters:
  ///   - result: What it came to.
  ///   - drivers: The names of the drivers of its arm.
  ///   - rows: How many bytes of rows it has in every list.
  init(_ result: RunResult, drivers: [String], rows: [Int] = []) {
    bytes = []
    append(Int64(result.run.index))
    append(Int64(bitPattern: result.fingerprint))
    append(Int64(rows.count))
    for count in rows {
      append(0)
      append(Int64(count))
    }
    let drivers = drivers.map { name in result.drivers.first { $0.name == name } }
    for driver in drivers {
      for metric in Self.metrics { append(driver.flatMap(metric.value)) }
    }
    for driver in drivers { append(driver?.blame[.lateFiring]?.worst) }
  }

  private mutating func append(_ value: MetricValue?) {
    let (kind, word): (UInt8, Int64) =
      switch value {
      case nil: (0, 0)
      case .count(let count): (1, Int64(count))
      case .time(let time): (2, time.wholeNanoseconds)
      case .number(let number): (3, Int64(bitPattern: number.bitPattern))
      }
    bytes.append(kind)
    append(word)
  }

  private mutating func append(_ blame: Blame?) {
    append(blame.map { $0.time.wholeNanoseconds } ?? -1)
    append(Int64(blame.flatMap { BlameCause.allCases.firstIndex(of: $0.cause) } ?? 0))
    append(blame?.serial.map(Int64.init) ?? -1)
    append(blame?.owner.map { Int64($0.utf8.count) } ?? -1)
    bytes += Array((blame?.owner ?? "").utf8)
  }

  private mutating func append(_ word: Int64) {
    bytes += Array(repeating: 0, count: 8)
    replace(at: bytes.count - 8, word)
  }

  private mutating func replace(at position: Int, _ word: Int64) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: position, as: Int64.self)
    }
  }
}
