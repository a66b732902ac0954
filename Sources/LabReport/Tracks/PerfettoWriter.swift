import LabResults

/// Writes tracks in Perfetto's own format.
///
/// The experiment is a track, with one for each run, and in that those of the run in their order.
/// The frames of a run belong to a process of the same name, since Perfetto's frame timeline asks
/// for one.
package struct PerfettoWriter {
  private var packets = PerfettoPackets()
  private var lastTrack = 0
  private var lastCookie = 0
  private var open: [Int64] = []

  /// Writes a model.
  ///
  /// - Complexity: O(n) for n events.
  package mutating func write<Refusal>(
    _ model: TrackModel, to write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    let root = nextTrack()
    packets.track(root, model.title, holdsTracks: true)
    for (rank, group) in model.groups.enumerated() {
      let parent = nextTrack()
      packets.track(parent, group.title, in: root, rank: rank, holdsTracks: true)
      for (rank, track) in group.tracks.enumerated() {
        try add(track, in: parent, rank: rank, model.names.all, write)
      }
      addFrames(of: group)
    }
    try drain(beyond: 0, write)
  }

  private mutating func nextTrack() -> Int {
    lastTrack += 1
    return lastTrack
  }

  private mutating func drain<Refusal>(
    beyond limit: Int, _ write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    guard packets.file.count > limit else { return }
    try write(packets.file.bytes)
    packets.file.removeAll()
  }

  private mutating func add<Refusal>(
    _ track: Track, in parent: Int, rank: Int, _ names: [String],
    _ write: ([UInt8]) throws(Refusal) -> Void
  ) throws(Refusal) {
    let id = nextTrack()
    var unit: String?
    if case .counter(let name) = track.kind { unit = name }
    packets.track(id, track.name, note: track.note, in: parent, rank: rank, unit: unit)
    let flows = track.flowsByEvent
    var next = 0
    for (index, event) in track.events.enumerated() {
      try drain(beyond: 1 << 20, write)
      if unit != nil {
        packets.counter(on: id, at: event.begin, event.value)
        continue
      }
      // What has ended is closed before what begins at the same time.
      while let end = open.last, end <= event.begin { close(on: id) }
      let first = next
      while next < flows.count, flows[next].event == index { next += 1 }
      let (low, high) = (Int(event.arguments.lowerBound), Int(event.arguments.upperBound))
      packets.event(
        track.kind == .slices ? .begin : .instant, on: id, at: event.begin,
        name: (Int(event.name), names[Int(event.name)]), track.arguments[low..<high],
        names: names, flows: flows[first..<next])
      if track.kind == .slices { open.append(event.end) }
    }
    while !open.isEmpty { close(on: id) }
  }

  private mutating func close(on track: Int) {
    guard let end = open.popLast() else { return }
    packets.end(on: track, at: end)
  }

  /// Adds the frames of the display, then those of the drivers, each with the one that displayed
  /// it.
  private mutating func addFrames(of group: TrackGroup) {
    guard !(group.frames.isEmpty && group.displayed.isEmpty) else { return }
    let (display, drivers) = (nextTrack(), nextTrack())
    packets.process(display, pid: display, "\(group.title), display")
    packets.process(drivers, pid: drivers, group.title)
    var tokens: [Int: Int] = [:]
    for (refresh, time) in group.displayed.sorted(by: { $0.key < $1.key }) {
      tokens[refresh] = add(expected: time, actual: time, of: display)
    }
    for frame in group.frames {
      add(
        expected: frame.expected, actual: frame.actual, frame.jank, of: drivers,
        layer: (frame.layer, frame.refresh.flatMap { tokens[$0] } ?? 0))
    }
  }

  /// Adds an expected and an actual frame, and returns their token.
  @discardableResult
  private mutating func add(
    expected: ClosedRange<Int64>, actual: ClosedRange<Int64>, _ jank: JankType? = nil,
    of process: Int, layer: (name: String, display: Int)? = nil
  ) -> Int {
    lastCookie += 2
    let token = lastCookie / 2
    packets.expected(
      .init(cookie: lastCookie - 1, token: token, process: process, layer: layer), expected)
    packets.actual(
      .init(cookie: lastCookie, token: token, process: process, layer: layer), actual,
      jank == nil ? .onTime : .dropped, jank)
    return token
  }
}

/// The packets of Perfetto's trace format, each as the bytes of one entry of a file.
///
/// Names of events and of their values are written once and referred to by number afterwards.
///
/// - Source: Perfetto, `trace_packet.proto`, `track_event.proto`, `frame_timeline_event.proto`.
struct PerfettoPackets {
  /// All packets so far.
  var file = ProtobufBuffer()

