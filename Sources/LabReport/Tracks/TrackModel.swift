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
