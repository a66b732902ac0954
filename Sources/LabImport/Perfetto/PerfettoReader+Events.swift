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
