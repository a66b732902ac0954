import LabKernel

/// The alarms that end a sleep when a timer is due, one for each mode.
struct AlarmSet: ~Copyable {
  private var alarms = UniqueArray<Alarm>()
  private let world: World
  private let ports: PortSet
  private let profile: Profile

  struct Alarm {
    let port: Int
    /// Its place among the alarms of the world.
    let place: Int
    /// The deadlines for which it was last programmed.
    var programmed = AlarmWindow.none
    /// Where it lands in its window, if it lands anywhere.
    var landings: RandomStream
  }

  init(in world: World, ringing ports: PortSet, _ profile: Profile) {
    self.world = world
    self.ports = ports
    self.profile = profile
  }

  /// Makes the alarm of a mode, whose index is the number of modes before it.
  mutating func addMode(_ name: LoopMode) {
    let port = ports.insert(PortState(purpose: .alarm))
    let place = world.makeAlarm(Self.deviceName(name)) { [ports] in
      ports.ring(port, at: $0.now)
    }
    let landings = RandomStream(
      seed: profile.alarmSeed, name: name == .default ? "alarm" : "alarm of \(name)")
    let mode = alarms.append(Alarm(port: port, place: place, landings: landings))
    ports.join(port, to: mode)
  }

  /// Two modes are in nearly every loop; their words need not be put together for each.
  private static func deviceName(_ mode: LoopMode) -> String {
    switch mode {
    case .default: "alarm of mode ‘default’"
    case .tracking: "alarm of mode ‘tracking’"
    default: "alarm of mode ‘\(mode)’"
    }
  }

  /// The deadlines for which the alarm of a mode was last programmed; `nil` for none.
  func window(of mode: Int) -> AlarmWindow? {
    let window = alarms[mode].programmed
    return window == .none ? nil : window
  }

  /// Takes the alarm of a mode out of its line, so that it wakes nothing.
  func silence(_ mode: Int) { ports.leave(alarms[mode].port, from: mode) }

  /// Programs the alarm of a mode, if its deadlines have changed (R42).
  @inline(always)
  mutating func program(_ mode: Int, for window: AlarmWindow) {
    if window != alarms[mode].programmed { programAnew(mode, for: window) }
  }

  /// Programs the alarm of a mode, even if its deadlines are the same (R42).
  ///
  /// That takes back a ring not served yet; a date that has passed rings at once.
  @inline(always)
  mutating func programAnew(_ mode: Int, for window: AlarmWindow) {
    alarms[mode].programmed = window
    if window == .none, !profile.cancelsAlarmWithLastTimer { return }  // R61
    let date = landing(of: mode, in: window)
    ports.drain(alarms[mode].port)
    let isOver = date <= world.now.nanoseconds
    world.setAlarm(alarms[mode].place, at: isOver ? .max : date)
    if isOver { ports.ring(alarms[mode].port, at: world.now) }
  }

  @inline(always)
  private mutating func landing(of mode: Int, in window: AlarmWindow) -> Int64 {
    switch profile.alarmLanding {
    case .early: window.soft
    case .late: window.hard
    case .anywhere where window == .none: .max
    case .anywhere: alarms[mode].landings.next(in: window.soft...window.hard)
    }
  }
}

/// When an alarm may go off (R41).
///
///     soft = the earliest date,  hard = the earliest end of a tolerance
struct AlarmWindow: Equatable {
  var soft: Int64
  var hard: Int64

  /// No deadline, for want of timers.
  static let none = AlarmWindow(soft: .max, hard: .max)
}
