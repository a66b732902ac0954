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

extension PerfettoReader {
  private static let trackLimit = 1 << 16
  private static let sliceLimit = 1 << 24

  private struct Event {
    var type: UInt64 = 0
    var track: UInt64?
    var name: UInt32?
    var text: ArraySlice<UInt8>?
    var counters: [UInt64]?
    var values: [UInt64] = []
    var function: String?
    var legacyPhase: Int64 = 0
    var duration: Int64 = -1
    var cpuDuration: Int64 = -1
    var isOld = false
    var annotations: [ArraySlice<UInt8>] = []
    var reporter: ArraySlice<UInt8> = []
  }

  /// Reads an event of a track.
  mutating func readEvent(
    _ bytes: ArraySlice<UInt8>, time: Int64?, _ sequence: inout PerfettoSequence
  ) {
    var event = parse(bytes, sequence)
    if let text = event.text, event.name == nil {
      event.name = trace.names.number(text.prefix(NameTable.length))
    }
    guard let time, !event.isOld else {
      trace.tally.lost += 1
      return
    }
    trace.see(time)
    let cpu = threadTime(event.counters ?? sequence.counters, event.values, &sequence)
    var slice = RawSlice(
      start: time, duration: 0, cpu: cpu, name: event.name ?? RawSlice.unnamed, phase: .begin)
    switch (event.type, event.legacyPhase) {
    case (1, _), (0, 0x42): break
    case (2, _), (0, 0x45): slice.phase = .end
    case (0, 0x58):
      guard event.duration >= 0 else {
        trace.tally.withoutDuration += 1
        return
      }
      slice.phase = .complete
      slice.duration = event.duration
      slice.cpu = event.cpuDuration
    default:
      if event.type == 3, kind(slice.name) == .vsync,
        ChromeName.instants.contains(trace.names.names[Int(slice.name)])
      {
        let name = trace.names.names[Int(slice.name)]
        trace.addVsync(time, source: "\(name) of track \(event.track ?? sequence.track)")
      }
      return
    }
    let track = event.track ?? sequence.track
    let kind = kind(slice.name)
    if slice.phase == .begin, kind == .wrapper, let function = event.function {
      slice.name = postedName(function)
    } else if kind == .vsync {
      addVsync(event.annotations, slice.name, sequence)
    } else if kind == .frame || openReports[track] != nil {
      addReport(slice, track: track, event.reporter)
    }
    add(slice, track: track)
  }

  private mutating func kind(_ name: UInt32) -> ChromeName {
    while kinds.count < trace.names.names.count {
      kinds.append(ChromeName(trace.names.names[kinds.count]))
    }
    return Int(name) < kinds.count ? kinds[Int(name)] : .plain
  }

  private mutating func add(_ slice: RawSlice, track: UInt64) {
    let index: Int
    if let known = trackThreads[track] {
      index = known
    } else {
      guard trackThreads.count < Self.trackLimit else {
        trace.tally.lost += 1
        return
      }
      index = trace.threads.count
      trackThreads[track] = index
      trackOrder.append(track)
      trace.threads.append(RawThread(process: 0, thread: Int64(truncatingIfNeeded: track)))
    }
    guard trace.threads[index].slices.count < Self.sliceLimit else {
      trace.tally.lost += 1
      return
    }
    trace.threads[index].slices.append(slice)
    trace.threads[index].see(slice.start + slice.duration)
    trace.see(slice: slice)
  }

