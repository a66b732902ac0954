import LabKernel

/// What the loop keeps for one mode (R10).
struct ModeState: ~Copyable {
  let name: SimulatedRunLoop.Mode
  /// Whether the mode's name is in the common set.
  var isCommon: Bool

  /// The signalled sources of the mode, in order of addition.
  var sources: [Int] = []
  /// How many ports with a source are in the mode.
  var portCount = 0
  /// The observers of the mode, sorted by order, first come first among equals (R77).
  var observers: [Int] = []
  /// The activities in which any observer of the mode was ever interested.
  var observedActivities: SimulatedRunLoop.Activities = []

  /// The timers of the mode that are not firing, by fire date and insertion (R39, R40).
  var timers = EventQueue()
  /// How many timers are in the mode, firing ones included.
  var timerCount = 0

  /// The port that the mode's alarm rings.
  let alarmPort: Int
  var alarm: World.Device
  /// The deadlines for which the alarm was last programmed, if they are not forgotten (R42).
  var programmed = AlarmWindow.none

  /// Whether the mode was asked to stop, which lasts until a run honours it (R25).
  var isStopped = false
}

/// When an alarm may go off.
struct AlarmWindow: Equatable {
  var soft: Int64
  var hard: Int64

  /// No deadline, for want of timers.
  static let none = AlarmWindow(soft: .max, hard: .max)
  /// Equal to no window: whatever comes next, the alarm is programmed anew.
  static let forgotten = AlarmWindow(soft: .min, hard: .min)
}

/// A set of modes, by index.
struct ModeSet: Equatable {
  /// How many modes a loop can have: one word, so that what is kept of a timer fits into a line of the
  /// cache.
  static let capacity = 64

  private(set) var bits: UInt64 = 0

  @inline(__always)
  var isEmpty: Bool { bits == 0 }

  @inline(__always)
  func contains(_ mode: Int) -> Bool { bits & bit(mode) != 0 }

  @inline(__always)
  mutating func insert(_ mode: Int) { bits |= bit(mode) }

  @inline(__always)
  mutating func remove(_ mode: Int) { bits &= ~bit(mode) }

  @inline(__always)
  func subtracting(_ other: ModeSet) -> ModeSet {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }

  @inline(__always)
  mutating func formUnion(_ other: ModeSet) { bits |= other.bits }

  @inline(__always)
  private func bit(_ mode: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: mode) }
}

extension ModeSet: Sequence {
  /// Yields the members in ascending order.
  struct Iterator: IteratorProtocol {
    fileprivate var rest: UInt64

    @inline(__always)
    mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      let mode = rest.trailingZeroBitCount
      rest &= rest &- 1
      return mode
    }
  }

  @inline(__always)
  func makeIterator() -> Iterator { Iterator(rest: bits) }
}
