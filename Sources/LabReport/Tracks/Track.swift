import LabMetrics

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
