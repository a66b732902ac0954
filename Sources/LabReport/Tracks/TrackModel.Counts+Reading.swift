import LabImport

extension TrackModel.Counts {
  /// Counts what a file in the Trace Event Format holds; `nil` if a line of it is no event.
  init?(chrome bytes: [UInt8]) {
    self.init()
    var threads: Set<String> = []
    var counterTracks: Set<String> = []
    for line in bytes.split(separator: 10).dropFirst().dropLast() {
      let event = line.last == UInt8(ascii: ",") ? line.dropLast() : line
      guard let value = JSONValue.parse(event), let phase = value["ph"]?.text,
        let process = value["pid"]?.integer, let name = value["name"]?.text
      else { return nil }
      let thread = value["tid"]?.integer
      switch phase {
      case "X", "i":
        guard value["ts"]?.decimal != nil, phase == "i" || value["dur"]?.decimal != nil else {
          return nil
        }
        slices += 1
      case "C":
        counters += 1
        counterTracks.insert("\(process) \(name)")
      case "s": flows += 1
      case "M" where name == "thread_name": threads.insert("\(process) \(thread ?? 0)")
      default: break
      }
    }
    tracks = threads.count + counterTracks.count
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
