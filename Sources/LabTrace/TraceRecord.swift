public import LabKernel

/// One event with its instant and its place in the run of the loop, in 32 bytes.
public struct TraceRecord: Hashable, Sendable {
  /// The mode of a record that was made outside any run.
  public static let noMode: UInt8 = 255

  /// When it happened.
  public let time: Instant
  @usableFromInline let first: Int64
  @usableFromInline let second: Int64
  /// The subject in the low half; above it, a byte each, the kind, the detail, the mode and the
  /// depth.
  ///
  /// One word, which is handed on, completed, hashed and written as such.
  @usableFromInline let rest: UInt64

  /// Which source, load or driver it happened to; 0 where the kind has none.
  @inlinable
  public var subject: TraceSubject { TraceSubject(truncatingIfNeeded: rest) }

  /// What happened, without its values; see ``event``.
  ///
  /// Looked up at every step through a trace, so that its number is not held against all kinds: it
  /// was that of one when the record was made, and kinds are numbered as their cases lie in memory.
  @inlinable
  public var kind: TraceKind {
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: rest >> 32), to: TraceKind.self)
  }

  @inlinable
  var detail: UInt8 { UInt8(truncatingIfNeeded: rest >> 40) }

  /// The mode in which the loop ran: an index into ``Trace/modes``; ``noMode`` outside any run.
  @inlinable
  public var mode: UInt8 { UInt8(truncatingIfNeeded: rest >> 48) }

  /// How many runs were nested, 255 for so many or more; 0 outside any run.
  @inlinable
  public var depth: UInt8 { UInt8(truncatingIfNeeded: rest >> 56) }

  @inlinable
  init(
    time: Instant, first: Int64, second: Int64, subject: TraceSubject, kind: TraceKind,
    detail: UInt8, mode: UInt8, depth: UInt8
  ) {
    self.time = time
    self.first = first
    self.second = second
    rest =
      UInt64(subject) | UInt64(kind.rawValue) << 32 | UInt64(detail) << 40 | UInt64(mode) << 48
      | UInt64(depth) << 56
  }

  /// Completes a record that was packed without an instant, a mode and a depth.
  @inlinable
  @inline(always)
  package init(_ packed: TraceRecord, at time: Instant, mode: UInt8, depth: UInt8) {
    self.time = time
    first = packed.first
    second = packed.second
    rest = packed.rest | UInt64(mode) << 48 | UInt64(depth) << 56
  }
}

// The one place that knows how an event lies in the 32 bytes of a record.

extension TraceRecord {
  /// Packs an event that happened in a mode at a depth of nested runs.
  @inlinable
  @inline(always)
  public init(
    _ event: TraceEvent, at time: Instant, mode: UInt8 = TraceRecord.noMode, depth: UInt8 = 0
  ) {
    func pack(
      _ kind: TraceKind, _ subject: TraceSubject = 0, _ detail: UInt8 = 0, _ first: Int64 = 0,
      _ second: Int64 = 0
    ) -> TraceRecord {
      TraceRecord(
        time: time, first: first, second: second, subject: subject, kind: kind, detail: detail,
        mode: mode, depth: depth)
    }
    self =
      switch event {
      case .declared(let subject, let source, let interval, let tolerance):
        pack(.declared, subject, source.rawValue, interval, tolerance)
      case .joined(let subject, let mode): pack(.joined, subject, mode)
      case .left(let subject, let mode): pack(.left, subject, mode)
      case .runBegan(let limit): pack(.runBegan, 0, 0, limit ?? -1)
      case .runReturned(let result): pack(.runReturned, 0, result.rawValue)
      case .activity(let activity): pack(.activity, 0, activity.rawValue)
      case .calloutBegan(let subject, let source, let due, let newest):
        pack(.calloutBegan, subject, source.rawValue, due.nanoseconds, newest.nanoseconds)
      case .calloutEnded(let subject, let source, let next, let missed):
        pack(.calloutEnded, subject, source.rawValue, next?.nanoseconds ?? .min, missed)
      case .arrived(let subject, let serial, let duration):
        pack(.arrived, subject, 0, duration, serial)
      case .taskBegan(let subject, let serial, let arrival):
        pack(.taskBegan, subject, 0, arrival.nanoseconds, serial)
      case .taskEnded(let subject, let serial): pack(.taskEnded, subject, 0, 0, serial)
      case .vsync(let subject, let index, let reason, let aim):
        pack(.vsync, subject, reason.rawValue, index, aim)
      case .linkDue(let subject, let vsync, let outcome):
        pack(.linkDue, subject, outcome.rawValue, vsync)
      case .rephased(let subject, let date): pack(.rephased, subject, 0, date.nanoseconds)
      case .paced(let subject, let divider): pack(.paced, subject, 0, divider)
      case .paused(let subject): pack(.paused, subject)
      case .resumed(let subject): pack(.resumed, subject)
      case .invalidated(let subject): pack(.invalidated, subject)
      case .update(let subject, let animationTime, let due):
        pack(.update, subject, 0, animationTime.nanoseconds, due.nanoseconds)
      case .commit(let updates, let cost): pack(.commit, 0, 0, updates, cost)
      case .input(let subject, let happened): pack(.input, subject, 0, happened.nanoseconds)
      case .woke(let delay): pack(.woke, 0, 0, delay)
      case .ended: pack(.ended)
      case .motionBegan(let subject): pack(.motionBegan, subject)
      case .content(let subject, let place, let offset, let isHandedOver):
        pack(
          .content, subject, isHandedOver ? 1 : 0, Int64(bitPattern: place.bitPattern), offset)
      case .motionEnded(let subject, let began):
        pack(.motionEnded, subject, 0, began.nanoseconds)
      case .scene(let subject, let event):
        pack(.scene, subject, event.packed.kind, event.packed.first, event.packed.second)
      }
  }

