import LabDisplay
import LabKernel
import LabLanguage
import LabLoop
import LabText
import LabWorkload

extension ScriptCompiler {
  /// Reads the arms; their names survive mistakes, so that expectations find them.
  func arms(panel: PointDependent<Panel>?) -> [Experiment.Arm] {
    _ = named(outline.arms.map { $0.statement })
    // The trace of a run tells its sources by their names.
    let rivals = outline.statements.disturbances
    let scenes = ownScenes()
    return outline.arms.map { arm in
      let own = named(arm.members.loads, besides: rivals)
      let gestures = arm.members.filter { $0.form.keyword == "gesture" }
      let all = Dictionary(
        keepingFirst: rivals.map { ($0.key, $0.value) }
          + (own + gestures).map { ($0.head[0].text, $0) })
      let members = named(arm.members.having(.driver), besides: all)
      let settings = members.compactMap { driver($0, panel: panel) }
      let names = Set(members.map { $0.head[0].text })
      let loads = sharedLoads + own.compactMap { $0.head.first?.text }
      let motions = named(arm.members.having(.motion)).compactMap {
        motion($0, of: names, loads: Set(loads), scenes: scenes)
      }
      checkLives(of: members, besides: motions.map { $0.0 })
      if members.isEmpty, !hasLostNames {
        report(
          arm.statement.keyword.place,
          "this arm is empty. Write for example 'timer ball every 16 ms in default' below it,"
            + " indented.")
      }
      return Experiment.Arm(
        name: arm.statement.head[0].text, drivers: members.map { $0.head[0].text }, loads: loads,
        settings: settings,
        motions: Dictionary(keepingFirst: motions.map { ($0.0, $0.1) }),
        edits: self.loads(own, after: sharedLoads).edits
          + gestures.compactMap { setting($0, self.gestures) }.edits)
    }
  }

  /// What a driver moves begins and ends it, and so it has no lives of its own.
  private func checkLives(of members: [Statement], besides moving: [String]) {
    for member in members {
      guard let lives = member["from"]?.first, moving.contains(member.head[0].text) else {
        continue
      }
      report(
        lives.place,
        "'\(member.head[0].text)' begins and ends with what it moves. Leave out 'from', or write"
          + " 'starting at' below.")
    }
  }

  private func driver(
    _ statement: Statement, panel: PointDependent<Panel>?
  ) -> PointDependent<DriverSetting>? {
    switch statement.form.keyword {
    case "link": return setting(statement, link)
    case "loop": return setting(statement, loop)
    default: break
    }
    let needsPanel = statement["phase"] != nil
    let axes = needsPanel ? panel?.axes ?? [] : []
    return setting(statement, others: axes) { bound throws(Mistake) in
      try self.timer(bound, rate: panel?.value(at: bound.point).rate)
    }
  }

  private func timer(_ bound: ResolvedStatement, rate: RefreshRate?) throws(Mistake)
    -> DriverSetting
  {
    if let instant = try bound.value("once at", .instant) {
      for clause in ["first at", "phase", "catch-up"] {
        guard let stray = bound.statement[clause]?.first else { continue }
        throw Mistake(stray.place, "'\(clause)' goes with 'every', not with 'once at'.")
      }
      return try timer(bound, interval: .zero, firstFire: instant)
    }
    let interval = try bound.required("every", .positiveDuration)
    let exact = try bound.required("every", .exactNanoseconds)
    var firstFire = try bound.value("first at", .instant)
    // Without a readable display the phase means nothing, but that mistake is reported already.
    if let phase = try bound.value("phase", .fraction), let rate {
      firstFire = phase.ofPeriod(of: rate)
    }
    var setting = try timer(bound, interval: interval, firstFire: firstFire)
    setting.interval = exact
    setting.intervalPlace = bound.statement["every"]?.first?.place
    setting.tolerancePlace = bound.statement["tolerance"]?.first?.place
    setting.datePlace = (bound.statement["first at"] ?? bound.statement["phase"])?.first?.place
    return setting
  }

  private func timer(
    _ bound: ResolvedStatement, interval: Duration, firstFire: Instant?
  ) throws(Mistake) -> DriverSetting {
    let catchUp = try bound.value("catch-up", .catchUp)
    var timer = Driver.Source.timer(
      interval: interval, firstFire: firstFire,
      tolerance: try bound.value("tolerance", .duration) ?? .zero, catchUp: catchUp)
    let isByWallClock = try bound.value("by", .timerClock) ?? false
    timer.timer?.isByWallClock = isByWallClock
    if isByWallClock, let catchUp, catchUp != .coalesce {
      throw Mistake(
        bound.statement["catch-up"]?.first?.place,
        "a timer by the wall clock coalesces, as one of DispatchSource does. Leave 'catch-up' out.")
    }
    return try driver(bound, timer)
  }