  private var packet = ProtobufBuffer()
  private var event = ProtobufBuffer()
  private var interned = ProtobufBuffer()
  private var isFirst = true
  private var eventNames = Interned()
  private var valueNames = Interned()

  /// Numbers that names have got, by their number in the model; 0 for none yet.
  private struct Interned {
    private var numbers: [Int64] = []
    private var count: Int64 = 0

    mutating func number(of name: Int) -> (number: Int64, isNew: Bool) {
      if name >= numbers.count {
        numbers += Array(repeating: 0, count: max(name + 1 - numbers.count, numbers.count))
      }
      guard numbers[name] == 0 else { return (numbers[name], false) }
      count += 1
      numbers[name] = count
      return (count, true)
    }
  }

  /// How the children of a track are ordered: by their rank.
  private static let explicitOrder: Int64 = 3
  /// The packets of one sequence share names.
  private static let sequence: Int64 = 1

  // MARK: Tracks

  /// Appends the description of a track.
  mutating func track(
    _ id: Int, _ name: String, note: String = "", in parent: Int? = nil, rank: Int? = nil,
    unit: String? = nil, holdsTracks: Bool = false
  ) {
    packet.message(60) { track in
      track.number(1, Int64(id))
      if let parent { track.number(5, Int64(parent)) }
      track.text(2, name)
      if let unit { track.message(8) { $0.text(6, unit) } }
      if holdsTracks { track.number(11, Self.explicitOrder) }
      if let rank { track.number(12, Int64(rank)) }
      if !note.isEmpty { track.text(14, note) }
    }
    // The first packet begins the table of names.
    if isFirst { packet.number(13, 1) }
    isFirst = false
    endPacket()
  }

  /// Appends the description of a process, to which frames belong.
  mutating func process(_ id: Int, pid: Int, _ name: String) {
    packet.message(60) { track in
      track.number(1, Int64(id))
      track.message(3) { process in
        process.number(1, Int64(pid))
        process.text(6, name)
      }
    }
    endPacket()
  }

  // MARK: Events

  enum Phase: Int64 {
    case begin = 1
    case end = 2
    case instant = 3
  }

  /// Appends the begin of a slice, or an instant.
  mutating func event(
    _ phase: Phase, on track: Int, at time: Int64, name: (number: Int, text: String),
    _ arguments: ArraySlice<TrackArgument> = [], names: [String] = [],
    flows: ArraySlice<FlowEnd> = []
  ) {
    event.number(9, phase.rawValue)
    event.number(11, Int64(track))
    let (number, isNew) = eventNames.number(of: name.number)
    event.number(10, number)
    if isNew { intern(2, number, name.text) }
    for argument in arguments { value(argument, names) }
    for flow in flows { event.fixed(flow.isTarget ? 48 : 47, UInt64(flow.id)) }
    endEvent(at: time, needsNames: true)
  }

  /// Appends the end of the innermost slice of a track.
  mutating func end(on track: Int, at time: Int64) {
    event.number(9, Phase.end.rawValue)
    event.number(11, Int64(track))
    endEvent(at: time, needsNames: true)
  }

  /// Appends the value of a counter.
  mutating func counter(on track: Int, at time: Int64, _ value: Double) {
    event.number(9, 4)
    event.number(11, Int64(track))
    event.fixed(44, value.bitPattern)
    endEvent(at: time, needsNames: false)
  }

  private mutating func value(_ argument: TrackArgument, _ names: [String]) {
    let name = Int(argument.name)
    let (number, isNew) = valueNames.number(of: name)
    if isNew { intern(3, number, names[name]) }
    event.message(4) { value in
      value.number(1, number)
      switch argument.value {
      case .number(let number): value.number(4, number)
      case .text(let text): value.text(6, names[Int(text)])
      }
    }
  }

  private mutating func intern(_ field: Int, _ number: Int64, _ name: String) {
    interned.message(field) { entry in
      entry.number(1, number)
      entry.text(2, name)
    }
  }

  private mutating func endEvent(at time: Int64, needsNames: Bool) {
    packet.number(8, time)
    packet.message(11, event)
    event.removeAll()
    if needsNames { packet.number(13, 2) }
    if interned.count > 0 {
      packet.message(12, interned)
      interned.removeAll()
    }
    endPacket()
  }

  // MARK: Frames

  /// Of what a frame is: of a layer of a process, or of the display.
  struct Surface {
    let cookie: Int
    /// What an expected and an actual frame have in common.
    let token: Int
    let process: Int
    /// The layer, and the token of the display's frame in which it was displayed, 0 if it was in
    /// none; `nil` for the display.
    let layer: (name: String, display: Int)?

