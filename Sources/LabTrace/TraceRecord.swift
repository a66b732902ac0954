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
