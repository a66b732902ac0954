public import LabLoop

/// How a browser's main thread orders its work: one task queue, without modes and passes.
///
/// Whatever waits is in the queue, first come, first served: messages, timers, and the frame, in
/// which all callbacks of display links (`requestAnimationFrame`) run. The rules say what may leave
/// that order, and when timers and frames join it.
public struct TaskRules: Hashable, Sendable {
  /// The browser whose rules these are.
  public let browser: Browser
  /// When frames come.
  public package(set) var frames: Frames
  /// When timers fire.
  public package(set) var timers: Timers
  /// What the user's input does to the queue; `nil` where that was not measured.
  package var inputs: Inputs?
  /// Whether of the messages of a worker only one is in the queue at a time.
  public package(set) var relaysMessages: Bool
  /// What the browser's own work costs.
  public package(set) var costs: Costs

  /// When frames come, and what becomes of vsyncs meanwhile.
  public struct Frames: Hashable, Sendable {
    /// What becomes of a vsync that comes while a frame waits or runs.
    public package(set) var memory: Memory
    /// Whether a frame goes before all others that wait.
    public package(set) var isFirst: Bool
    /// How long after the end of a frame the next one goes first; `nil` for never.
    public package(set) var promotedAfter: Duration?
    /// The divisor of a refresh that gives what others get after a frame at least.
    ///
    /// If they waited all the time since the frame before, they get as long as they had before this
    /// one. `nil` if frames do not yield.
    public package(set) var graceDivisor: Int?
    /// Whether a change of the page gets a frame at once, if its refresh has had none; otherwise
    /// the next vsync brings it.
    public package(set) var comesAtOnce: Bool
  }

  /// What the user's input does to the task queue.
  package struct Inputs: Hashable, Sendable {
    /// Whether an input goes before all tasks that were posted.
    package var overtakes: Bool
    /// Whether inputs that wait go before the frame of one that has been handled.
    var precedesFrames: Bool
    /// How long posted tasks wait at most for the frame of an input that changed the page; `nil` if
    /// they do not.
    var holdsTasks: Duration?
    /// Whether the first frame that begins after an input shows it, with or without a callback.
    package var isCarried: Bool
    /// Whether a frame is seen as soon as it is committed, the first one of a refresh; otherwise it
    /// waits for the next vsync.
    package var drawsAtOnce: Bool
    /// Whether an input that changes nothing has no frame.
    var needsChange: Bool
  }

  /// What becomes of a vsync that comes while a frame waits or runs.
  public enum Memory: Hashable, Sendable {
    /// A frame in the queue is given the newest vsync that has reached the thread.
    case newest
    /// A frame keeps its vsync; the newest one meanwhile gets a frame as soon as that one has
    /// ended.
    case remember
  }

  /// When timers fire.
  public struct Timers: Hashable, Sendable {
    /// How they join the queue.
    public package(set) var alarms: Alarms
    /// After how many timers in a row one of the others goes first; `nil` for no limit.
    public package(set) var mostInARow: Int?
    /// What `setInterval` does about dates that have passed.
    public package(set) var interval: CatchUp
    /// The share of the interval, as its divisor, that lies between a firing and the next date of
    /// its grid at least; `nil` for none.
    public package(set) var guardDivisor: Int?
    /// From which firing on a shorter interval than the least becomes that long.
    var clampedFrom: Int
    /// The shortest interval of a timer that sets itself again and again.
    package var leastInterval: Duration
  }

  /// How timers join the queue.
  public enum Alarms: Hashable, Sendable {
    /// Each by itself, when the thread looks after it was due.
    case each
    /// One alarm for all, when the first is due; its task fires what is due until a limit has
    /// passed.
    case one(limit: Duration)
  }

