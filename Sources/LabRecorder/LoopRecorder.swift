package import CoreFoundation
public import Foundation

/// Records what a real run loop does: its passes, modes and nested runs, and the tasks, timers and
/// display links that are named.
///
///     let recorder = LoopRecorder.start(refreshRate: 60)
///     recorder.async("parse") { model.parse() }
///     ball = recorder.timer("ball", every: .seconds(1) / 60) { view.step() }
///     try recorder.write(to: url)
///
/// The file is a trace in Chrome's JSON, which Perfetto opens.
///
/// Two observers see every activity, one before and one after all others, so that the work of other
/// observers counts as work and not as sleep; a third one notes when Core Animation has committed.
/// A record takes 16 bytes of a ring; recording takes no lock and no memory of its own. All members
/// but ``async(_:_:)`` and ``work(_:_:)`` are for the recorder's thread; a call from another one
/// traps. After ``stop()`` they perform what they are given, and nothing is recorded.
///
/// - Complexity: O(1) a record, O(n) in the capacity to write.
@safe
public final class LoopRecorder: @unchecked Sendable {
  let ring: Ring
  let loop: CFRunLoop
  private let thread: pthread_t
  /// Whether it records: from its start until it is stopped.
  @safe @exclusivity(unchecked) private(set) var isRecording = true

