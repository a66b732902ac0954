public import LabKernel

/// One thing that happened, in 32 bytes.
///
/// What ``first`` and ``second`` mean depends on ``kind``; the table stands at ``TraceKind``.
public struct TraceRecord: Hashable, Sendable {
  /// When it happened.
  public let time: Instant
  /// A number that belongs to the kind, often an instant in nanoseconds.
  public let first: Int64
  /// Another number that belongs to the kind.
  public let second: Int64
  /// Who it happened to: an index into ``Trace/names``.
  public let subject: UInt32
  /// What happened.
  public let kind: TraceKind
  /// A small number that belongs to the kind: an activity, an outcome, a result.
  public let detail: UInt8
  /// The mode in which the loop ran: an index into ``Trace/modes``; 255 outside any run.
  public let mode: UInt8
  /// How many runs were nested; 0 outside any run.
  public let depth: UInt8

  /// Creates a record.
  @inlinable
  public init(
    time: Instant, kind: TraceKind, subject: UInt32 = 0, detail: UInt8 = 0, mode: UInt8 = 255,
    depth: UInt8 = 0, first: Int64 = 0, second: Int64 = 0
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
}
