package import CoreFoundation
public import Foundation

/// Records what a real run loop does: its passes, modes and nested runs, and the tasks, timers and
/// display links that are named.
///
///     let recorder = LoopRecorder.start(refreshRate: 60)
///     recorder.async("parse") { model.parse() }
///     ball = recorder.timer("ball", every: .milliseconds(16)) { view.step() }
///     try recorder.write(to: url)
///
/// The file is a trace in Chrome's JSON, which Perfetto opens.
///
/// Two observers see every activity, one before and one after all others, so that the work of other
/// observers counts as work and not as sleep; a third one notes when Core Animation has committed.
/// A record takes 16 bytes of a ring; recording takes no lock and no memory of its own. All members
/// but ``async(_:_:)`` are for the recorder's thread; a call from another one traps.
///
/// - Complexity: O(1) a record, O(n) in the capacity to write.
@safe
public final class LoopRecorder: @unchecked Sendable {
  let ring: Ring
  let loop: CFRunLoop
  private let thread: pthread_t
  private let names = NameTable()

  // The run loop's state, as the observers follow it.
  var observers: [CFRunLoopObserver] = []
  var modes: [CFString] = []
  var stack = RunStack()
  var segment = Segment()
  /// Whether a driver was called since the last commit.
  var hasChanges = false
  /// When that commit was over which no record tells yet; 0 for none.
  var committed: UInt64 = 0
  var hangLimit = UInt64.max
  var hangHandler: (Hang) -> Void = { _ in }
  var lastLookAtModes: UInt64 = 0
  /// The recorder, as long as observers refer to it: until it is stopped.
  private var itself: LoopRecorder?

  /// Starts to record the main thread's run loop, in memory.
  ///
  /// - Parameters:
  ///   - records: How many records are kept, rounded up to a power of two from 2^10 to 2^24. A
  ///     timer at 60 Hz makes about 500 a second: the default of 2^17, 2 MB, holds four minutes.
  ///   - refreshRate: The refreshes a second that the written trace shows, on a grid from the
  ///     start; `nil` if it is to show none. A system with a display says them itself: see
  ///     ``tick(_:_:_:)``.
  /// - Returns: The recorder; it records until ``stop()``, also if nothing refers to it.
  /// - Precondition: The caller is on the main thread.
  public static func start(records: Int = 1 << 17, refreshRate: Double? = nil) -> LoopRecorder {
    do {
      return try start(onLoop: mainLoop, inFile: nil, records, refreshRate)
    } catch {
      misuse("no memory for \(records) records: \(error)")
    }
  }

  /// Starts to record the main thread's run loop in a file, which stays whole if the process is
  /// killed.
  ///
  /// ``LoopRecording`` reads the file. It is as large as the ring from the start, and an existing
  /// one is replaced.
  ///
  /// - Throws: ``RecorderError`` if the file cannot be made.
  /// - Precondition: The caller is on the main thread.
  public static func start(
    inFile file: URL, records: Int = 1 << 17, refreshRate: Double? = nil
  ) throws(RecorderError) -> LoopRecorder {
    try start(onLoop: mainLoop, inFile: file.path, records, refreshRate)
  }

  /// The main run loop, which the caller must be on.
  private static var mainLoop: CFRunLoop {
    guard let current = CFRunLoopGetCurrent(), CFEqual(current, CFRunLoopGetMain()) else {
      misuse("LoopRecorder.start() was called from another thread than the main thread")
    }
    return current
  }

  package static func start(
    onLoop loop: CFRunLoop, inFile file: String?, _ records: Int, _ refreshRate: Double?
  ) throws(RecorderError) -> LoopRecorder {
    if let rate = refreshRate, !(1...1_000).contains(rate) {
      misuse("the refresh rate is \(rate) Hz: it must lie between 1 and 1,000 Hz")
    }
    let ring = try Ring(RingLayout(atLeast: records), in: file)
    let recorder = LoopRecorder(ring, loop)
    ring.set(RingLayout.beginOffset, to: MonotonicClock.now)
    let wall = Date().timeIntervalSince1970
    ring.set(RingLayout.wallOffset, to: UInt64(max(0, wall * 1e6)))
    ring.set(RingLayout.refreshOffset, to: (refreshRate ?? 0).bitPattern)
    recorder.observe()
    recorder.itself = recorder
    return recorder
  }

  private init(_ ring: Ring, _ loop: CFRunLoop) {
    self.ring = ring
    self.loop = loop
    thread = pthread_self()
  }

  // MARK: Tasks

