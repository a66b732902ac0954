import CoreFoundation
public import Foundation

/// The nested runs: the mode of each, innermost last.
struct RunStack {
  /// The modes of the runs that are open, 255 at most; deeper ones are counted only.
  private var modes: [UInt8] = []
  private var count = 0
  /// The slot of the innermost run's mode.
  private(set) var mode: UInt8 = 0

  init() { modes.reserveCapacity(255) }

  /// How many runs are open.
  var depth: UInt8 { UInt8(clamping: count) }

  mutating func push(_ mode: UInt8) {
    count += 1
    if modes.count < 255 { modes.append(mode) }
    self.mode = mode
  }

  mutating func pop() {
    if count <= modes.count, !modes.isEmpty { modes.removeLast() }
    count = max(0, count - 1)
    mode = modes.last ?? 0
  }
}

/// The time between two activities, in which the loop calls out.
struct Segment {
  /// When it began, after the last observer; 0 if none is open.
  var began: UInt64 = 0
  /// The mode's first timer date when it began.
  var timerDate: CFAbsoluteTime = 0
}

extension LoopRecorder {
  /// Bits of a record's detail beside the activity's number.
  static let lastBit: UInt8 = 0x80
  static let timerBit: UInt8 = 0x40
  /// Core Animation commits in an observer of order 2,000,000; this one follows at once.
  private static let afterCommit = 2_000_001

  /// Adds the observers to the common modes and to each mode that exists.
  func observe() {
    let info = unsafe Unmanaged.passUnretained(self).toOpaque()
    var context = unsafe CFRunLoopObserverContext(
      version: 0, info: info, retain: nil, release: nil, copyDescription: nil)
    let all = CFRunLoopActivity.allActivities.rawValue
    let first = unsafe CFRunLoopObserverCreate(
      nil, all, true, .min,
      { _, activity, info in unsafe LoopRecorder.lend(info, to: { $0.first(activity) }) }, &context)
    let last = unsafe CFRunLoopObserverCreate(
      nil, all, true, .max,
      { _, activity, info in unsafe LoopRecorder.lend(info, to: { $0.last(activity) }) }, &context)
    let commit = unsafe CFRunLoopObserverCreate(
      nil, CFRunLoopActivity([.beforeWaiting, .exit]).rawValue, true, Self.afterCommit,
      { _, _, info in unsafe LoopRecorder.lend(info, to: { $0.commit() }) }, &context)
    observers = [first, last, commit].compactMap(\.self)
    addObservers(to: kCFRunLoopCommonModes)
    addObservers(to: kCFRunLoopDefaultMode)
    lookAtModes()
    // The run in which the recorder is started, as an app's mostly is.
    if CFRunLoopCopyCurrentMode(loop) != nil { stack.push(currentMode) }
  }

  /// Records a mode that does not exist yet or is not common, such as one of the app's own.
  ///
  /// Modes that exist are found: when the recorder starts, and again at the begin of a run, at most
  /// once a second.
  public func observe(_ mode: RunLoop.Mode) {
    checkThread()
    addObservers(to: Self.name(mode.rawValue))
  }

  private func lookAtModes() {
    lastLookAtModes = MonotonicClock.now
    let all = CFRunLoopCopyAllModes(loop)
    for index in 0..<CFArrayGetCount(all) {
      guard let value = unsafe CFArrayGetValueAtIndex(all, index) else { continue }
      let mode = unsafe Unmanaged<CFString>.fromOpaque(value).takeUnretainedValue()
      addObservers(to: Self.mode(mode))
    }
  }

  private func addObservers(to mode: CFRunLoopMode?) {
    for observer in observers where !CFRunLoopContainsObserver(loop, observer, mode) {
      CFRunLoopAddObserver(loop, observer, mode)
    }
  }

  /// Lends the recorder behind a pointer without counting a reference.
  ///
  /// The body uses it no more after it has called the app, which may stop and release it.
  @inline(__always)
  private static func lend(_ info: UnsafeMutableRawPointer?, to body: (LoopRecorder) -> Void) {
    guard let info = unsafe info else { misuse("an observer of a recorder lost its recorder") }
    unsafe Unmanaged<LoopRecorder>.fromOpaque(info)._withUnsafeGuaranteedRef { body($0) }
  }

  // MARK: Activities

