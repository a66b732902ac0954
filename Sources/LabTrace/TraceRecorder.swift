public import LabKernel

/// Where the loop, the display and the workload of one world write what happens.
public final class TraceRecorder {
  /// What has been recorded so far.
  public var trace: Trace { cell.value }

  @usableFromInline
  let cell: Cell<Trace>

  @usableFromInline
  let world: World

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
  }

  /// Appends a record that has been packed already.
  @inlinable
  package func record(_ record: TraceRecord) { cell.value.append(record) }
}