  /// Performs a task, and records when it began and ended.
  ///
  /// - Parameters:
  ///   - name: The name, a literal; texts of more than 112 bytes are cut.
  ///   - body: The task.
  /// - Returns: What the task returns.
  /// - Throws: What the task throws.
  public func task<Value, Failure: Error>(
    _ name: StaticString, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let slot = begin(.task, self.slot(of: name))
    defer { end(slot) }
    return try body()
  }

  /// Has the main queue perform a task, and records when it was put there, began and ended.
  ///
  /// Use it instead of `DispatchQueue.main.async`; it may be called from any thread.
  public func async(_ name: StaticString, _ body: @escaping @MainActor @Sendable () -> Void) {
    let arrived = MonotonicClock.now
    DispatchQueue.main.async { [self] in
      let slot = begin(.task, self.slot(of: name), (.arrived, arrived))
      defer { end(slot) }
      MainActor.assumeIsolated { body() }
    }
  }

  /// Writes what the ring holds as a trace in Chrome's JSON; an existing file is replaced when the
  /// new one is whole.
  ///
  /// - Throws: An error of the file system.
  public func write(to file: URL) throws {
    try recording.write(to: file)
  }

  /// What the ring holds.
  ///
  /// - Complexity: O(n) in the capacity.
  public var recording: LoopRecording {
    checkThread()
    return LoopRecording(of: ring.bytes, ring.layout)
  }

  /// Ends the recording: nothing is recorded any more, and what was stays.
  public func stop() {
    checkThread()
    for observer in observers { CFRunLoopObserverInvalidate(observer) }
    observers = []
    itself = nil
  }

  // MARK: Records

  /// Records that something began, and returns its slot.
  @inline(__always)
  package func begin(
    _ kind: CallKind, _ slot: UInt32, _ first: (kind: ValueKind, instant: UInt64)? = nil,
    _ second: (kind: ValueKind, instant: UInt64)? = nil
  ) -> UInt32 {
    checkThread()
    put(.began, kind.rawValue, slot, at: MonotonicClock.now)
    if let first { put(.value, first.kind.rawValue, slot, at: first.instant) }
    if let second { put(.value, second.kind.rawValue, slot, at: second.instant) }
    return slot
  }

  /// Records that something ended.
  @inline(__always)
  package func end(_ slot: UInt32, of kind: CallKind = .task) {
    if kind != .task { hasChanges = true }
    put(.ended, 0, slot, at: MonotonicClock.now)
  }

  @inline(__always)
  func put(_ kind: RingRecord.Kind, _ detail: UInt8, _ name: UInt32, at instant: UInt64) {
    ring.put(
      RingRecord(
        kind, detail: detail, mode: stack.mode, depth: stack.depth, name: name, at: instant))
  }

  @inline(__always)
  func checkThread() {
    guard pthread_equal(pthread_self(), thread) != 0 else {
      misuse("a LoopRecorder was called from another thread than its own: use 'async'")
    }
  }

  // MARK: Names

  /// The slot of a literal.
  @inline(__always)
  func slot(of name: StaticString) -> UInt32 {
    guard name.hasPointerRepresentation else { return slot(of: name.description) }
    let (slot, isNew) = names.slot(of: unsafe UInt64(UInt(bitPattern: name.utf8Start)))
    if isNew { name.withUTF8Buffer { unsafe write($0, to: slot) } }
    return UInt32(slot)
  }

  /// The slot of a text that is no literal.
  package func slot(of text: String) -> UInt32 {
    // Above all addresses.
    let key = text.utf8.reduce(0) { $0 &* 0x100_0000_01B3 ^ UInt64($1) } | 1 << 63
    let (slot, isNew) = names.slot(of: key)
    var text = text
    if isNew { text.withUTF8 { unsafe write($0, to: slot) } }
    return UInt32(slot)
  }

  private func write(_ text: UnsafeBufferPointer<UInt8>, to slot: Int) {
    unsafe ring.name(RingLayout.namesOffset + slot * RingLayout.slotSize, text)
  }

  /// Notes the interval at which a driver is called.
  func setInterval(_ nanoseconds: UInt64, of slot: UInt32) {
    ring.set(RingLayout.namesOffset + Int(slot) * RingLayout.slotSize, to: nanoseconds)
  }
}

/// What has begun.
package enum CallKind: UInt8, Sendable {
  /// A task of the app.
  case task = 0
  /// A timer's callout.
  case timer = 1
  /// A display link's callout.
  case link = 2
}

/// What a value is.
package enum ValueKind: UInt8, Sendable {
  /// When a task was put on its queue.
  case arrived = 0
  /// When a callout was due.
  case due = 1
  /// When the frame of a display link is to be shown.
  case target = 2
}