  /// What happened.
  @inlinable
  @inline(always)
  public var event: TraceEvent {
    switch kind {
    case .declared:
      .declared(subject, Self.value(detail), interval: first, tolerance: second)
    case .joined: .joined(subject, mode: detail)
    case .left: .left(subject, mode: detail)
    case .runBegan: .runBegan(limit: first < 0 ? nil : first)
    case .runReturned: .runReturned(Self.value(detail))
    case .activity: .activity(Self.value(detail))
    case .calloutBegan:
      .calloutBegan(
        subject, Self.value(detail), due: Instant(nanoseconds: first),
        newest: Instant(nanoseconds: second))
    case .calloutEnded:
      .calloutEnded(
        subject, Self.value(detail), next: first == .min ? nil : Instant(nanoseconds: first),
        missed: second)
    case .arrived: .arrived(subject, serial: second, duration: first)
    case .taskBegan: .taskBegan(subject, serial: second, arrival: Instant(nanoseconds: first))
    case .taskEnded: .taskEnded(subject, serial: second)
    case .vsync: .vsync(subject, index: first, Self.value(detail), aim: second)
    case .linkDue: .linkDue(subject, vsync: first, Self.value(detail))
    case .rephased: .rephased(subject, to: Instant(nanoseconds: first))
    case .paced: .paced(subject, every: first)
    case .paused: .paused(subject)
    case .resumed: .resumed(subject)
    case .invalidated: .invalidated(subject)
    case .update:
      .update(
        subject, animationTime: Instant(nanoseconds: first), due: Instant(nanoseconds: second))
    case .commit: .commit(updates: first, renderCost: second)
    case .input: .input(subject, happened: Instant(nanoseconds: first))
    case .woke: .woke(after: first)
    case .ended: .ended
    case .motionBegan: .motionBegan(subject)
    case .content:
      .content(
        subject, place: Double(bitPattern: UInt64(bitPattern: first)), offset: second,
        isHandedOver: detail == 1)
    case .motionEnded: .motionEnded(subject, calloutBegan: Instant(nanoseconds: first))
    case .scene: .scene(subject, SceneEvent(kind: detail, first: first, second: second))
    }
  }

  /// The value that a record holds in its byte of detail; records are made of events alone, so
  /// that it is always one.
  @inlinable
  static func value<Value: RawRepresentable>(_ detail: UInt8) -> Value
  where Value.RawValue == UInt8 {
    guard let value = Value(rawValue: detail) else {
      preconditionFailure("no \(Value.self) has the number \(detail)")
    }
    return value
  }
}
