public import LabKernel
public import LabTrace

/// A thread's run loop in virtual time, with the rules of CFRunLoop.
///
/// Items (timers, sources, ports, observers) are made by the loop, named by small handles, and
/// added to modes. A run serves one mode; callouts receive the loop and may do whatever real ones
/// may: let time pass, signal, stop, add and remove, run the loop again.
///
/// Rule numbers in the comments of this module refer to the catalogue, <doc:TheRules>.
///
/// - Source: CoreFoundation, `CFRunLoop.c`, as in swift-corelibs-foundation 6.3.1.
public final class SimulatedRunLoop {
  /// The name of a mode.
  public typealias Mode = LoopMode
  /// The moments of a run that observers can watch.
  public typealias Activities = LoopActivities
  /// What a timer, source or port calls: it is given the loop to act on, and what it answers.
  public typealias Action = (SimulatedRunLoop, Callback) -> Void

  /// The world in whose time the loop runs.
  public let world: World

  /// Where the loop differs between platforms.
  public let profile: Profile

  /// Whether this is the main thread's loop, which also serves the main queue.
  public let isMain: Bool

  /// How long after a run's limit the wake-up comes that ends the run.
  ///
  /// The real timer fires one nanosecond after the limit, since a run is over only *past* it (R35).
  /// It must come after the limit: at the limit itself a run is not over yet, and would sleep on.
  @safe @exclusivity(unchecked) public var limitWakeUpDelay: Duration = .nanoseconds(1) {
    didSet {
      require(
        limitWakeUpDelay.wholeNanoseconds > 0,
        "a run's limit wakes it \(limitWakeUpDelay) later, which is not after the limit")
    }
  }

  /// How many runs may be nested in one another before the world fails.
  ///
  /// Every run takes a piece of the thread's stack, 3 KB in debug builds, and a stack that ends
  /// cannot tell where. The default suits a stack of 512 KB, the smallest that threads usually
  /// have. Raise it where the stack is larger.
  @safe @exclusivity(unchecked) public var deepestNesting = 100 {
    didSet { require(deepestNesting > 0, "\(deepestNesting) runs cannot be nested") }
  }

  /// How long after a port became ready the sleeping thread really runs; `nil` for at once, as a
  /// negative delay.
  @safe @exclusivity(unchecked) public var wakeUpDelay: (() -> Duration)?

  /// Whether the thread sleeps at this moment (R81).
  public var isWaiting: Bool { status.isWaiting }

  /// Tells the handles of this loop from those of another.
  let number = OwnerNumber()

  /// Where records go if ``isRecording``; not optional, since a pass asks for it a dozen times.
  let recorder: TraceRecorder
  @usableFromInline let isRecording: Bool
  /// Whether the trace keeps every activity.
  private let keepsActivities: Bool

  @safe @exclusivity(unchecked) var modes = UniqueArray<ModeState>()
  @safe @exclusivity(unchecked) var commonModes: [Mode]
  @safe @exclusivity(unchecked) var commonItems: [ItemPlace] = []

  package let ports = PortSet()
  package let timers: TimerTable
  let sources = SourceTable()
  let observers: ObserverTable
  /// What orders the work of the thread in place of passes; `nil` for CFRunLoop.
  @safe @exclusivity(unchecked) package var model: (any ThreadModel)?

  /// The innermost run; ``Run/idle`` while the loop does not run.
  @safe @exclusivity(unchecked) var innermost = Run.idle
  /// What was innermost before each run began, outermost first, so that the first is idle.
  @safe @exclusivity(unchecked) var outerRuns = UniqueArray<Run>()
  @safe @exclusivity(unchecked) var blocks: [Block] = []
  @safe @exclusivity(unchecked) var mainQueue: [Block] = []
  /// The memory of the blocks that the main queue held last.
  @safe @exclusivity(unchecked) var drainedQueue: [Block] = []

  @safe @exclusivity(unchecked) var status = Status()

  /// Creates a loop with the default mode as the only member of its common set.
  ///
  /// - Parameters:
  ///   - world: The world in whose time the loop runs.
  ///   - recorder: Where to record what happens; `nil` records nothing.
  ///   - profile: Which platform's loop to be.
  ///   - isMain: Whether to be the main thread's loop, which also serves the main queue.
  public init(
    in world: World, recorder: TraceRecorder? = nil, profile: Profile = .darwin, isMain: Bool = true
  ) {
    self.world = world
    self.recorder = recorder ?? TraceRecorder(world)
    isRecording = recorder != nil
    keepsActivities = recorder?.keepsActivities ?? false
    self.profile = profile
    self.isMain = isMain
    commonModes = [.default]
    timers = TimerTable(in: world, ringing: ports, profile)
    observers = ObserverTable(watching: keepsActivities ? .all : [])
    // A change of the work must not change the numbers of the loop's own names.
    if let recorder {
      for name in ["block", "main queue"] { _ = recorder.intern(name) }
    }
    index(of: .default)  // R20: it exists from the beginning.
  }