  /// What the browser's own work costs.
  public struct Costs: Hashable, Sendable {
    /// From a vsync until its frame is in the queue.
    public package(set) var post: Duration
    /// From the end of a frame until that of a remembered vsync is in the queue.
    public package(set) var again: Duration
    /// From the date of a timer until a thread that sleeps begins with it.
    public package(set) var wake: Duration
    /// Style, layout and paint of a frame, after its callbacks.
    public package(set) var frame: Duration
    /// What a firing takes beyond its callback.
    public package(set) var timer: Duration
    /// What a message takes beyond its work.
    public package(set) var message: Duration
    /// From the end of a task until the thread looks at the queue.
    public package(set) var between: Duration
    /// From an input until it reaches the queue.
    public package(set) var travel: Duration
    /// What the thread does before it hands an input to the page.
    public package(set) var dispatch: Duration
    /// From a change of the page until the frame that comes at once is in the queue.
    public package(set) var change: Duration
    /// From the end of a frame until it is seen, if its refresh has drawn nothing yet.
    public package(set) var draw: Duration
    /// From the next vsync until it is seen otherwise.
    public package(set) var late: Duration
  }
}

extension TaskRules {
  /// A rule that can be left out, to see what it does.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// A vsync that came while a frame was on its way gets one as soon as that has ended.
    case remember
    /// A frame goes first once none has run for a while.
    case promotion
    /// A change of the page gets a frame at once, if its refresh has had none.
    case atOnce = "at-once"
    /// An input goes before all tasks that were posted.
    case overtake
    /// Inputs that wait go before the frame of one that has been handled.
    case together
    /// Tasks that were posted wait for the frame of an input.
    case hold
    /// The first frame that begins after an input shows it.
    case carry
    /// A frame is seen as soon as it is committed, one a refresh.
    case draw
    /// An input that changes nothing has no frame.
    case unchanged
    /// Frames go before all others.
    case first
    /// A frame leaves others as long as they had before it.
    case yields
    /// After some timers in a row one of the others goes first.
    case row
    /// The task of the one alarm ends after a while.
    case batch
    /// An interval keeps its grid.
    case grid
    /// The next date of an interval keeps a distance from the firing.
    case `guard`
    /// A short interval becomes longer.
    case clamp
    /// Messages of a worker pass one at a time.
    case relay
    /// The browser's own work takes time.
    case costs
  }

  /// Returns the rules without one of them; `nil` if the browser does not have it.
  public func without(_ rule: Rule) -> TaskRules? {
    var rules = self
    switch rule {
    case .remember: rules.frames.memory = .newest
    case .promotion: rules.frames.promotedAfter = nil
    case .first: rules.frames.isFirst = false
    case .atOnce: rules.frames.comesAtOnce = false
    case .overtake: rules.inputs?.overtakes = false
    case .together: rules.inputs?.precedesFrames = false
    case .hold: rules.inputs?.holdsTasks = nil
    case .carry: rules.inputs?.isCarried = false
    case .draw: rules.inputs?.drawsAtOnce = false
    case .unchanged: rules.inputs?.needsChange = false
    case .yields: rules.frames.graceDivisor = nil
    case .row: rules.timers.mostInARow = nil
    case .batch:
      if case .one = timers.alarms { rules.timers.alarms = .one(limit: .seconds(1_000_000_000)) }
    case .grid: rules.timers.interval = .delay
    case .guard: rules.timers.guardDivisor = nil
    case .clamp: rules.timers.leastInterval = .zero
    case .relay: rules.relaysMessages = false
    case .costs:
      rules.costs = Costs(
        post: .zero, again: .zero, wake: .zero, frame: .zero, timer: .zero, message: .zero,
        between: .zero, travel: .zero, dispatch: .zero, change: .zero,
        draw: .zero, late: .zero)
    }
    return rules == self ? nil : rules
  }
}

extension TaskRules {
  /// A browser that was measured.
  public enum Browser: String, Hashable, Sendable, CaseIterable {
    /// Chromium 156.
    case chromium
    /// Firefox ESR 153.
    case firefox = "firefox-esr153"

