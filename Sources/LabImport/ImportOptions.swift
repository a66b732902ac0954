/// What to take from a trace.
public struct ImportOptions: Hashable, Sendable {
  /// The name or number of the thread to take.
  public var thread: String?
  /// The name or number of the process to take.
  public var process: String?
  /// The start of the window, in nanoseconds from the first event.
  public var from: Int64?
  /// The end of the window, in nanoseconds from the first event.
  public var to: Int64?
  /// Shorter tasks are left out, in nanoseconds.
  public var least: Int64
  /// Whether names are replaced by numbers.
  public var anonymised: Bool
  /// The format, if it is not to be recognized.
  public var format: TraceFormat?

  /// Creates options.
  public init(
    thread: String? = nil, process: String? = nil, from: Int64? = nil, to: Int64? = nil,
    least: Int64 = 100_000, anonymised: Bool = false, format: TraceFormat? = nil
  ) {
    (self.thread, self.process, self.from, self.to) = (thread, process, from, to)
    (self.least, self.anonymised, self.format) = (least, anonymised, format)
  }
}
