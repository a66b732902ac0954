import LabImport

extension TrackModel.Counts {
  /// Counts what a file in the Trace Event Format holds; `nil` if it is broken, or something in it is
  /// no event.
  init?(chrome bytes: [UInt8]) {
    struct Line: Hashable { let process: Int64, thread: Int64, name: UInt32 }
    var counts = TrackModel.Counts()
    var lines: Set<Line> = []
    var areEvents = true
    let isValid = ChromeEventHead.areValid(in: bytes) { event in
      guard let name = event.name else {
        areEvents = false
        return
      }
      switch UnicodeScalar(event.phase) {
      case "X", "i":
        if !event.hasTime || event.phase != 0x69 && !event.hasDuration { areEvents = false }
        counts.slices += 1
      case "C":
        counts.counters += 1
        lines.insert(Line(process: event.process, thread: -1, name: name))
      case "s": counts.flows += 1
      case "M" where event.namesThread:
        lines.insert(Line(process: event.process, thread: event.thread, name: name))
      default: break
      }
    }
    guard isValid, areEvents else { return nil }
    counts.tracks = lines.count
    self = counts
  }

  /// Counts what a file of Perfetto holds, and the actual frames in it; `nil` if it is broken.
  static func perfetto(_ bytes: [UInt8]) -> (counts: TrackModel.Counts?, frames: Int) {
    var counts = TrackModel.Counts()
    var frames = 0
    var file = ProtobufReader(bytes[...])
    while let (_, packet) = file.next() {
      var fields = ProtobufReader(packet.slice)
      while let (field, value) = fields.next() {
        switch field {
        case 11: counts.addEvent(value.slice)
        case 60: counts.addTrack(value.slice)
        case 76:
          if !ProtobufReader.fields(of: value.slice).isDisjoint(with: [2, 4]) { frames += 1 }
        default: break
        }
      }
      if fields.isBroken { return (nil, 0) }
    }
    return (file.isBroken ? nil : counts, frames)
  }

  private mutating func addEvent(_ bytes: ArraySlice<UInt8>) {
    var reader = ProtobufReader(bytes)
    while let (field, value) = reader.next() {
      switch (field, value.unsigned) {
      case (9, 1), (9, 3): slices += 1
      case (9, 4): counters += 1
      case (47, _): flows += 1
      default: break
      }
    }
  }

  /// Groups and processes hold tracks and are none.
  private mutating func addTrack(_ bytes: ArraySlice<UInt8>) {
    let fields = ProtobufReader.fields(of: bytes)
    if !fields.contains(3), !fields.contains(11) { tracks += 1 }
  }
}

extension ProtobufReader {
  /// The numbers of the fields of a message.
  fileprivate static func fields(of bytes: ArraySlice<UInt8>) -> Set<UInt64> {
    var reader = ProtobufReader(bytes)
    var fields: Set<UInt64> = []
    while let (field, _) = reader.next() { fields.insert(field) }
    return fields
  }
}