  /// The mode of the innermost run, or `nil` while the loop is not running.
  public var currentMode: Mode? {
    isRunning ? modes[innermost.mode].name : nil
  }

  /// How many runs are nested in one another; 0 while the loop is not running.
  public var depth: Int { outerRuns.count }

  /// Every mode that exists, in order of creation.
  ///
  /// A mode comes into being when something is first added to it or a block is performed in it, and
  /// lasts for ever (R10). There can be 64; one more ends the world with a failure that says so.
  /// The real loop has no such limit.
  public var allModes: [Mode] { modes.indices.map { modes[$0].name } }

  // MARK: For the other files of the module

  /// What changes in the course of runs.
  struct Status {
    var isWaiting = false
    /// Where a run that is moved on piece by piece is put aside if it sleeps.
    var horizon: Instant?
    var isDrainingMainQueue = false
    /// The serial number of the port whose message observers of the wake-up delay.
    var taken: UInt64?
  }

  @inline(__always)
  var isRunning: Bool { innermost.mode >= 0 }

  /// Returns the trace's index of a name, for those who write records of their own.
  package func subject(named name: String) -> UInt32 { recorder.intern(name) }

  /// Returns the trace's index of a source that is to be declared; no other source has it.
  ///
  /// Where nothing is recorded there are no numbers for those of one name.
  package func subject(ofSourceNamed name: String) -> UInt32 {
    isRecording ? recorder.internSource(name) : recorder.intern(name)
  }

  /// Records that something happened now, in the current mode.
  ///
  /// The event is packed where it is known what it is; only the record is handed on.
  @inlinable
  @inline(__always)
  package func record(_ event: @autoclosure () -> TraceEvent) {
    if isRecording { write(TraceRecord(event(), at: .start, mode: 0)) }
  }

  @inline(never)
  @usableFromInline
  func write(_ record: TraceRecord) {
    let (mode, depth) = (innermost.recordedMode, innermost.recordedDepth)
    recorder.record(TraceRecord(record, at: world.now, mode: mode, depth: depth))
  }

  /// Records what is announced, which most traces do not keep.
  func record(_ announced: Activities) {
    guard keepsActivities else { return }
    if let activity = TraceActivity(rawValue: announced.rawValue) { record(.activity(activity)) }
  }

  /// Records for the fingerprint that a pass begins to serve.
  @inline(__always)
  func recordPass(slept: Bool) {
    guard isRecording else { return }
    recorder.recordPass(
      mode: innermost.recordedMode, depth: innermost.recordedDepth, slept: slept)
  }

  /// What messages call a subject.
  func name(of subject: UInt32) -> String { recorder.trace.names[Int(subject)] }

  /// Records a callout of one that records it itself, as the block of a display link does.
  package func performCallout(
    of source: TraceSource, _ subject: UInt32, due: Instant, newest: Instant, _ action: () -> Void
  ) {
    beginCallout(source, subject: subject, due: due, newest: newest)
    action()
    endCallout(source, subject: subject)
  }

  @inline(__always)
  func beginCallout(_ source: TraceSource, subject: UInt32, due: Instant, newest: Instant) {
    record(.calloutBegan(subject, source, due: due, newest: newest))
    world.count(name(of: subject))
  }

  @inline(__always)
  func endCallout(
    _ source: TraceSource, subject: UInt32, nextDate: Instant? = nil, missed: Int64 = 0
  ) {
    record(.calloutEnded(subject, source, next: nextDate, missed: missed))
  }
}

extension SimulatedRunLoop {
  /// Wakes the loop, if it would not look around before it sleeps anyway (R33).
  ///
  /// Nothing happens while no run is active, nor from the end of a sleep to the next pass: there a
  /// full pass follows before the loop sleeps again.
  public func wakeUp() {
    guard isRunning, !innermost.ignoresWakeUps else { return }
    ports.ring(PortSet.wakeUp, at: world.now)
  }

  /// Asks the innermost run to stop, and wakes the loop (R37).
  ///
  /// The run returns at the end of its pass. Nothing happens while no run is active.
  public func stop() {
    guard isRunning else { return }
    innermost.isStopped = true
    wakeUp()
  }

  /// Asks whatever run of a mode comes to its return decision next to stop (R25).
  ///
  /// Unlike ``stop()`` this lasts: a run of the mode that begins later returns at once.
  public func stop(_ mode: Mode) {
    modes[index(of: mode)].isStopped = true
    wakeUp()
  }
}