    fileprivate func write(to message: inout ProtobufBuffer) {
      message.number(1, Int64(cookie))
      message.number(2, Int64(token))
      guard let layer else { return message.number(3, Int64(process)) }
      // A frame without this field is dropped by Perfetto's parser, and a dropped frame with it.
      message.number(3, Int64(layer.display))
      message.number(4, Int64(process))
      message.text(5, layer.name)
    }
  }

  /// What became of an actual frame.
  enum Present: Int64 {
    case onTime = 1
    case late = 2
    case dropped = 4
  }

  /// Appends an expected frame.
  mutating func expected(_ surface: Surface, _ time: ClosedRange<Int64>) {
    frame(surface.layer == nil ? 1 : 3, surface, time) { _ in }
  }

  /// Appends an actual frame.
  mutating func actual(
    _ surface: Surface, _ time: ClosedRange<Int64>, _ present: Present, _ jank: JankType?
  ) {
    // The display's frames have the same fields with other numbers.
    let isDisplay = surface.layer == nil
    frame(isDisplay ? 2 : 4, surface, time) { message in
      message.number(isDisplay ? 4 : 6, present.rawValue)
      message.number(isDisplay ? 5 : 7, present == .onTime ? 1 : 0)
      message.number(isDisplay ? 7 : 9, Int64(jank?.rawValue ?? 1))
      message.number(isDisplay ? 8 : 10, 1)
    }
  }

  private mutating func frame(
    _ field: Int, _ surface: Surface, _ time: ClosedRange<Int64>,
    _ write: (inout ProtobufBuffer) -> Void
  ) {
    packet.number(8, time.lowerBound)
    packet.message(76) { event in
      event.message(field) { message in
        surface.write(to: &message)
        write(&message)
      }
    }
    endPacket()
    packet.number(8, time.upperBound)
    packet.message(76) { event in event.message(5) { $0.number(1, Int64(surface.cookie)) } }
    endPacket()
  }

  private mutating func endPacket() {
    packet.number(10, Self.sequence)
    file.message(1, packet)
    packet.removeAll()
  }
}

/// A message in the wire format of protocol buffers.
///
/// - Source: Protocol Buffers, *Encoding*.
struct ProtobufBuffer {
  private(set) var buffer = ByteBuffer()

  /// How many bytes have been written.
  var count: Int { buffer.count }

  /// A copy of the bytes written so far.
  var bytes: [UInt8] { buffer.bytes }

  mutating func removeAll() { buffer.removeAll() }

  /// Appends a whole number; a negative one takes ten bytes.
  mutating func number(_ field: Int, _ number: Int64) {
    buffer.fill(20) { room, place in
      room.writeVarint(UInt64(field) << 3, at: &place)
      room.writeVarint(UInt64(bitPattern: number), at: &place)
    }
  }

  /// Appends eight bytes.
  mutating func fixed(_ field: Int, _ bits: UInt64) {
    buffer.fill(18) { room, place in
      room.writeVarint(UInt64(field) << 3 | 1, at: &place)
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        room.write(UInt8(truncatingIfNeeded: bits >> shift), at: &place)
      }
    }
  }

  /// Appends a text.
  mutating func text(_ field: Int, _ text: String) {
    let bytes = Array(text.utf8)
    length(field, bytes.count)
    buffer.append(bytes)
  }

  /// Appends a message.
  mutating func message(_ field: Int, _ message: ProtobufBuffer) {
    length(field, message.count)
    buffer.append(message.buffer)
  }

  /// Appends a short message.
  mutating func message(_ field: Int, _ write: (inout ProtobufBuffer) -> Void) {
    var message = ProtobufBuffer()
    write(&message)
    self.message(field, message)
  }

  private mutating func length(_ field: Int, _ count: Int) {
    buffer.fill(20) { room, place in
      room.writeVarint(UInt64(field) << 3 | 2, at: &place)
      room.writeVarint(UInt64(count), at: &place)
    }
  }
}

extension ByteBuffer {
  /// Appends what another buffer holds.
  fileprivate mutating func append(_ other: ByteBuffer) {
    fill(other.count) { room, place in
      for index in 0..<other.count { room.write(other[index], at: &place) }
    }
  }
}

extension ByteBuffer.Room {
  /// Writes a number in groups of seven bits, the lowest first.
  @inline(__always)
  fileprivate mutating func writeVarint(_ number: UInt64, at place: inout Int) {
    var rest = number
    while rest >= 0x80 {
      write(UInt8(truncatingIfNeeded: rest) | 0x80, at: &place)
      rest >>= 7
    }
    write(UInt8(truncatingIfNeeded: rest), at: &place)
  }
}
