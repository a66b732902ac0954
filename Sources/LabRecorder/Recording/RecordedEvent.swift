/// Something that a recording tells.
package struct RecordedEvent: Hashable, Sendable {
  /// What happened.
  package enum What: Hashable, Sendable {
    /// An activity of the loop by the number of its bit, as the first or the last observer saw it,
    /// and whether a timer fired since the activity before.
    case activity(UInt8, isLast: Bool, timerFired: Bool)
    /// Observers have committed what drivers changed.
    case committed
    /// Something began; the instants are nanoseconds of the recorder's clock.
    case began(CallKind, name: Int, arrived: UInt64?, due: UInt64?, target: UInt64?)
    /// What had begun last ended, and what follows for a driver, if that is known.
    case ended(name: Int, then: Sequel?)
    /// An input of the user reached the app, and when it happened.
    case input(name: Int, happened: UInt64)
  }

  /// What follows the callout of a driver.
  package enum Sequel: Hashable, Sendable {
    /// The timer is armed for an instant.
    case next(UInt64)
    /// The timer never fires again.
    case over
    /// The display link is paused, or not.
    case paused(Bool)
  }

  /// When, in nanoseconds of the recorder's clock.
  package let instant: UInt64
  /// The slot of the innermost run's mode.
  package let mode: Int
  /// How many runs were nested.
  package let depth: Int
  /// What.
  package let what: What
}

extension RecordedEvent {
  /// The numbers of the activities: their bits in `CFRunLoopActivity`.
  package enum Activity {
    package static let entry: UInt8 = 0
    package static let beforeWaiting: UInt8 = 5
    package static let exit: UInt8 = 7
  }

  /// Reads records from the oldest to the newest; words that no recorder writes are left out.
  static func events(of records: some Sequence<RingRecord>) -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for record in records {
      func append(_ what: What, at instant: UInt64) {
        events.append(
          RecordedEvent(
            instant: instant, mode: Int(record.mode), depth: Int(record.depth), what: what))
      }
      let what: What?
      switch record.kind {
      case .activity:
        if record.name > 0 { append(.committed, at: record.instant &- UInt64(record.name - 1)) }
        what = .activity(
          record.detail & 0x3F, isLast: record.detail & LoopRecorder.lastBit != 0,
          timerFired: record.detail & LoopRecorder.timerBit != 0)
      case .began:
        what = CallKind(rawValue: record.detail).map {
          .began($0, name: Int(record.name), arrived: nil, due: nil, target: nil)
        }
      case .ended: what = .ended(name: Int(record.name), then: nil)
      case .input: what = .input(name: Int(record.name), happened: record.instant)
      case .value:
        if let last = events.popLast() { events.append(last.with(record)) }
        continue
      case .work, nil: what = nil
      }
      if let what { append(what, at: record.instant) }
    }
    return events
  }

  /// The event with a value that follows it.
  private func with(_ value: RingRecord) -> RecordedEvent {
    guard let kind = ValueKind(rawValue: value.detail), let what = what.with(kind, value) else {
      return self
    }
    return RecordedEvent(instant: instant, mode: mode, depth: depth, what: what)
  }
}

extension RecordedEvent.What {
  /// What happened, with a value; `nil` if the value belongs to something else.
  fileprivate func with(_ kind: ValueKind, _ value: RingRecord) -> Self? {
    switch self {
    case .activity, .committed: return nil
    case .began(let call, let name, var arrived, var due, var target):
      switch kind {
      case .arrived: arrived = value.instant
      case .due: due = value.instant
      case .target: target = value.instant
      case .next, .over, .paused, .unpaused: return nil
      }
      guard name == Int(value.name) else { return nil }
      return .began(call, name: name, arrived: arrived, due: due, target: target)
    case .ended(let name, _):
      guard name == Int(value.name), let sequel = RecordedEvent.Sequel(kind, value.instant) else {
        return nil
      }
      return .ended(name: name, then: sequel)
    case .input(let name, _):
      guard name == Int(value.name), kind == .arrived else { return nil }
      return .input(name: name, happened: value.instant)
    }
  }
}

