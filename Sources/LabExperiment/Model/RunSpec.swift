public import LabDisplay
import LabLoop
public import LabWorkload

/// One run, with every value settled.
public struct RunSpec: Hashable, Sendable {
  /// A sweep and the value that it has in this run.
  public struct Choice: Hashable, Sendable {
    /// The name of the sweep.
    public let name: String
    /// The value as it is written in the script.
    public let value: String
  }

  /// The position in the plan, from 0.
  public let index: Int
  /// The value of every sweep.
  public let point: [Choice]
  /// Which replication of its sweep point and arm this is, from 0.
  public let replication: Int
  /// The seed; the same for every arm and every sweep point of a replication.
  public let seed: UInt64
  /// The name of the arm.
  public let arm: String
  /// The display.
  public let panel: Panel
  /// How long the run lasts.
  public let duration: Duration
  /// How long after its port is ready the sleeping thread really runs; `nil` for at once.
  public let wakeUpDelay: DurationLaw?
  /// Where inside its tolerance the alarm of a timer goes off.
  public let alarmLanding: AlarmLanding
  /// By how much all work takes longer than it says.
  public let stretch: Double
  /// How long the render server takes for each picture; `nil` for no time at all.
  public let renderCost: DurationLaw?
  /// The work that competes for the thread.
  public let loads: [Load]
  /// The fingers.
  public let gestures: [Gesture]
  /// What moves the animation.
  public let drivers: [Driver]
  /// What is done to them under way.
  public let actions: [DriverAction]
}

/// Where inside its tolerance the alarm of a timer goes off.
public enum AlarmLanding: String, Hashable, Sendable, CaseIterable {
  /// At its beginning, as if there were none.
  case early
  /// At its end, which lets most timers share a wake-up.
  case late
  /// Anywhere, all whole nanoseconds equally likely.
  case anywhere
}

extension RunSpec {
  /// The loop of Apple's platforms, with alarms as the script says.
  var profile: Profile {
    var profile = Profile.darwin
    switch alarmLanding {
    case .early: profile.alarmLanding = .soft
    case .late: profile.alarmLanding = .hard
    case .anywhere: profile.alarmLanding = .uniform(seed: seed)
    }
    return profile
  }
}

extension RunSpec {
  /// By what the run is told from others.
  public var label: Plan.Label {
    Plan.Label(index: index, point: point, replication: replication, seed: seed, arm: arm)
  }
}
