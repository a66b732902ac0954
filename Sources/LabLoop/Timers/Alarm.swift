import LabKernel

/// The alarm of a mode, which ends a sleep when a timer of the mode is due.
struct Alarm: ~Copyable {
  let port: Int
  /// Its place among the alarms of the world.
  private let place: Int
  /// The deadlines for which it was last programmed.
  private(set) var programmed = AlarmWindow.none
  /// Where it lands in its window, if it lands anywhere; else nameless, and never drawn from.
  private var landings: RandomStream

  init(of mode: LoopMode, in world: World, ringing ports: PortSet, _ profile: Profile) {
    let port = ports.insert(PortState(purpose: .alarm))
    self.port = port
    place = world.makeAlarm(Self.name(in: mode)) { [ports] in ports.ring(port, at: $0.now) }
    let isDrawn = profile.alarmLanding == .anywhere
    let name = !isDrawn ? "" : mode == .default ? "alarm" : "alarm of \(mode)"
    landings = RandomStream(seed: profile.alarmSeed, name: name)
  }

  /// Two modes are in nearly every loop; their words need not be put together for each.
  private static func name(in mode: LoopMode) -> String {
    switch mode {
    case .default: "alarm of mode ‘default’"
    case .tracking: "alarm of mode ‘tracking’"
    default: "alarm of mode ‘\(mode)’"
    }
  }

  /// Programs the alarm, even if its deadlines are the same (R42).
  ///
  /// That takes back a ring not served yet; a date that has passed rings at once.
  @inline(always)
  mutating func program(
    for window: AlarmWindow, in world: World, ringing ports: PortSet, _ profile: Profile
  ) {
    programmed = window
    if window.isNone, !profile.cancelsAlarmWithLastTimer { return }  // R61
    var date = landing(in: window, profile)
    if profile.alarmTick > 0, date > world.now.nanoseconds {
      date = Self.tick(notBefore: date, every: profile.alarmTick)
    }
    ports.drain(port)
    guard date <= world.now.nanoseconds else { return world.setAlarm(place, at: date) }
    world.setAlarm(place, at: .max)
    ring(ports, at: world.now)
  }

  /// Rings while the thread works, which is rare: in a function, to keep it out of each firing.
  @inline(never)
  private func ring(_ ports: PortSet, at now: Instant) { ports.ring(port, at: now) }

  @inline(always)
  private mutating func landing(in window: AlarmWindow, _ profile: Profile) -> Int64 {
    switch profile.alarmLanding {
    case .early: window.soft
    case .late: window.hard
    case .anywhere where window.isNone: .max
    case .anywhere: draw(in: window)
    }
  }

  /// The first tick at or after a date, as far as there is one.
  @inline(never)
  private static func tick(notBefore date: Int64, every tick: Int64) -> Int64 {
    let rest = date % tick
    let (next, overflow) = (date - rest).addingReportingOverflow(tick)
    return rest == 0 || overflow ? date : next
  }

  @inline(never)
  private mutating func draw(in window: AlarmWindow) -> Int64 {
    landings.next(in: window.soft...window.hard)
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

  var isNone: Bool { soft == .max }
}
