public import LabKernel

/// Where the loop, the display and the workload of one world write what happens.
public final class TraceRecorder {
  /// What has been recorded so far.
  public var trace: Trace {
    recording.settle()
    return recording.trace
  }

  @usableFromInline
  @safe
  @exclusivity(unchecked)
  var recording: Recording

  @usableFromInline
  let world: World

  /// How many sources of each name were declared, by the index of the name.
  @safe @exclusivity(unchecked) private var declarations = UniqueArray<Int>()
  private var consumer: ((borrowing Trace) -> Void)?

  /// A trace, and its last records.
  ///
  /// An array asks at each element whether it is shared, which takes longer than to write a record;
  /// here it is asked once for some dozens.
  @usableFromInline
  struct Recording: ~Copyable {
    @usableFromInline var trace: Trace
    /// The records that are not in the trace yet.
    @usableFromInline var last = UniqueArray<TraceRecord>()
    /// How many of them there are at most.
    @usableFromInline var room = 0

    init(_ trace: consuming Trace) {
      self.trace = trace
      makeRoom()
    }

    private static let mostRoom = 32

    private mutating func makeRoom() {
      room = min(Self.mostRoom, max(1, trace.limit - trace.records.count))
    }

    mutating func settle() {
      guard !last.isEmpty else { return }
      trace.keep(last)
      last.removeAll()
      makeRoom()
    }

    mutating func keep(atMost count: Int) {
      settle()
      trace.limit = count
      makeRoom()
    }

    mutating func forgetRecords() {
      trace.forgetRecords()
      makeRoom()
    }
  }

  /// Creates a recorder that takes its times from a world.
  ///
  /// - Parameters:
  ///   - world: The world.
  ///   - trace: What it writes to.
  public init(_ world: World, into trace: consuming Trace = Trace()) {
    self.world = world
    recording = Recording(trace)
  }

  /// Returns the index of a name, entered into the trace's table if it is new.
  public func intern(_ name: String) -> UInt32 { recording.trace.intern(name) }

  /// Returns an index that no other source has, for one that is declared; the second of a name is
  /// numbered.
  package func internSource(_ name: String) -> UInt32 {
    let index = Int(intern(name))
    while declarations.count <= index { declarations.append(0) }
    declarations[index] += 1
    let count = declarations[index]
    return count == 1 ? UInt32(index) : internSource("\(name) \(count)")
  }

  /// Enters a mode, whose index is the number of modes before it.
  public func addMode(_ name: String) { recording.trace.addMode(name) }

  /// Says how the display shows frames, or what is intended.
  public func describe(_ change: (inout Trace.Header) -> Void) { change(&recording.trace.header) }

  /// Records that something happened now.
  @inlinable
  @inline(always)
  public func record(
    _ event: TraceEvent, mode: UInt8 = TraceRecord.noMode, depth: UInt8 = 0
  ) {
    record(TraceRecord(event, at: world.now, mode: mode, depth: depth))
  }

  /// Appends a record that has been packed already.
  @inlinable
  @inline(always)
  package func record(_ record: TraceRecord) {
    guard recording.trace.note(record) else { return }
    recording.last.append(record)
    if recording.last.count >= recording.room { settle() }
  }

  /// Whether it keeps the activities that a loop announces.
  package var keepsActivities: Bool { recording.trace.detail == .everything }

  /// Takes a pass into the fingerprint.
  @inlinable
  @inline(__always)
  package func recordPass(mode: UInt8, depth: UInt8, slept: Bool) {
    recording.trace.notePass(at: world.now, mode: mode, depth: depth, slept: slept)
  }

  @usableFromInline
  func settle() {
    recording.settle()
    if recording.trace.isFull { handOver() }
  }

  /// From now on hands the records over whenever there are so many, and forgets them.
  ///
  /// - Parameters:
  ///   - count: How many records are kept at most; at least 1.
  ///   - consume: Is given the trace with the records since the last time.
  package func handOver(every count: Int, to consume: @escaping (borrowing Trace) -> Void) {
    require(count >= 1, "\(count) records are none to hand over")
    consumer = consume
    recording.keep(atMost: count)
    if recording.trace.isFull { handOver() }
  }

  /// Ends the recording, and returns the trace.
  ///
  /// Unlike ``trace`` it is not shared, so that its memory can be used again.
  package func take() -> Trace {
    consumer = nil
    recording.settle()
    var trace = Trace()
    swap(&trace, &recording.trace)
    return trace
  }

  package func handOver() {
    recording.settle()
    consumer?(recording.trace)
    recording.forgetRecords()
  }
}
