public import LabBrowser
public import LabDisplay
import LabKernel
public import LabLoop
import LabTrace

/// One run in full, but for the seed: the display, what competes for the thread, what is animated.
public struct Scenario: Hashable, Sendable {
  /// The display.
  public var panel: Panel
  /// How long the run lasts.
  public var duration: Duration
  /// How many events it may have before it ends with an error; positive.
  public var eventLimit: Int
  /// The wake-up latency of the thread: how long after its port is ready it really runs; `nil` for
  /// at once.
  public var wakeUpDelay: DurationLaw?
  /// A factor on every duration of work, because the thread shares its processor; positive.
  public var stretch: Double
  /// How long the render server takes for each frame; `nil` for no time at all.
  public var renderCost: DurationLaw?
  /// What competes for the thread.
  public var loads: [Load]
  /// What the user does.
  public var gestures: [Gesture]
  /// What moves the animation forward.
  public var drivers: [Driver]
  /// What is done to them under way.
  public var actions: [DriverAction]
  /// Whether its tasks are measured as its drivers are.
  public var measuresTasks = false
  /// How far behind the start of what was recorded its recordings begin.
  package var recordingStart: Duration = .zero
  /// Which platform's loop it has, and where its alarms land in their tolerance.
  public var profile: Profile
  /// The rules of a browser, by which the thread goes in place of those of a run loop; `nil` for
  /// none.
  public var browser: TaskRules? {
    get { rules.first }
    set { rules = newValue.map { [$0] } ?? [] }
  }

  /// What a repeating timer does about missed dates of which nothing is said.
  package var catchUp: CatchUp { rules.first?.timers.interval ?? .coalesce }

  /// Whether alarms may go off at other instants than the dates of their timers: on the ticks of a
  /// clock, in a nap, or by the wall clock of a machine that sleeps.
  package var hasOtherAlarms: Bool { profile.alarmDelay > 0 || profile.wall.hasSleeps }

  /// One or none, apart since a scenario is often copied and seldom has them.
  private var rules: [TaskRules] = []

  /// The events of three weeks of a timer and a link at 120 Hz.
  public static let usualEventLimit = 1_000_000_000

  /// How many events happen at most in a run that is kept as a whole: with what is measured of it
  /// they take about 150 MB.
  package static let mostKeptEvents = 1 << 19

  /// Creates a scenario.
  public init(
    panel: Panel, duration: Duration, eventLimit: Int = usualEventLimit,
    wakeUpDelay: DurationLaw? = nil, stretch: Double = 1,
    renderCost: DurationLaw? = nil, loads: [Load] = [], gestures: [Gesture] = [],
    drivers: [Driver] = [], actions: [DriverAction] = [], profile: Profile = .darwin,
    browser: TaskRules? = nil
  ) {
    require(eventLimit > 0, "a limit of \(eventLimit) events leaves no run")
    require(stretch > 0 && stretch.isFinite, "work that takes \(stretch) times as long as it says")
    self.panel = panel
    self.duration = duration
    self.eventLimit = eventLimit
    self.wakeUpDelay = wakeUpDelay
    self.stretch = stretch
    self.renderCost = renderCost
    self.loads = loads
    self.gestures = gestures
    self.drivers = drivers
    self.actions = actions
    self.profile = profile
    self.browser = browser
  }
}

extension Scenario {
  /// Whether callbacks wait for the display, or begin when others end.
  package var waitsForDisplay: Bool {
    if case .blocking = panel.presentMode { return true }
    return drivers.contains { $0.source == .loop }
  }

  /// What stands in the way of presenting frames as the display does, each with the name of the
  /// driver it is about, or an empty one, and what to write in its place.
  package var presentObjections: [(name: String, text: String)] {
    let mode = panel.presentMode
    var objections: [(name: String, text: String)] =
      panel.objection(to: mode).map { [(name: "", text: $0)] } ?? []
    if mode == .atTarget {
      let drawing = drivers.filter { $0.draws }
      objections += drawing.dropFirst().map { driver in
        (
          name: driver.name,
          text:
            "a frame is presented at one target, that of '\(drawing[0].name)'. Give each arm one of"
            + " them, or write 'target none'."
        )
      }
    }
    if case .blocking = mode { return objections }
    objections += drivers.filter { $0.source == .loop && $0.cost.longest == .zero }.map { driver in
      (
        name: driver.name,
        text: "this loop takes no time and waits for nothing. Write 'takes 1 ms', or"
          + " 'presents fifo 2 blocking' behind the display."
      )
    }
    return objections
  }
}
