import LabDisplay
import LabKernel
import LabLoop
import LabTrace
package import LabWorkload

extension HostStage {
  /// A part of a scenario that the host cannot perform.
  package struct Obstacle: Hashable, Sendable, CustomStringConvertible {
    /// The driver, load or gesture that it belongs to; `nil` for the run as a whole.
    package let subject: String?
    /// What cannot be performed, and a remedy.
    package let description: String
  }

  /// The longest run on the host: 10 minutes.
  static let longestRun = Duration.seconds(600)
  /// The most tasks of a load in a run.
  static let mostTasks = 1 << 20

  /// Returns what the host cannot perform of a scenario; nothing if it can be performed as it is.
  ///
  /// - Parameters:
  ///   - scenario: What is to be performed.
  ///   - source: What fires the timers.
  ///   - isRealtime: Whether the threads go before all others, so that they must leave some time to
  ///     the rest of the machine.
  /// - Returns: Each part that stands in the way, with a remedy.
  package static func obstacles(
    to scenario: Scenario, source: HostSource = .timer, isRealtime: Bool = false
  ) -> [Obstacle] {
    var obstacles: [Obstacle] = []
    func add(_ words: [String], about subject: String? = nil) {
      obstacles += words.map { Obstacle(subject: subject, description: $0) }
    }
    add(general(scenario, source))
    for driver in scenario.drivers { add(words(about: driver, source), about: driver.name) }
    for load in scenario.loads {
      add(words(about: load, until: .at(scenario.duration), source), about: load.name)
    }
    for gesture in scenario.gestures { add(words(about: gesture, source), about: gesture.name) }
    if isRealtime { add(busyShare(scenario)) }
    return obstacles
  }

  /// Throws if this process may not go before others.
  package static func checkRealtime() throws(HostError) { try Priority.check() }

  private static func general(_ scenario: Scenario, _ source: HostSource) -> [String] {
    var words: [String] = []
    #if !os(Linux)
      if source == .loop {
        words.append("'loop' needs a timer of Linux. Choose '--source dispatch'.")
      }
    #endif
    if scenario.duration > longestRun {
      words.append("a run takes its time here, 10 minutes at most. Write 'run 10 min'.")
    }
    let host = [
      ("wake-up delayed", scenario.wakeUpDelay != nil),
      ("alarms land on", scenario.profile.alarmTick > 0), ("napping", scenario.profile.nap != nil),
      ("stretch", scenario.stretch != 1),
    ]
    words += host.filter { $0.1 }.map {
      "'\($0.0)' describes a host, and this one is real. Leave it out."
    }
    if scenario.profile.wall.hasSleeps {
      words.append("this machine stays awake meanwhile. Leave 'sleep' out.")
    }
    if scenario.renderCost != nil {
      words.append("there is no render server here. Leave 'render-server' out.")
    }
    if scenario.browser != nil {
      words.append("the loop here is the host's own. Leave 'like' out.")
    }
    let panel = scenario.panel
    if case .rate = panel.timing, panel.laterRates.isEmpty, panel.jitter == .zero {
    } else {
      words.append("the display here has one fixed rate. Write 'display 60 Hz'.")
    }
    if panel.presentMode != .mailbox {
      words.append("the display here shows the newest frame. Leave 'presents' out.")
    }
    if !scenario.actions.isEmpty {
      words.append("drivers run from the beginning to the end here. Leave out what pauses them.")
    }
    return words
  }

  private static func words(about gesture: Gesture, _ source: HostSource) -> [String] {
    var words: [String] = []
    if !source.hasRunLoop {
      words.append("'\(source.rawValue)' has no modes. Choose '--source timer'.")
    }
    if gesture.kind != .scroll {
      words.append("only a finger that scrolls is real. Write 'scroll'.")
    }
    if let moves = gesture.moves, moves < .microseconds(100) {
      words.append("a finger moves every 0.1 ms at most. Write 'moves every 8 ms'.")
    }
    return words
  }

  private static func words(about driver: Driver, _ source: HostSource) -> [String] {
    var words: [String] = []
    if driver.motion != nil { words.append("nothing moves here. Leave 'motion' and 'scene' out.") }
    if driver.cap != nil {
      words.append("its callbacks do their work each time. Leave 'acts at most every' out.")
    }
    if !driver.lives.isEmpty { words.append("it fires all the time. Leave 'from' out.") }
    if case .dated = driver.cost {
      words.append("its costs come one after the other. Write 'takes sequence'.")
    }
    let hasModes = source == .timer || (source.hasRunLoop && driver.source.interval == .zero)
    if !hasModes, !driver.modes.contains(.common) {
      words.append("by '\(source.rawValue)' it fires in all common modes. Write 'in common'.")
    }
    switch driver.source {
    case .timer(let timer):
      if timer.interval < .microseconds(100) {
        words.append("a real timer fires every 0.1 ms at most. Write 'every 1 ms'.")
      }
      if timer.isByWallClock {
        words.append("a timer here goes by uptime. Leave 'by wall clock' out.")
      }
      if let catchUp = timer.catchUp, catchUp != source.catchUp {
        words.append("a real timer leaves out what it missed. Leave 'catch-up' out.")
      }
    case .link(let link):
      if link.pace != .every(1) {
        words.append("the link here is called at every refresh. Leave '\(link.pace.words)' out.")
      }
      if case .offMain = link.lateDelivery {
        words.append("the link here is of this thread. Write 'in common'.")
      } else if link.lateDelivery != .pending || link.zeroTimestampOnResume {
        words.append("a late link here is called once. Leave 'policy' out.")
      }
    case .loop:
      words.append("the loop here is the thread's own. Write 'timer \(driver.name) every 1 ms'.")
    }
    return words
  }

  private static func words(
    about load: Load, until end: Instant, _ source: HostSource
  ) -> [String] {
    let isOpen = load.delivery == .mainQueue || (source == .loop && load.delivery == .port)
    if !source.hasRunLoop, !isOpen {
      return [
        "tasks do not arrive at '\(source.rawValue)' in this way. Write 'as main-queue', or choose"
          + " '--source timer'."
      ]
    }
    if load.panel != nil {
      return ["no panel is shown here. Leave 'runs modal' out."]
    }
    if case .following = load.tasks {
      return ["a load that follows another one is not performed here. Write 'every' or 'at'."]
    }
    guard let tasks = load.writtenOut(seed: 0, until: end, limit: mostTasks)?.writtenTasks else {
      return ["it has more than \(mostTasks) tasks. Write a shorter 'run'."]
    }
    return tasks.contains { $0.piece != nil }
      ? ["tasks are not performed in pieces here. Leave 'in pieces' out."] : []
  }

  /// Refuses more than nine tenths of the time: the system stops threads that take 95 %.
  private static func busyShare(_ scenario: Scenario) -> [String] {
    var busy = 0.0
    for load in scenario.loads {
      for task in tasks(of: load, scenario, 0) { busy += task.duration / scenario.duration }
    }
    for driver in scenario.drivers {
      var costs = driver.costStream(seed: 0)
      let interval =
        driver.source.interval > .zero ? driver.source.interval : scenario.panel.rate.period
      busy += driver.cost.draw(from: &costs) / interval
    }
    guard busy > 0.9 else { return [] }
    return [
      "\(Int(busy * 100)) % of the time is planned work, and a thread with '--realtime' must leave"
        + " 10 %. Leave '--realtime' out, or write shorter tasks."
    ]
  }
}