    /// What scripts call the rules of CFRunLoop.
    package static let runLoop = "run-loop"

    /// What scripts call the rules of a thread, those of CFRunLoop first.
    package static let words = [runLoop] + allCases.map { $0.rawValue }

    /// What it is called in prose.
    public var name: String {
      switch self {
      case .chromium: "Chromium 156"
      case .firefox: "Firefox ESR 153"
      }
    }
  }

  /// The rules of a browser.
  public init(_ browser: Browser) {
    self.browser = browser
    switch browser {
    case .chromium:
      frames = Frames(
        memory: .remember, isFirst: false, promotedAfter: .milliseconds(100), graceDivisor: nil,
        comesAtOnce: true)
      inputs = Inputs(
        overtakes: true, precedesFrames: true, holdsTasks: .milliseconds(50), isCarried: true,
        drawsAtOnce: true, needsChange: true)
      timers = Timers(
        alarms: .each, mostInARow: 3, interval: .skip, guardDivisor: 20, clampedFrom: 4,
        leastInterval: .milliseconds(4))
      relaysMessages = false
      costs = Costs(
        post: .microseconds(320), again: .microseconds(60), wake: .microseconds(55),
        frame: .microseconds(460), timer: .microseconds(35), message: .microseconds(35),
        between: .microseconds(20), travel: .microseconds(300), dispatch: .microseconds(140),
        change: .microseconds(380), draw: .microseconds(800),
        late: .microseconds(400))
    case .firefox:
      frames = Frames(
        memory: .newest, isFirst: true, promotedAfter: nil, graceDivisor: 20,
        comesAtOnce: false)
      inputs = nil
      timers = Timers(
        alarms: .one(limit: .milliseconds(4)), mostInARow: nil, interval: .delay,
        guardDivisor: nil, clampedFrom: 4, leastInterval: .milliseconds(4))
      relaysMessages = true
      costs = Costs(
        post: .microseconds(230), again: .zero, wake: .microseconds(60),
        frame: .microseconds(460), timer: .microseconds(35), message: .microseconds(35),
        between: .microseconds(20), travel: .zero, dispatch: .zero, change: .zero,
        draw: .zero, late: .zero)
    }
  }
}

extension TaskRules.Browser {
  /// The rules, each with where it can be read or how it was measured.
  package var sources: [(rule: String, source: String)] {
    switch self {
    case .chromium: Self.chromiumSources + Self.commonSources
    case .firefox: Self.firefoxSources + Self.commonSources
    }
  }

  private static let commonSources: [(rule: String, source: String)] = [
    (
      "An interval below 4 ms becomes 4 ms from the fifth level of nesting on.",
      "chromium dom_timer.cc; Gecko, TimeoutManager"
    ),
    (
      "Not simulated: gestures and moves of the mouse, loading, idle and background pages, timers of 32 ms and more"
        + " that may wait for others, frames inside frames. At more than 60 Hz the rules are the same, but were not"
        + " measured.",
      "none"
    ),
  ]