  // The run loop's state, as the observers follow it. One thread uses it, and what is used with
  // each record is not checked for overlapping accesses.
  var observers: [CFRunLoopObserver] = []
  var modes: [CFString] = []
  @safe @exclusivity(unchecked) var stack = RunStack()
  @safe @exclusivity(unchecked) var segment = Segment()
  /// Whether a driver was called since the last commit.
  @safe @exclusivity(unchecked) var hasChanges = false
  /// When that commit was over which no record tells yet; 0 for none.
  @safe @exclusivity(unchecked) var committed: UInt64 = 0
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
  /// - Precondition: The caller is on the main thread, and there is memory for the records.
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
  /// ``LoopRecording`` reads the file. It is as large as the ring from the start, so that a disk
  /// that is full is told now and not under way. An existing file is replaced when the new one is
  /// ready; a link, a folder, a device or a pipe is not, nor the file of a recorder that has not
  /// stopped. The file is locked meanwhile: let it lie in a folder of the app's own, since iOS ends
  /// an app that is suspended with a lock in a folder that it shares with others.
  ///
  /// - Throws: ``RecorderError`` if the file cannot be made.
  /// - Source: Apple, "Understanding the exception types in a crash report", 0xdead10cc.
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
    let layout = RingLayout(atLeast: records)
    let head = Ring.Head(
      begin: MonotonicClock.now,
      wall: UInt64(max(0, Date().timeIntervalSince1970 * 1e6)), refreshRate: refreshRate ?? 0)
    let ring =
      if let file { try Ring.make(layout, head, in: file) } else { try Ring(layout, head) }
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // The memory of a file that is protected while the device is locked could not be touched
      // then: the app would end by a signal.
      if let file {
        do {
          try FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
            ofItemAtPath: file)
        } catch {
          unsafe unlink(file)
          throw RecorderError.file(
            file,
            reason: "its protection cannot be set to 'completeUntilFirstUserAuthentication': "
              + "\(error.localizedDescription). Give a file in a folder of the app")
        }
      }
    #endif
    MachineShare().put(in: ring, at: RingLayout.machineOffsets.begin, head.begin)
    let recorder = LoopRecorder(ring, loop)
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
    try call(.task, name, nil, nil, body)
  }

  /// Has the main queue perform a task, and records when it was put there, began and ended.
  ///
  /// Use it instead of `DispatchQueue.main.async`; it may be called from any thread.
  public func async(_ name: StaticString, _ body: @escaping @MainActor @Sendable () -> Void) {
    let arrived = MonotonicClock.now
    DispatchQueue.main.async { [self] in
      call(.task, name, (.arrived, arrived)) { MainActor.assumeIsolated { body() } }
    }
  }

  /// Performs work on whichever thread calls, and records when it began and ended.
  ///
  /// On the recorder's thread it is a task. Work of other threads is recorded when it is over,
  /// under a lock that is held for a few instructions.
  ///
  /// - Parameters:
  ///   - name: The name, a literal.
  ///   - body: The work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws.
  public func work<Value, Failure: Error>(
    _ name: StaticString, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if isOnThread { return try task(name, body) }
    let began = MonotonicClock.now
    defer { ring.putWork(name, from: began, to: MonotonicClock.now) }
    return try body()
  }

  /// Records that an input of the user has reached the app: a touch, a click, a key.
  ///
  ///     recorder.input("tap", at: event.timestamp)
  ///
  /// - Parameters:
  ///   - name: The name, a literal.
  ///   - timestamp: When it happened, as events of UIKit and AppKit say it: in seconds since the
  ///     system started; `nil` for now.
  public func input(_ name: StaticString, at timestamp: TimeInterval? = nil) {
    checkThread()
    guard isRecording else { return }
    let slot = ring.slot(of: name)
    let now = MonotonicClock.now
    let happened = timestamp.map { min(now, MonotonicClock.instant($0, near: now)) } ?? now
    put(.input, 0, slot, at: now)
    put(.value, ValueKind.arrived.rawValue, slot, at: happened)
  }

  /// Writes what the ring holds as a trace in Chrome's JSON; an existing file is replaced when the
  /// new one is whole, and a link, a folder, a device or a pipe never.
  ///
  /// - Throws: ``RecorderError`` if the file cannot be written.
  public func write(to file: URL) throws(RecorderError) {
    try recording.write(to: file)
  }

  /// What the ring holds.
  ///
  /// - Complexity: O(n) in the capacity.
  public var recording: LoopRecording {
    checkThread()
    if isRecording { noteMachine() }
    return LoopRecording(of: RingImage(of: ring))
  }

  /// Ends the recording: nothing is recorded any more, and what was stays.
  ///
  /// It may be called at any time, also by a task, a driver, or the handler of ``onHang(over:_:)``.
  public func stop() {
    checkThread()
    guard isRecording else { return }
    noteMachine()
    isRecording = false
    ring.end()
    for observer in observers { CFRunLoopObserverInvalidate(observer) }
    observers = []
    hangLimit = .max
    hangHandler = { _ in }
    // Nothing follows: this may have been the last reference.
    itself = nil
  }

  private func noteMachine() {
    MachineShare().put(in: ring, at: RingLayout.machineOffsets.end, MonotonicClock.now)
  }

  // MARK: Records

  /// Performs a body, and records when it began and ended.
  @inline(__always)
  func call<Value, Failure: Error>(
    _ kind: CallKind, _ name: StaticString, _ first: Note? = nil, _ second: Note? = nil,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    checkThread()
    guard isRecording else { return try body() }
    let slot = begin(kind, ring.slot(of: name), first, second)
    defer { end(slot, of: kind) }
    return try body()
  }

  /// Records that something began, and returns its slot.
  @inline(__always)
  package func begin(
    _ kind: CallKind, _ slot: UInt32, _ first: Note? = nil, _ second: Note? = nil
  ) -> UInt32 {
    put(.began, kind.rawValue, slot, at: MonotonicClock.now)
    if let first { put(.value, first.kind.rawValue, slot, at: first.instant) }
    if let second { put(.value, second.kind.rawValue, slot, at: second.instant) }
    return slot
  }

  /// Records that something ended, unless the recorder was stopped meanwhile.
  @inline(__always)
  package func end(_ slot: UInt32, of kind: CallKind = .task) {
    guard isRecording else { return }
    if kind != .task { hasChanges = true }
    put(.ended, 0, slot, at: MonotonicClock.now)
  }

  /// A further instant of a record.
  package typealias Note = (kind: ValueKind, instant: UInt64)

  @inline(__always)
  func put(_ kind: RingRecord.Kind, _ detail: UInt8, _ name: UInt32, at instant: UInt64) {
    ring.put(
      RingRecord(
        kind, detail: detail, mode: stack.mode, depth: stack.depth, name: name, at: instant))
  }

  @inline(__always)
  private var isOnThread: Bool { pthread_equal(pthread_self(), thread) != 0 }

  @inline(__always)
  func checkThread() {
    guard isOnThread else {
      misuse("a LoopRecorder was called from another thread than its own: use 'async' or 'work'")
    }
  }

  /// The slot of a text that is no literal.
  package func slot(of text: String) -> UInt32 { ring.slot(of: text) }
}

#if canImport(QuartzCore) && !os(macOS) && !os(watchOS)
  public import QuartzCore
#endif

