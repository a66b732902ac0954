/// A callout or task with its begin and end.
struct RecordedCall {
  let kind: CallKind
  let name: Int
  let depth: Int
  let begin: UInt64
  let end: UInt64
  let arrived: UInt64?
  let due: UInt64?
  let target: UInt64?
  /// What follows for a driver; `nil` if that is not known.
  let sequel: RecordedEvent.Sequel?

  /// The calls of a recording by their begin; those that go on at its end, end there.
  static func calls(of events: [RecordedEvent]) -> [RecordedCall] {
    var open: [RecordedEvent] = []
    /// How many of each name are open.
    var counts: [Int: Int] = [:]
    var calls: [RecordedCall] = []
    for event in events {
      switch event.what {
      case .activity, .committed, .input: break
      case .began(_, let name, _, _, _):
        open.append(event)
        counts[name, default: 0] += 1
      case .ended(let name, let sequel):
        // What lost its end, with the ring's oldest records or by an exception, ends here too.
        while counts[name, default: 0] > 0, let began = open.popLast(), let other = began.began {
          counts[other, default: 1] -= 1
          calls += [RecordedCall(began, until: event.instant, other == name ? sequel : nil)]
            .compactMap(\.self)
          if other == name { break }
        }
      }
    }
    let end = events.last?.instant ?? 0
    calls += open.compactMap { RecordedCall($0, until: end, nil) }
    return calls.sorted { ($0.begin, $1.end) < ($1.begin, $0.end) }
  }

  private init?(_ event: RecordedEvent, until end: UInt64, _ sequel: RecordedEvent.Sequel?) {
    guard case .began(let kind, let name, let arrived, let due, let target) = event.what else {
      return nil
    }
    (self.kind, self.name, depth) = (kind, name, event.depth)
    (begin, self.end) = (event.instant, max(event.instant, end))
    (self.arrived, self.due, self.target, self.sequel) = (arrived, due, target, sequel)
  }
}

extension RecordedEvent {
  /// The slot of the name of what began; `nil` for everything else.
  fileprivate var began: Int? {
    if case .began(_, let name, _, _, _) = what { return name }
    return nil
  }
}