  private func parse(_ bytes: ArraySlice<UInt8>, _ sequence: PerfettoSequence) -> Event {
    var event = Event()
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 9: event.type = value.unsigned
      case 11: event.track = value.unsigned
      case 10: event.name = sequence.name(value.unsigned)
      case 23: event.text = value.slice
      case 31: event.counters = (event.counters ?? []) + value.numbers.prefix(64)
      case 12: event.values += value.numbers.prefix(64)
      case 5:
        for (field, value) in ProtobufReader(value.slice) where field == 1 {
          event.function = sequence.function(value.unsigned)
        }
      case 1, 16: event.isOld = true
      case 4: event.annotations.append(value.slice)
      case 32: event.reporter = value.slice
      case 6: parseLegacy(value.slice, sequence, &event)
      default: break
      }
    }
    return event
  }

  private func parseLegacy(
    _ bytes: ArraySlice<UInt8>, _ sequence: PerfettoSequence, _ event: inout Event
  ) {
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: event.name = event.name ?? sequence.name(value.unsigned)
      case 2: event.legacyPhase = value.integer
      case 3: event.duration = Self.nanoseconds(value.integer)
      case 4: event.cpuDuration = Self.nanoseconds(value.integer)
      default: break
      }
    }
  }

  private static func nanoseconds(_ microseconds: Int64) -> Int64 {
    0..<(1 << 51) ~= microseconds ? microseconds * 1000 : -1
  }

  private mutating func threadTime(
    _ counters: [UInt64], _ values: [UInt64], _ sequence: inout PerfettoSequence
  ) -> Int64 {
    for (counter, value) in zip(counters, values) {
      guard let track = tracks[counter], track.threadTimeUnit > 0 else { continue }
      var count = Int64(bitPattern: value)
      if track.isIncremental {
        count = (sequence.counterValues[counter] ?? 0) &+ count
        sequence.counterValues[counter] = count
      }
      let time = count.multipliedReportingOverflow(by: track.threadTimeUnit)
      return time.overflow ? -1 : max(-1, time.partialValue)
    }
    return -1
  }

  private mutating func postedName(_ function: String) -> UInt32 {
    if let number = posted[function] { return number }
    let number = trace.names.number("posted by \(function)")
    posted[function] = number
    return number
  }
}

extension PerfettoReader {
  private struct Switches {
    var times: [UInt64] = []
    var states: [UInt64] = []
    var threads: [UInt64] = []
    var names: [UInt64] = []
    var table: [String] = []
  }

  /// Reads the events of one processor.
  mutating func readBundle(_ bytes: ArraySlice<UInt8>) {
    var processor: Int64 = 0
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: processor = value.integer
      case 2: readFtraceEvent(value.slice, processor: processor)
      case 3 where value.unsigned != 0:
        trace.tally.lost += 1
        marks.lose(processor: processor)
      case 4: readSwitches(value.slice, processor: processor)
      default: break
      }
    }
  }

  private mutating func readFtraceEvent(_ bytes: ArraySlice<UInt8>, processor: Int64) {
    var time: Int64?
    var thread: Int64 = 0
    trace.events += 1
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1:
        time = Int64(exactly: value.unsigned).flatMap {
          $0.magnitude <= Decimal.timeLimit ? $0 : nil
        }
      case 2: thread = value.integer
      case 3:
        guard let time else { continue }
        trace.see(time)
        for (part, value) in ProtobufReader(value.slice) where part == 2 {
          marks.mark(value.slice, thread: thread, process: nil, time: time, &trace)
        }
      case 4:
        guard let time else { continue }
        trace.see(time)
        readSwitch(value.slice, time: time, processor: processor)
      default: break
      }
    }
  }

  private mutating func readSwitch(_ bytes: ArraySlice<UInt8>, time: Int64, processor: Int64) {
    var change = ThreadSwitch(time: time, processor: processor)
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: change.previousName = value.text
      case 2: change.previous = value.integer
      case 4: change.isPreempted = Self.runs(value.unsigned)
      case 5: change.nextName = value.text
      case 6: change.next = value.integer
      default: break
      }
    }
    marks.add(change)
  }

  /// Whether a thread in this state of the kernel could go on.
  private static func runs(_ state: UInt64) -> Bool { state & 0xff == 0 }

  private mutating func readSwitches(_ bytes: ArraySlice<UInt8>, processor: Int64) {
    var switches = Switches()
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: switches.times += value.numbers
      case 2: switches.states += value.numbers
      case 3: switches.threads += value.numbers
      case 6: switches.names += value.numbers
      case 5: switches.table.append(value.text)
      default: break
      }
    }
    var time: Int64 = 0
    for (index, step) in switches.times.enumerated() {
      time = time &+ Int64(bitPattern: step)
      guard index < switches.states.count, index < switches.threads.count,
        0...Decimal.timeLimit ~= time
      else { return }
      trace.events += 1
      trace.see(time)
      let name = index < switches.names.count ? Int(clamping: switches.names[index]) : .max
      marks.add(
        ThreadSwitch(
          time: time, processor: processor, previous: marks.running(on: processor),
          isPreempted: Self.runs(switches.states[index]),
          next: Int64(bitPattern: switches.threads[index]),
          nextName: name < switches.table.count ? switches.table[name] : ""))
    }
  }
}