extension LoopRecorder {
  /// Makes a repeating timer whose callouts are recorded with their due dates, and adds it to the
  /// loop.
  ///
  /// The first one is due an interval from now.
  ///
  /// - Parameters:
  ///   - name: The name, a literal.
  ///   - interval: The time between two callouts, above 0.
  ///   - mode: The mode in which it is to fire.
  ///   - body: What is called, on the main actor.
  /// - Returns: The timer, to be invalidated; it fires beyond ``stop()``.
  public func timer(
    _ name: StaticString, every interval: Duration, in mode: RunLoop.Mode = .common,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> Timer {
    checkThread()
    let (seconds, attoseconds) = interval.components
    let length = Double(seconds) + Double(attoseconds) * 1e-18
    guard length > 0 else {
      misuse("a timer cannot fire every \(interval): give a time above 0")
    }
    // The date is given: on Linux a timer that is made without one fires at once.
    let timer = Timer(fire: Date() + length, interval: length, repeats: true) { [self] timer in
      tick(name, timer) { MainActor.assumeIsolated { body() } }
    }
    RunLoop.current.add(timer, forMode: mode)
    return timer
  }

  /// Records a callout of a timer of the app's own: when it was due, began and ended, and when it
  /// is to fire next.
  ///
  ///     Timer.scheduledTimer(withTimeInterval: 1 / 60, repeats: true) { timer in
  ///       recorder.tick("ball", timer) { view.step() }
  ///     }
  ///
  /// While a timer fires, `fireDate` still is the date that it answers. A later date that the body
  /// gives it is the next one, as for the loop; else the next one is that of its grid.
  public func tick<Value, Failure: Error>(
    _ name: StaticString, _ timer: Timer, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    checkThread()
    guard isRecording else { return try body() }
    let slot = ring.slot(of: name)
    let answered = timer.fireDate
    let due = MonotonicClock.instant(of: answered, noLaterThan: MonotonicClock.now)
    let interval = UInt64(min(max(0, timer.timeInterval), 1e9) * 1e9)
    ring.setInterval(interval, of: slot)
    _ = begin(.timer, slot, (.due, due))
    defer {
      end(slot, of: .timer)
      note(nextOf: timer, slot, after: (answered, due), interval)
    }
    return try body()
  }

  /// Notes when a timer is to fire next, or that it does not.
  private func note(
    nextOf timer: Timer, _ slot: UInt32, after last: (date: Date, due: UInt64), _ interval: UInt64
  ) {
    guard isRecording else { return }
    let now = MonotonicClock.now
    guard interval > 0, timer.isValid else {
      return put(.value, ValueKind.over.rawValue, slot, at: now)
    }
    let date = timer.fireDate
    let missed = (max(now, last.due) - last.due) / interval
    let next =
      date > last.date
      ? MonotonicClock.instant(of: date) : last.due &+ (missed &+ 1) &* interval
    put(.value, ValueKind.next.rawValue, slot, at: min(next, now + MonotonicClock.month))
  }

  #if canImport(QuartzCore) && !os(macOS) && !os(watchOS)
    /// Records a callout of a display link: when it was due, began and ended, its target, and
    /// whether it is paused behind it.
    ///
    /// Due is the link's timestamp. Written traces show the refreshes at which a link was called.
    public func tick<Value, Failure: Error>(
      _ name: StaticString, _ link: CADisplayLink, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
      checkThread()
      guard isRecording else { return try body() }
      let now = MonotonicClock.now
      let slot = begin(
        .link, ring.slot(of: name), (.due, MonotonicClock.instant(link.timestamp, near: now)),
        (.target, MonotonicClock.instant(link.targetTimestamp, near: now)))
      defer {
        end(slot, of: .link)
        let note: ValueKind = link.isPaused ? .paused : .unpaused
        if isRecording { put(.value, note.rawValue, slot, at: MonotonicClock.now) }
      }
      return try body()
    }
  #endif
}

extension LoopRecorder {
  /// Calls a handler when a callout of the loop has taken long.
  ///
  /// The handler is called on the recorder's thread, as soon as the loop goes on; for what never
  /// goes on, record in a file. One handler is kept until ``stop()``, which it may call itself.
  ///
  /// - Parameters:
  ///   - limit: How long a callout may take, at least; apps of today call 250 ms a hang.
  ///   - handler: What is called with each hang.
  public func onHang(over limit: Duration, _ handler: @escaping (Hang) -> Void) {
    checkThread()
    let (seconds, attoseconds) = limit.components
    guard seconds >= 0, attoseconds >= 0, seconds < 1 << 32 else {
      misuse("a hang cannot last \(limit): give a time between 0 and 136 years")
    }
    guard isRecording else { return }
    hangLimit = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    hangHandler = handler
  }
}

/// A time in which the loop could not go on.
public struct Hang: Hashable, Sendable {
  /// How long the callouts between two activities of the loop took.
  public let duration: Duration
  /// The mode that the loop was in; `nil` outside of a run.
  public let mode: String?
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why a recording cannot be made, read or written.
public enum RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused a file or memory, for the reason that it gave.
  case file(String, reason: String)
  /// The file is not the ring of a recorder, or was cut.
  case notARing(String)
  /// The file is the ring of a recorder, and something in it was not written by one.
  case damaged(String, fault: String)

  /// The place and the reason.
  public var description: String {
    switch self {
    case .file(let name, let reason): "\(name): \(reason)"
    case .notARing(let name):
      "\(name): not the ring of a recorder. Give the file that 'LoopRecorder.start(inFile:)' made."
    case .damaged(let name, let fault):
      "\(name): \(fault). The ring is damaged: give the file as the recorder left it."
    }
  }

  /// What the last call of the system, or the one with this error number, says of a file.
  static func system(_ path: String, _ number: Int32 = errno, _ more: String = "") -> Self {
    .file(path, reason: unsafe String(cString: strerror(number)) + more)
  }
}
