/// What the packets of one writer share: names, defaults, clocks.
struct PerfettoSequence {
  private struct Clock {
    /// The last value in nanoseconds.
    var value: Int64
    var unit: Int64
    var isIncremental: Bool
    /// What leads to the clock of the whole trace.
    var offset: Int64
  }

  private static let limit = 1 << 18

  /// Whether the state is complete, since it was reset and nothing was lost after that.
  private(set) var isComplete = false
  private var names: [UInt64: UInt32] = [:]
  private var functions: [UInt64: String] = [:]
  private var frameTimes: Set<UInt64> = []
  private(set) var track: UInt64 = 0
  private(set) var counters: [UInt64] = []
  private var clock: UInt64?
  private var clocks: [UInt64: Clock] = [:]
  /// The running values of counters that only tell differences.
  var counterValues: [UInt64: Int64] = [:]

  /// Forgets all.
  mutating func reset() {
    let clocks = clocks
    self = PerfettoSequence()
    self.clocks = clocks
    isComplete = true
  }

  /// Waits for the next reset.
  mutating func lose() { isComplete = false }

  /// Takes the defaults of later packets.
  mutating func setDefaults(_ message: ArraySlice<UInt8>) {
    for (field, value) in ProtobufReader(message) {
      if field == 58 { clock = value.unsigned }
      guard field == 11 else { continue }
      counters = []
      for (field, value) in ProtobufReader(value.slice) {
        if field == 11 { track = value.unsigned }
        if field == 31, counters.count < 64 { counters += value.numbers.prefix(64) }
      }
    }
  }

  /// Takes names for numbers.
  mutating func intern(_ message: ArraySlice<UInt8>, _ table: inout NameTable) {
    for (field, value) in ProtobufReader(message) where 2...4 ~= field {
      var number: UInt64 = 0
      var name: Value = .bytes([])
      for (inner, value) in ProtobufReader(value.slice) {
        if inner == 1 { number = value.unsigned }
        if inner == (field == 4 ? 3 : 2) { name = value }
      }
      guard names.count + functions.count < Self.limit else { return }
      if field == 3 {
        if ["frame_time", "frame_time_us"].contains(name.text) { frameTimes.insert(number) }
      } else if field == 2 {
        names[number] = table.number(name.slice.prefix(NameTable.length))
      } else if !name.slice.isEmpty {
        functions[number] = name.text
      }
    }
  }

  typealias Value = ProtobufReader.Value

  /// Returns the number of a name that stands for another number.
  func name(_ number: UInt64) -> UInt32? { names[number] }

  /// Whether a number stands for the annotation that tells the time of a frame.
  func isFrameTime(_ number: UInt64) -> Bool { frameTimes.contains(number) }

  /// Returns the function that posted a task.
  func function(_ number: UInt64) -> String? { functions[number] }

  /// Returns the time of a packet in nanoseconds of the trace's clock, and moves the sequence's
  /// own clocks on.
  ///
  /// Other clocks of the system lead to that of the trace by their offsets.
  mutating func time(_ timestamp: UInt64, clock: UInt64?, offsets: [UInt64: Int64]) -> Int64? {
    let id = clock ?? self.clock ?? 6
    guard let stamp = Int64(exactly: timestamp) else { return nil }
    guard var own = clocks[id] else {
      let scale: Int64 = id == 65 ? 1000 : 1
      return Self.checked(stamp.multipliedReportingOverflow(by: scale), plus: offsets[id] ?? 0)
    }
    let scaled = stamp.multipliedReportingOverflow(by: own.unit)
    guard !scaled.overflow else { return nil }
    if own.isIncremental {
      let sum = own.value.addingReportingOverflow(scaled.partialValue)
      guard !sum.overflow else { return nil }
      own.value = sum.partialValue
    } else {
      own.value = scaled.partialValue
    }
    clocks[id] = own
    return Self.checked((own.value, false), plus: own.offset)
  }

  private static func checked(
    _ value: (partialValue: Int64, overflow: Bool), plus offset: Int64
  ) -> Int64? {
    let sum = value.partialValue.addingReportingOverflow(offset)
    guard !value.overflow, !sum.overflow, sum.partialValue.magnitude <= Decimal.timeLimit else {
      return nil
    }
    return sum.partialValue
  }

  /// Takes what several clocks showed at one instant.
  mutating func setClocks(_ readings: [PerfettoClock], offsets: [UInt64: Int64]) {
    let reference = readings.first { $0.id < 64 && offsets[$0.id] != nil }
    for reading in readings where 64..<128 ~= reading.id {
      let value = reading.timestamp.multipliedReportingOverflow(by: reading.unit)
      guard !value.overflow else { continue }
      var offset = clocks[reading.id]?.offset
      if let reference, let base = offsets[reference.id] {
        let difference = reference.timestamp &+ base &- value.partialValue
        // Readings of one instant differ by some microseconds; that is no reason to jump.
        if offset.map({ ($0 &- difference).magnitude > 1_000_000 }) ?? true { offset = difference }
      }
      clocks[reading.id] = Clock(
        value: value.partialValue, unit: reading.unit, isIncremental: reading.isIncremental,
        offset: offset ?? 0)
    }
  }
}

/// What one clock showed.
struct PerfettoClock {
  var id: UInt64 = 0
  var timestamp: Int64 = 0
  var isIncremental = false
  var unit: Int64 = 1

  init(_ message: ArraySlice<UInt8>) {
    for (field, value) in ProtobufReader(message) {
      switch field {
      case 1: id = value.unsigned
      case 2: timestamp = value.integer
      case 3: isIncremental = value.unsigned != 0
      case 4: unit = min(max(1, value.integer), 1_000_000_000)
      default: break
      }
    }
  }
}
