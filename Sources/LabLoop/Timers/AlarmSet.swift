import LabKernel

/// The alarms that end a sleep when a timer is due, one for each mode.
final class AlarmSet {
  @safe @exclusivity(unchecked) private var alarms = UniqueArray<Alarm>()
  private let world: World
  private let ports: PortSet
  private let profile: Profile

  struct Alarm {
    let port: Int
    let device: World.Device
    /// The deadlines for which it was last programmed, if they are not forgotten (R42).
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
  func addMode(_ name: LoopMode) {
    let port = ports.insert(PortState(purpose: .alarm))
    let device = world.makeDevice(Self.deviceName(name), priority: .alarm) { [ports] in
      ports.ring(port, at: $0.now)
    }
    let landings = RandomStream(
      seed: profile.alarmSeed, name: name == .default ? "alarm" : "alarm of \(name)")
    let mode = alarms.append(Alarm(port: port, device: device, landings: landings))
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
    return window == .none || window == .forgotten ? nil : window
  }

  /// Lets the alarm of a mode be programmed anew, whatever its deadlines are (R42).
  @inline(always)
  func forget(_ mode: Int) { alarms[mode].programmed = .forgotten }

  /// Takes the alarm of a mode out of its line, so that it wakes nothing.
  func silence(_ mode: Int) { ports.leave(alarms[mode].port, from: mode) }

  /// Programs the alarm of a mode, if its deadlines have changed (R42).
  @inline(always)
  func program(_ mode: Int, for window: AlarmWindow) {
    if window != alarms[mode].programmed { reprogram(mode, for: window) }
  }

  private func reprogram(_ mode: Int, for window: AlarmWindow) {
    alarms[mode].programmed = window
    if window != .none {
      set(mode, to: landing(of: mode, in: window))
    } else if profile.cancelsAlarmWithLastTimer {
      world.cancel(alarms[mode].device)  // R61
      ports.drain(alarms[mode].port)
    }
  }

  @inline(always)
  private func landing(of mode: Int, in window: AlarmWindow) -> Int64 {
    switch profile.alarmLanding {
    case .early: window.soft
    case .late: window.hard
    case .anywhere: alarms[mode].landings.next(in: window.soft...window.hard)
    }
  }

  /// Sets an alarm anew, which takes back a ring not served yet; a date that has passed rings at
  /// once.
  @inline(always)
  func set(_ mode: Int, to date: Int64) {
    ports.drain(alarms[mode].port)
    if date <= world.now.nanoseconds {
      world.cancel(alarms[mode].device)
      ports.ring(alarms[mode].port, at: world.now)
    } else {
      world.schedule(alarms[mode].device, at: Instant(nanoseconds: date))
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
  /// Equal to no window: whatever comes next, the alarm is programmed anew.
  static let forgotten = AlarmWindow(soft: .min, hard: .min)
}
