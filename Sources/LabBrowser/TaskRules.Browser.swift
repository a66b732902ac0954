import LabLoop

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
      "Not stated: gestures and moves of the mouse, loading, idle and background pages, timers of 32 ms and more that"
        + " may wait for others, frames inside frames, refreshes above 60 Hz.",
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
