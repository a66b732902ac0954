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
