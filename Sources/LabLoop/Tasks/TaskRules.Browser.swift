import LabKernel

extension TaskRules {
  /// A browser that was measured.
  public enum Browser: String, Hashable, Sendable, CaseIterable {
    /// Chromium 156.
    case chromium
    /// Firefox ESR 153.
    case firefox = "firefox-esr153"

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
