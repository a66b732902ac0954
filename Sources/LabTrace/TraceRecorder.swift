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

  /// Records that something happened now.
  @inlinable
  public func record(
    _ kind: TraceKind, subject: UInt32 = 0, detail: UInt8 = 0, mode: UInt8 = 255, depth: UInt8 = 0,
    first: Int64 = 0, second: Int64 = 0
  ) {
    cell.value.append(
      TraceRecord(
        time: world.now, kind: kind, subject: subject, detail: detail, mode: mode, depth: depth,
        first: first, second: second))
  }
}