extension RecordedEvent.Sequel {
  fileprivate init?(_ kind: ValueKind, _ instant: UInt64) {
    switch kind {
    case .next: self = .next(instant)
    case .over: self = .over
    case .paused: self = .paused(true)
    case .unpaused: self = .paused(false)
    case .arrived, .due, .target: return nil
    }
  }
}

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

/// Work that another thread did, as the app named it.
package struct RecordedWork: Hashable, Sendable {
  /// The slot of the name.
  package let name: Int
  /// The thread: 1, 2, … in the order in which threads of the process did such work first.
  package let thread: Int
  /// The begin and the end, in nanoseconds of the recorder's clock.
  package let begin: UInt64
  package let end: UInt64

  /// Reads records, two of each work.
  static func all(of records: [RingRecord]) -> [RecordedWork] {
    stride(from: 0, to: records.count - 1, by: 2).compactMap { index in
      let (began, ended) = (records[index], records[index + 1])
      guard began.kind == .work, ended.kind == .work else { return nil }
      return RecordedWork(
        name: Int(began.name), thread: Int(ended.name), begin: began.instant,
        end: max(began.instant, ended.instant))
    }
  }
}

/// What the machine gave to the recorded thread while it was recorded.
package struct RecordedMachine: Hashable, Sendable {
  /// From when to when, in nanoseconds of the recorder's clock.
  package let begin: UInt64
  package let end: UInt64
  /// How long the thread ran on a processor, in nanoseconds.
  package let processor: UInt64
  /// How long it could have run and waited for a processor, in nanoseconds; `nil` if the system
  /// does not say.
  package let waited: UInt64?

  /// Reads what a ring noted at its begin and its end; `nil` if one of them is missing.
  init?(_ words: RingWords) {
    let (first, last) = RingLayout.machineOffsets
    func spent(_ offset: Int) -> UInt64? {
      let (before, after) = (words[first + offset], words[last + offset])
      return before == 0 || after < before ? nil : after - before
    }
    guard let processor = spent(8), words[last] > words[first] else { return nil }
    (begin, end) = (words[first], words[last])
    self.processor = processor
    waited = spent(16)
  }
}

/// A time in which the recorded thread worked in its loop.
///
/// Segments and sleeps divide the time from the first entry of a run to the last exit without a
/// gap.
package struct BusySegment: Hashable, Sendable {
  /// What the thread did.
  package enum Work: Hashable, Sendable {
    /// The loop called out: timers, sources, blocks, queues; whether a timer was among it.
    case callouts(timerFired: Bool)
    /// Observers saw an activity, such as the commit before the loop sleeps.
    case observers
  }

  /// The begin and the end, in nanoseconds of the recorder's clock.
  package let begin: UInt64
  package let end: UInt64
  /// The slot of the mode.
  package let mode: Int
  /// How many runs were nested.
  package let depth: Int
  /// What the thread did.
  package let work: Work

  /// Finds the segments of a recording, those of no length left out.
  ///
  /// A nested run ends the segment of the callout that runs it, and the callout goes on in another
  /// one.
  package static func segments(of events: [RecordedEvent]) -> [BusySegment] {
    var segments: [BusySegment] = []
    var open: RecordedEvent?
    for event in events {
      guard case .activity(let activity, let isLast, let timerFired) = event.what else { continue }
      if let before = open, before.instant < event.instant {
        segments.append(
          BusySegment(
            begin: before.instant, end: event.instant, mode: before.mode,
            depth: before.depth, work: isLast ? .observers : .callouts(timerFired: timerFired)))
      }
      let sleeps = isLast && activity == RecordedEvent.Activity.beforeWaiting
      let leaves = isLast && activity == RecordedEvent.Activity.exit
      // Behind the exit of a nested run its caller goes on; behind that of the outermost, the app.
      open = sleeps || leaves && event.depth <= 1 ? nil : event
    }
    return segments
  }
}
