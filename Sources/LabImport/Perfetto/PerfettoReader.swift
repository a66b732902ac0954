/// Reads packets of Perfetto: track events, marks and switches of ftrace, frames.
///
/// - Source: perfetto/protos/perfetto/trace, read for the numbers of fields.
struct PerfettoReader {
  private static let packetLimit = 32 << 20

  private static let sequenceLimit = 1 << 14
  private static let parts: Set<UInt64> = [1, 2, 5, 6, 11, 12, 43, 44, 59, 60, 76]

  private struct Packet {
    var timestamp: UInt64?
    var clock: UInt64?
    var sequence: UInt64 = 0
    var flags: UInt64 = 0
    var isLossy = false
    var parts: [(field: UInt64, bytes: ArraySlice<UInt8>)] = []
  }

  /// A line of slices.
  struct Track {
    var parent: UInt64 = 0
    var name = ""
    var process: Int64?
    var thread: Int64?
    /// Nanoseconds of one count of a counter of the thread's time; 0 for other tracks.
    var threadTimeUnit: Int64 = 0
    var isIncremental = false
  }

  var trace = RawTrace(format: .perfetto)
  var sequences: [UInt64: PerfettoSequence] = [:]
  var tracks: [UInt64: Track] = [:]
  var trackThreads: [UInt64: Int] = [:]
  var trackOrder: [UInt64] = []
  var processNames: [Int64: String] = [:]
  var threadNames: [Int64: String] = [:]
  var threadProcesses: [Int64: Int64] = [:]
  var openFrames: [UInt64: RawFrame] = [:]
  var openReports: [UInt64: (frame: RawFrame, depth: Int)] = [:]
  var reports: [(frame: RawFrame, track: UInt64)] = []
  var kinds: [ChromeName] = []
  var offsets: [UInt64: Int64] = [6: 0]
  var marks = MarkCollector()
  var posted: [String: UInt32] = [:]

  /// Reads a file.
  static func read(_ window: ByteWindow) throws(Stop) -> RawTrace {
    var reader = PerfettoReader()
    var window = window
    do throws(Stop) {
      try reader.readFile(&window)
    } catch .ended {
      reader.trace.tally.isTruncated = true
    }
    reader.finish()
    return reader.trace
  }

  private mutating func readFile(_ window: inout ByteWindow) throws(Stop) {
    while try !window.peek(1).isEmpty {
      let offset = window.offset
      let key = try Self.varint(&window)
      guard key & 7 == 2 else {
        throw .broken("this is not a packet of Perfetto.", at: offset)
      }
      let length = try Self.varint(&window)
      guard length <= Self.packetLimit else {
        throw .broken("a packet is larger than \(Self.packetLimit >> 20) MB.", at: offset)
      }
      let bytes = try Array(window.peek(Int(length)))
      guard bytes.count == Int(length) else { throw .ended }
      window.index += Int(length)
      if key >> 3 == 1 { try readPacket(bytes[...], isInner: false) }
    }
  }

  private static func varint(_ window: inout ByteWindow) throws(Stop) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = try window.next() else { throw .ended }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    throw .broken("a number is too long.", at: window.offset)
  }

  private mutating func readPacket(_ bytes: ArraySlice<UInt8>, isInner: Bool) throws(Stop) {
    var packet = Packet()
    var reader = ProtobufReader(bytes)
    while let (field, value) = reader.next() {
      switch field {
      case 8: packet.timestamp = value.unsigned
      case 58: packet.clock = value.unsigned
      case 10: packet.sequence = value.unsigned
      case 13: packet.flags |= value.unsigned
      case 41: packet.flags |= value.unsigned != 0 ? 1 : 0
      case 42: packet.isLossy = value.unsigned != 0
      case 50 where !isInner: try readCompressed(value.slice)
      case 133: trace.tally.lost += 1
      default:
        if case .bytes(let bytes) = value, Self.parts.contains(field),
          packet.parts.count < 1 << 12
        {
          packet.parts.append((field, bytes))
        }
      }
    }
    if reader.isBroken { trace.tally.lost += 1 }
    trace.events += 1
    handle(packet)
  }

  private mutating func readCompressed(_ bytes: ArraySlice<UInt8>) throws(Stop) {
    let packets: [UInt8]
    do throws(Stop) {
      packets = try Zlib.inflate(Array(bytes), limit: Self.packetLimit)
    } catch {
      trace.tally.lost += 1
      return
    }
    for (field, value) in ProtobufReader(packets[...]) where field == 1 {
      try readPacket(value.slice, isInner: true)
    }
  }

  private mutating func handle(_ packet: Packet) {
    guard sequences.count < Self.sequenceLimit || sequences[packet.sequence] != nil else {
      trace.tally.lost += 1
      return
    }
    var sequence = sequences[packet.sequence] ?? PerfettoSequence()
    sequences[packet.sequence] = nil
    if packet.isLossy { sequence.lose() }
    if packet.flags & 1 != 0 { sequence.reset() }
    for part in packet.parts where part.field == 6 { readClocks(part.bytes, &sequence) }
    for part in packet.parts where part.field == 59 { sequence.setDefaults(part.bytes) }
    for part in packet.parts where part.field == 12 {
      sequence.intern(part.bytes, &trace.names)
    }
    let time = packet.timestamp.flatMap {
      sequence.time($0, clock: packet.clock, offsets: offsets)
    }
    let isUsable = packet.flags & 2 == 0 || sequence.isComplete
    for (field, bytes) in packet.parts {
      switch field {
      case 11:
        guard isUsable else {
          trace.tally.lost += 1
          break
        }
        readEvent(bytes, time: time, &sequence)
      case 60: readTrack(bytes)
      case 43, 44: readOldDescriptor(bytes, field: field)
      case 1: readBundle(bytes)
      case 2: readProcesses(bytes)
      case 5: trace.tally.lost += 1
      case 76: if let time { readFrame(bytes, time: time) }
      default: break
      }
    }
    sequences[packet.sequence] = sequence
  }

  private mutating func readClocks(
    _ bytes: ArraySlice<UInt8>, _ sequence: inout PerfettoSequence
  ) {
    var clocks: [PerfettoClock] = []
    var reader = ProtobufReader(bytes)
    while clocks.count < 64, let (field, value) = reader.next() {
      if field == 1 { clocks.append(PerfettoClock(value.slice)) }
    }
    if let boot = clocks.first(where: { $0.id == 6 }) {
      for clock in clocks where clock.id < 64 && offsets[clock.id] == nil {
        offsets[clock.id] = boot.timestamp &- clock.timestamp
      }
    } else {
      for clock in clocks where clock.id == 3 && offsets[3] == nil { offsets[3] = 0 }
    }
    sequence.setClocks(clocks, offsets: offsets)
  }
}
