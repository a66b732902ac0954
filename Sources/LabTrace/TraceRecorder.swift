public import LabKernel

/// Where the loop, the display and the workload of one world write what happens.
public final class TraceRecorder {
  /// What has been recorded so far.
  public var trace: Trace { cell.value }

  @usableFromInline
  let cell: Cell<Trace>

  @usableFromInline
  let world: World

  private var consumer: ((borrowing Trace) -> Void)?

  /// Creates a recorder that takes its times from a world.
  ///
  /// - Parameters:
  ///   - world: The world.
  ///   - trace: What it writes to.
  public init(_ world: World, into trace: Trace = Trace()) {
    self.world = world
    cell = Cell(trace)
  }

  /// Returns the index of a name, entered into the trace's table if it is new.
  public func intern(_ name: String) -> UInt32 { cell.value.intern(name) }

  /// Enters a mode, whose index is the number of modes before it.
  public func addMode(_ name: String) { cell.value.addMode(name) }

  /// Says how the display shows frames, or what is intended.
  public func describe(_ change: (inout Trace.Header) -> Void) { change(&cell.value.header) }

  /// Records that something happened now.
  @inlinable
  @inline(always)
  public func record(
    _ event: TraceEvent, mode: UInt8 = TraceRecord.noMode, depth: UInt8 = 0
  ) {
    cell.value.append(event, at: world.now, mode: mode, depth: depth)
    if cell.value.isFull { handOver() }
  }

  /// Appends a record that has been packed already.
  @inlinable
  package func record(_ record: TraceRecord) {
    cell.value.append(record)
    if cell.value.isFull { handOver() }
  }

  /// From now on hands the records over whenever there are so many, and forgets them.
  ///
  /// - Parameters:
  ///   - count: How many records are kept at most; at least 1.
  ///   - consume: Is given the trace with the records since the last time.
  package func handOver(every count: Int, to consume: @escaping (borrowing Trace) -> Void) {
    precondition(count >= 1, "\(count) records are none to hand over")
    consumer = consume
    cell.value.limit = count
  }

  /// Ends the recording, and returns the trace.
  ///
  /// Unlike ``trace`` it is not shared, so that its memory can be used again.
  package func take() -> Trace {
    consumer = nil
    var trace = Trace()
    swap(&trace, &cell.value)
    return trace
  }

  /// Hands over the records that are kept.
  @usableFromInline
  package func handOver() {
    consumer?(cell.value)
    cell.value.forgetRecords()
  }
}