  private static let chromiumSources: [(rule: String, source: String)] = [
    (
      "setInterval keeps its grid; the next date is the first one more than a twentieth of the interval"
        + " after now. It is chosen before the callback.",
      "chromium timer.cc; measured, 1,060 of 1,065"
    ),
    ("A chain of setTimeout counts from the call.", "chromium timer.cc, Start"),
    (
      "All tasks stand in one line. A timer gets its place when the thread looks for its next task, behind"
        + " all that was posted before.",
      "chromium task_queue_impl.cc; measured, 3,740 of 3,741"
    ),
    (
      "After 3 timers in a row one of the others goes first.",
      "chromium sequence_manager, kMaxDelayedStarvationTasks"
    ),
    ("Each timer has an alarm of its own.", "chromium timer.cc"),
    (
      "One frame at a time is on its way. It keeps the time of its vsync.",
      "chromium scheduler_state_machine.cc"
    ),
    (
      "Of the vsyncs meanwhile the newest is kept, and gets a frame 0.06 ms after the end of that one.",
      "chromium scheduler.cc, BeginFrameDropped; measured"
    ),
    (
      "The frame stands in line as others do; 100 ms after the last one ended, the next goes first.",
      "chromium main_thread_scheduler_impl.cc, ComputeCompositorPriority and"
        + " UpdateRenderingPrioritizationStateOnTaskCompleted"
    ),
    (
      "A change of the page, or a first requestAnimationFrame, gets a frame at once if its refresh has had"
        + " none (at-once), with the time of the vsync before; otherwise the next vsync brings it.",
      "measured in 24 scenes with inputs; chromium scheduler.cc, missed BeginFrames"
    ),
    (
      "A page at rest hears of no vsync. One that passes while a task changes the page does not bring its"
        + " frame earlier, and one that passes before that frame begins asks for no second one.",
      "chromium scheduler.cc, StartOrStopBeginFrames; begin_frame_source.cc, AddObserver; proxy_main.cc,"
        + " SendCommitRequestToImplThreadIfNeeded; measured, 75 of 77 and 82 of 82"
    ),
    (
      "An input goes before all tasks that were posted (overtake). Inputs that wait go before the frame of"
        + " one that has been handled (together).",
      "measured, 409 of 409; chromium main_thread_scheduler_impl.cc"
    ),
    (
      "After an input that changes the page, posted tasks and timers wait for its frame, 50 ms at most"
        + " (hold). One that changes nothing has no frame (unchanged).",
      "measured, 450 of 450; chromium, DeferRendererTasksAfterInput"
    ),
    (
      "The first frame that begins after an input shows it (carry): 0.8 ms after its end if its refresh has"
        + " drawn nothing, else 0.4 ms after the next vsync (draw).",
      "measured, 827 of 832"
    ),
    (
      "Costs in ms of input: it reaches the line after 0.3 and is handed to the page after 0.14; a frame that"
        + " comes at once reaches the line 0.38 after the change.",
      "measured on one host, headless"
    ),
    (
      "Costs in ms: a frame reaches the line 0.32 after its vsync and takes 0.46; a timer wakes the thread"
        + " 0.055 late; timer and message take 0.035 more than their work, and 0.02 lie between two tasks.",
      "measured on one host, headless"
    ),
  ]

  private static let firefoxSources: [(rule: String, source: String)] = [
    (
      "setInterval counts from the start of its callback, as a chain of setTimeout does.",
      "Gecko ESR 153, TimeoutManager::RescheduleTimeout; measured"
    ),
    (
      "One alarm serves all timers. Its task fires what is due until 4 ms have passed, and leaves the rest"
        + " to another task.",
      "Gecko, TimeoutManager::RunTimeout, dom.timeout.max_consecutive_callbacks_ms"
    ),
    (
      "Of the messages of a worker only one stands in line; the next lines up before that one runs.",
      "Gecko, ThrottledEventQueue and WorkerPrivate"
    ),
    (
      "A frame goes before all others, and is given the newest vsync that has come.",
      "Gecko ESR 153, nsRefreshDriver; measured, 5,317 of 5,329"
    ),
    (
      "If others waited all the time since the last frame, they get as long after a frame as they had"
        + " before it, at least a twentieth of a refresh and at most four refreshes; a vsync that comes"
        + " earlier waits until nothing else does.",
      "Gecko ESR 153, nsRefreshDriver"
    ),
    (
      "Costs in ms: a frame reaches the line 0.23 after its vsync and takes 0.46; a timer wakes the thread"
        + " 0.06 late; timer and message take 0.035 more than their work, and 0.02 lie between two tasks.",
      "measured on one host, headless"
    ),
  ]
}
