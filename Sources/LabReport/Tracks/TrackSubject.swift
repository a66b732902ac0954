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