  /// The first observer's call: what the loop called out to is over, other observers follow.
  private func first(_ activity: CFRunLoopActivity) {
    let now = MonotonicClock.now
    let isEntry = activity == .entry
    let began = segment.began
    let fired = !isEntry && timerFired
    segment.began = 0
    let (mode, depth) = (stack.mode, stack.depth)
    if isEntry, now &- lastLookAtModes > 1_000_000_000 { lookAtModes() }
    // A run around the one in which the recorder was started has no entry.
    if isEntry || depth == 0 { stack.push(currentMode) }
    put(.activity, activity.number | (fired ? Self.timerBit : 0), 0, at: now)
    guard began != 0, now &- began >= hangLimit else { return }
    let (length, handler) = (Int64(clamping: now &- began), hangHandler)
    handler(
      Hang(duration: .nanoseconds(length), mode: depth > 0 ? Self.text(modes[Int(mode)]) : nil))
  }

  /// The call of the observer behind Core Animation's: what drivers changed is committed.
  private func commit() {
    guard hasChanges else { return }
    hasChanges = false
    committed = MonotonicClock.now
  }

  /// The last observer's call: what follows is a callout, a sleep, or the end of the run.
  ///
  /// If there was a commit, the record says how long ago, and one more nanosecond.
  private func last(_ activity: CFRunLoopActivity) {
    let now = MonotonicClock.now
    let age = committed == 0 ? 0 : UInt32(clamping: now &- committed &+ 1)
    committed = 0
    put(.activity, activity.number | Self.lastBit, age, at: now)
    if activity == .exit { stack.pop() }
    // Behind beforeWaiting the thread sleeps; outside of all runs nothing is seen.
    guard activity != .beforeWaiting, stack.depth > 0 else { return }
    // Behind entry and beforeTimers the loop calls nothing but observers.
    let callsOut = activity != .beforeTimers && activity != .entry
    segment = Segment(began: now, timerDate: callsOut ? nextTimerDate : 0)
  }

  /// The date of the mode's first timer; 0 without one.
  private var nextTimerDate: CFAbsoluteTime {
    CFRunLoopGetNextTimerFireDate(loop, Self.mode(modes[Int(stack.mode)]))
  }

  /// Whether the first timer of the mode was due and is armed for another date now.
  ///
  /// A task that sets another timer does not count: the date it replaces had not come.
  private var timerFired: Bool {
    guard segment.began != 0, segment.timerDate != 0, nextTimerDate != segment.timerDate else {
      return false
    }
    // The wall clock may show whole microseconds only.
    return segment.timerDate <= CFAbsoluteTimeGetCurrent() + 1e-6
  }

  // MARK: Modes

  /// The slot of the mode that the loop is in.
  private var currentMode: UInt8 {
    guard let name = CFRunLoopCopyCurrentMode(loop).map(Self.string) else { return 0 }
    // The generic search allocates memory where it is not specialized.
    for slot in modes.indices where CFEqual(modes[slot], name) { return UInt8(slot) }
    guard modes.count < RingLayout.modeCount else { return UInt8(modes.count - 1) }
    modes.append(name)
    var text = "\(modes.count < RingLayout.modeCount ? Self.text(name) : "(more modes)")"
    let offset = RingLayout.modesOffset + (modes.count - 1) * RingLayout.slotSize
    text.withUTF8 { unsafe ring.name(offset, $0) }
    return UInt8(modes.count - 1)
  }

  #if canImport(Darwin)
    private static func string(_ mode: CFRunLoopMode) -> CFString { mode.rawValue }
    private static func mode(_ name: CFString) -> CFRunLoopMode? { CFRunLoopMode(name) }
    private static func name(_ mode: String) -> CFRunLoopMode? { CFRunLoopMode(mode as CFString) }
    private static func text(_ name: CFString) -> String { name as String }
  #else
    private static func string(_ mode: CFRunLoopMode) -> CFString { mode }
    private static func mode(_ name: CFString) -> CFRunLoopMode? { name }
    private static func name(_ mode: String) -> CFRunLoopMode? {
      unsafe CFStringCreateWithCString(nil, mode, CFStringBuiltInEncodings.UTF8.rawValue)
    }
    private static func text(_ name: CFString) -> String {
      var bytes = [CChar](repeating: 0, count: 4 * CFStringGetLength(name) + 1)
      let utf8 = CFStringBuiltInEncodings.UTF8.rawValue
      guard unsafe CFStringGetCString(name, &bytes, bytes.count, utf8) else { return "" }
      return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  #endif
}

extension CFRunLoopActivity {
  /// The activity's number among those that a loop has, from 0: its bit.
  fileprivate var number: UInt8 { UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount) }
}
