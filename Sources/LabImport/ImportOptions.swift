/// What to take from a trace.
package struct ImportOptions: Hashable, Sendable {
  /// The name or number of the thread to take.
  package var thread: String?
  /// The name or number of the process to take.
  package var process: String?
  /// The start of the window, in nanoseconds from the first event.
  package var from: Int64?
  /// The end of the window, in nanoseconds from the first event.
  package var to: Int64?
  /// Shorter tasks are left out, in nanoseconds.
  package var least: Int64
  /// Whether names are replaced by numbers.
  package var anonymised: Bool
  /// The format, if it is not to be recognized.
  package var format: TraceFormat?

  /// Creates options.
  package init(
    thread: String? = nil, process: String? = nil, from: Int64? = nil, to: Int64? = nil,
    least: Int64 = 100_000, anonymised: Bool = false, format: TraceFormat? = nil
  ) {
    (self.thread, self.process, self.from, self.to) = (thread, process, from, to)
    (self.least, self.anonymised, self.format) = (least, anonymised, format)
  }
}
