import LabImport

/// Some runs as tracks of slices, instants and counters: what viewers of traces draw.
///
/// The model decides what there is to see, and the writers only how it is spelt, so that all
/// formats say the same. Times are whole nanoseconds since the start of the run.
package struct TrackModel: Sendable {
  /// How many things there are of each kind.
  package struct Counts: Hashable, Sendable {
    /// The tracks.
    package var tracks = 0
    /// The slices and instants on them.
    package var slices = 0
    /// The values of counters.
    package var counters = 0
    /// The arrows from a cause to its effect.
    package var flows = 0

    /// Creates counts.
    package init(tracks: Int = 0, slices: Int = 0, counters: Int = 0, flows: Int = 0) {
      self.tracks = tracks
      self.slices = slices
      self.counters = counters
      self.flows = flows
    }
  }

  /// How many frames there are.
  package struct Frames: Hashable, Sendable {
    /// Those of drivers and of the display.
    package var all = 0
    /// Those of drivers that were dropped.
    package var dropped = 0
  }

  /// What the runs belong to.
  package let title: String
  /// The runs.
  private(set) var groups: [TrackGroup] = []
  /// Every text of an event.
  var names = TrackNames()
  /// How many arrows there are; the number of the last one.
  var flowCount = 0

  /// Creates a model without runs.
  package init(title: String) {
    self.title = title
  }

  mutating func append(_ group: TrackGroup) { groups.append(group) }

  /// How many things there are of each kind.
  package var counts: Counts {
    var counts = Counts(flows: flowCount)
    for track in groups.lazy.flatMap(\.tracks) {
      counts.tracks += 1
      if case .counter = track.kind {
        counts.counters += track.events.count
      } else {
        counts.slices += track.events.count
      }
    }
    return counts
  }

  /// The frames that have an expected and an actual time.
  package var frames: Frames {
    groups.reduce(into: Frames()) { frames, group in
      frames.all += group.frames.count + group.displayed.count
      frames.dropped += group.frames.count { $0.jank != nil }
    }
  }
}

/// The tracks of one run.
struct TrackGroup: Sendable {
  /// The arm and the run.
  let name: String
  /// The values of the sweeps, in words; empty without any.
  let note: String
  /// Both, as viewers show them.
  var title: String { note.isEmpty ? name : "\(name), \(note)" }

  var tracks: [Track] = []
  var frames: [FrameSpan] = []
  /// From the latch to the photon of each refresh that displayed something new, by its number.
  var displayed: [Int: ClosedRange<Int64>] = [:]
}

/// Texts by their numbers.
struct TrackNames: Sendable {
  private(set) var all: [String] = []
  private var numbers: [String: UInt32] = [:]

  /// Returns the number of a text, entered if it is new.
  mutating func number(of name: String) -> UInt32 {
    if let number = numbers[name] { return number }
    let number = UInt32(all.count)
    all.append(name)
    numbers[name] = number
    return number
  }
}

extension TrackModel.Counts {
  /// Counts what a file in the Trace Event Format holds; `nil` if it is broken, or something in it
  /// is no event.
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

  /// Counts what a file of Perfetto holds, and the actual frames that its parser takes; `nil` if it
  /// is broken.
  static func perfetto(_ bytes: [UInt8]) -> (counts: TrackModel.Counts?, frames: TrackModel.Frames)
  {
    var counts = TrackModel.Counts()
    var frames = TrackModel.Frames()
    var file = ProtobufReader(bytes[...])
    while let (_, packet) = file.next() {
      var fields = ProtobufReader(packet.slice)
      while let (field, value) = fields.next() {
        switch field {
        case 11: counts.addEvent(value.slice)
        case 60: counts.addTrack(value.slice)
        case 76: frames.add(value.slice)
        default: break
        }
      }
      if fields.isBroken { return (nil, frames) }
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

extension TrackModel.Frames {
  /// The fields without which Perfetto's parser drops an actual frame, by the field of its event:
  /// cookie, token and process, and the token of the display's frame for that of a layer.
  ///
  /// - Source: Perfetto, `frame_timeline_event_parser.cc`.
  private static let demanded: [UInt64: ClosedRange<UInt64>] = [2: 1...3, 4: 1...4]
  private static let dropped: UInt64 = 4

  /// Counts the actual frame in an event, if there is one that can be read.
  fileprivate mutating func add(_ event: ArraySlice<UInt8>) {
    var reader = ProtobufReader(event)
    while let (kind, message) = reader.next() {
      guard let demanded = Self.demanded[kind] else { continue }
      var fields = ProtobufReader(message.slice)
      var numbers: [UInt64: UInt64] = [:]
      while let (field, value) = fields.next() { numbers[field] = value.unsigned }
      guard demanded.allSatisfy({ numbers[$0] != nil }) else { continue }
      all += 1
      if kind == 4, numbers[6] == Self.dropped { dropped += 1 }
    }
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
