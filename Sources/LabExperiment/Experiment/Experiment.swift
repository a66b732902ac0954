import LabDisplay
import LabWorkload

/// An experiment as a script describes it: checked in full, ready to be planned.
public struct Experiment: Sendable {
  /// A variant that the experiment compares with others.
  public struct Arm: Sendable {
    /// The name.
    public let name: String
    /// The names of its timers and display links.
    public let drivers: [String]

    let settings: [Setting<Driver>]
  }

  /// The path of the script.
  public let path: String
  /// What it is called.
  public let title: String?
  /// What it asks.
  public let question: String?
  /// The answer in one sentence.
  public let because: String?
  /// What it varies, and what is worked out from that; of several sweeps the last varies fastest.
  public let sweeps: [Sweep]
  /// What it compares.
  public let arms: [Arm]
  /// How many runs there are of every arm at every sweep point.
  public let replications: Int
  /// The number from which all draws derive.
  public let seed: UInt64
  /// The expectations, as they are written.
  public var expectationTexts: [String] { expectations.map(\.text) }

  let grid: Grid
  let scene: Scene
  /// What is done to drivers under way, each in one arm.
  let actions: [(arm: Int, setting: Setting<DriverAction>)]
  let expectations: [Expectation]

  /// How many points the sweeps span; 1 without a sweep.
  var pointCount: Int { grid.count }

  /// Returns the value of every sweep at a point.
  func choices(at point: [Int]) -> [RunSpec.Choice] {
    sweeps.map { RunSpec.Choice(name: $0.name, value: $0.value(at: point)) }
  }

  /// What all arms share.
  struct Scene: Sendable {
    let duration: Setting<Duration>
    let panel: Setting<Panel>
    let rateChanges: [Setting<Panel.RateChange>]
    let wakeUpDelay: Setting<DurationLaw>?
    let stretch: Setting<Double>?
    let loads: [Setting<Load>]
    let gestures: [Setting<Gesture>]
  }
}
