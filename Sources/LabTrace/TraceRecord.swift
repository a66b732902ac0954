public import LabKernel

/// One event with its instant and its place in the run of the loop, in 32 bytes.
public struct TraceRecord: Hashable, Sendable {
  /// The mode of a record that was made outside any run.
  public static let noMode: UInt8 = 255

  /// When it happened.
  public let time: Instant
  @usableFromInline let first: Int64
  @usableFromInline let second: Int64
  /// Which source, load or driver it happened to; 0 where the kind has none.
  public let subject: TraceSubject
  /// What happened, without its values; see ``event``.
  public let kind: TraceKind
  @usableFromInline let detail: UInt8
  /// The mode in which the loop ran: an index into ``Trace/modes``; ``noMode`` outside any run.
  public let mode: UInt8
  /// How many runs were nested, 255 for so many or more; 0 outside any run.
  public let depth: UInt8

  @inlinable
  init(
    time: Instant, first: Int64, second: Int64, subject: TraceSubject, kind: TraceKind,
    detail: UInt8, mode: UInt8, depth: UInt8
  ) {
    self.time = time
    self.first = first
    self.second = second
    self.subject = subject
    self.kind = kind
    self.detail = detail
    self.mode = mode
    self.depth = depth
  }

  /// Creates the same record with another instant and another place in the run of the loop.
  @inlinable
  @inline(always)
  package init(_ record: TraceRecord, at time: Instant, mode: UInt8, depth: UInt8) {
    self.init(
      time: time, first: record.first, second: record.second, subject: record.subject,
      kind: record.kind, detail: record.detail, mode: mode, depth: depth)
  }
}