  private func link(_ bound: ResolvedStatement) throws(Mistake) -> DriverSetting {
    let divider = try bound.value("every", .count)
    let preferred = try bound.value("prefers", .pace)
    let pace = divider.map(LinkPace.every) ?? preferred ?? .every(1)
    let hop = try bound.value("off-main via", .hop)
    if hop != nil, let stray = bound.statement["policy"]?.first {
      throw Mistake(
        stray.place, "'policy' goes with 'in', not with 'off-main'. Leave out one of them."
      )
    }
    let (policy, keepsPhase, zeroes) =
      try bound.value("policy", .policy) ?? (hop.map { .offMain($0) } ?? .pending, false, false)
    var setting = try driver(
      bound,
      .link(
        pace: pace, lateDelivery: policy, keepsPhase: keepsPhase, zeroTimestampOnResume: zeroes))
    setting.prefersNothing = divider == nil && preferred == nil && language > 1
    return setting
  }

  private func loop(_ bound: ResolvedStatement) throws(Mistake) -> DriverSetting {
    try driver(bound, .loop)
  }

  private func driver(
    _ bound: ResolvedStatement, _ source: Driver.Source
  ) throws(Mistake) -> DriverSetting {
    var driver = Driver(
      name: try bound.head(.name), source: source,
      modes: try bound.value("in", .modes) ?? [.common],
      cost: try bound.value("takes", .cost) ?? .constant(.zero),
      targetCadence: try bound.value("target", .target),
      lives: try bound.value("from", .lives) ?? [])
    if source != .loop { driver.cap = try bound.value("acts at most every", .cap) }
    return DriverSetting(driver: driver, wantsEveryRefresh: language == 1)
  }
}

extension Fraction {
  /// Returns the instant this share of a display's period after the start, as ‘phase’ says it.
  func ofPeriod(of rate: RefreshRate) -> Instant {
    let period = Fraction(Int128(rate.denominator) * 1_000_000_000, Int128(rate.numerator))
    return Instant(nanoseconds: period.flatMap(multiplied)?.whole ?? 0)
  }
}

/// A timer or display link as a statement describes it, before the display is known.
struct DriverSetting: Sendable {
  let driver: Driver
  /// The interval of a repeating timer as it is written, in nanoseconds; `nil` for other drivers.
  var interval: Fraction?
  /// Where the statement gives that interval.
  var intervalPlace: Place?
  /// Where it gives the tolerance.
  var tolerancePlace: Place?
  /// Whether a slow timer wants a frame at every refresh, as in version 1 of the language.
  var wantsEveryRefresh = false
  /// Whether a link has no pace of its own, which is 60 Hz on a phone since version 2 of the
  /// language.
  var prefersNothing = false
  /// Where the statement gives the first fire date; `nil` if it does not.
  var datePlace: Place?

  /// Returns the driver on a display.
  ///
  /// A repeating timer without a first fire date gets its default, which depends on the display.
  ///
  /// - Parameters:
  ///   - panel: The display of the run.
  ///   - motion: What the driver moves; the timer starts with it.
  /// - Returns: The driver with every value settled.
  func driver(on panel: Panel, moving motion: Motion?) -> Driver {
    var driver = driver
    driver.motion = motion
    if prefersNothing, let rate = panel.rateOfUnasked, case .link(var link) = driver.source {
      link.pace = .preferred(rate)
      driver.source = .link(link)
    }
    if !wantsEveryRefresh {
      let wanted = driver.wantedCadence(on: panel)
      driver.targetFollowsSource = driver.targetCadence != wanted
      driver.targetCadence = wanted
    }
    guard let interval, datePlace == nil, let timer = driver.source.timer else { return driver }
    let start = driver.begins
    driver.source.timer?.firstFire = TieGrid(interval: interval, panel: panel).firstDate(
      notBefore: start.advanced(by: timer.interval), exactly: interval, after: start)
    return driver
  }

  /// Returns whether fire dates that the statement gives meet vsyncs again and again.
  func meetsVsyncs(of panel: Panel) -> Bool {
    guard let interval, datePlace != nil, let first = driver.source.timer?.firstFire
    else { return false }
    return TieGrid(interval: interval, panel: panel).contains(first)
  }
}
