import LabImport
import LabMetrics

/// Some runs as tracks of slices, instants and counters: what viewers of traces draw.
///
/// The model decides what there is to see, and the writers only how it is spelt, so that all
/// formats say the same. Times are whole nanoseconds since the start of the run.
package struct TrackModel: Sendable {
  /// How many things there are of each kind.
  package struct Counts: Hashable, Sendable {
    package var tracks = 0
    /// The slices and instants on them.
    package var slices = 0
    /// The values of counters.
    package var counters = 0
    /// The arrows from a cause to its effect.
    package var flows = 0
  }

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

/// One line of a viewer.
struct Track: Sendable {
  /// What lies on a track.
  enum Kind: Hashable, Sendable {
    /// Slices that nest or follow one another.
    case slices
    /// Points in time.
    case instants
    /// A value that holds until the next one, in a unit.
    case counter(unit: String)
  }

  /// What a viewer calls it.
  let name: String
  /// What its events are called together.
  let category: String
  let kind: Kind
  /// What it shows, in a sentence.
  let note: String
  /// In the order of their begin; of slices that begin together the outer one comes first.
  private(set) var events: [TrackEvent] = []
  /// The values of all events, in their order.
  private(set) var arguments: [TrackArgument] = []
  /// The ends of arrows, in the order in which they were drawn.
  var flows: [FlowEnd] = []

  init(_ name: String, in category: String, _ kind: Kind, _ note: String) {
    self.name = name
    self.category = category
    self.kind = kind
    self.note = note
  }

  /// Appends an event and returns its index.
  @discardableResult
  mutating func append(_ event: TrackEvent, _ arguments: [TrackArgument] = []) -> Int {
    var event = event
    event.arguments = Int32(self.arguments.count)..<Int32(self.arguments.count + arguments.count)
    self.arguments += arguments
    events.append(event)
    return events.count - 1
  }

  /// Ends a slice.
  mutating func end(_ index: Int, at end: Int64) { events[index].end = end }

  /// Puts the events in the order of time, where they are not.
  mutating func sort() {
    let precedes = { (one: TrackEvent, other: TrackEvent) in
      one.begin != other.begin ? one.begin < other.begin : one.end > other.end
    }
    let isSorted = zip(events, events.dropFirst()).allSatisfy { !precedes($1, $0) }
    guard !isSorted else { return }
    let order = events.indices.sorted {
      precedes(events[$0], events[$1]) || (!precedes(events[$1], events[$0]) && $0 < $1)
    }
    var places = [Int](repeating: 0, count: events.count)
    for (place, index) in order.enumerated() { places[index] = place }
    events = order.map { events[$0] }
    for flow in flows.indices { flows[flow].event = places[flows[flow].event] }
  }

  /// The ends of arrows by the events at which they are.
  var flowsByEvent: [FlowEnd] {
    flows.sorted { ($0.event, $0.isTarget ? 0 : 1, $0.id) < ($1.event, $1.isTarget ? 0 : 1, $1.id) }
  }
}

/// A slice, an instant or a value.
struct TrackEvent: Sendable {
  /// In nanoseconds since the start of the run.
  let begin: Int64
  /// The end of a slice; the begin of anything else.
  var end: Int64
  /// The number of the name.
  let name: UInt32
  /// The value of a counter.
  let value: Double
  /// Where its values are.
  var arguments: Range<Int32> = 0..<0

  /// Creates a slice or an instant.
  init(_ name: UInt32, begin: Int64, end: Int64) {
    self.begin = begin
    self.end = end
    self.name = name
    value = 0
  }

  /// Creates a value of a counter.
  init(_ value: Double, at time: Int64) {
    begin = time
    end = time
    name = 0
    self.value = value
  }
}

/// A value that an event carries.
struct TrackArgument: Sendable {
  enum Value: Sendable {
    case number(Int64)
    /// The number of a text.
    case text(UInt32)
  }

  /// The number of the name.
  let name: UInt32
  let value: Value
}

/// One end of an arrow.
struct FlowEnd: Sendable {
  /// The number of the arrow, from 1.
  let id: Int
  /// The number of its name.
  let name: UInt32
  /// The event at which it is.
  var event: Int
  /// Whether the arrow points to it.
  let isTarget: Bool
}

/// When a frame was expected, and when it was there.
struct FrameSpan: Sendable {
  /// The driver that is to draw it.
  let layer: String
  /// From the latch before it could be taken to when it should be displayed.
  let expected: ClosedRange<Int64>
  /// From the work on it to when it was displayed; of a dropped one, to the end of its slot.
  let actual: ClosedRange<Int64>
  /// Why it was dropped; `nil` if it was displayed.
  let jank: JankType?
  /// The refresh that displayed it; `nil` if none did.
  let refresh: Int?
}

/// What a track of a run is about.
enum TrackSubject: String, CaseIterable {
  case thread = "main thread"
  case modes, loop, due, waits, screen, place, error, arrivals, commits, vsync

  /// What it shows, in a sentence.
  var note: String {
    switch self {
    case .thread: "Callbacks and tasks as they held the thread, in one another."
    case .modes: "Runs of the loop by their mode, in one another."
    case .loop: "What the loop announced to its observers, pass by pass."
    case .due: "When a callback of the driver was due."
    case .waits: "From a due instant to its callback, named after what it mostly waited for."
    case .screen: "What each refresh showed of the driver: something new, or the same again."
    case .place: "Where what the driver moves is shown."
    case .error: "The step of animation time less that of display time."
    case .arrivals: "When each task arrived."
    case .commits: "When updates were handed over for display, and how many."
    case .vsync: "When each refresh of the display began."
    }
  }

  fileprivate var kind: Track.Kind {
    switch self {
    case .thread, .modes, .waits, .screen: .slices
    case .loop, .due, .arrivals, .commits, .vsync: .instants
    case .place: .counter(unit: "pt")
    case .error: .counter(unit: "ms")
    }
  }
}

extension Track {
  /// Creates the track of a run, or of one of its drivers.
  init(_ subject: TrackSubject, of driver: String? = nil) {
    self.init(
      [subject.rawValue, driver].compactMap(\.self).joined(separator: " "),
      in: subject == .thread ? "thread" : subject.rawValue, subject.kind, subject.note)
  }
}

/// The types of jank that Perfetto knows, as its frame timeline spells them.
///
/// - Source: Perfetto, `frame_timeline_event.proto`, `JankType`.
enum JankType: Int, Hashable, Sendable {
  case predictionError = 4
  case displayDriver = 8
  case compositor = 16
  case appDeadlineMissed = 64
  case bufferStuffing = 128
  case unknown = 256

  /// The type that stands for a cause of a dropped slot.
  ///
  /// The thread is the application's, the render server the compositor, the queue for the display
  /// the stuffed buffer, and the panel its driver. A beat of two rates is an error of prediction.
  init(_ cause: BlameCause) {
    switch cause {
    case .setLate, .own, .starved, .tasks, .callouts, .wake, .outside, .tolerance, .commit, .missed:
      self = .appDeadlineMissed
    case .refused, .queue: self = .bufferStuffing
    case .render: self = .compositor
    case .panel: self = .displayDriver
    case .phase: self = .predictionError
    case .idle, .unexplained: self = .unknown
    }
  }
}
