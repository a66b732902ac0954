import LabDisplay
package import LabKernel
import LabLoop
import LabMotion
import LabPhysics
import LabTrace

/// What people do about a driver, besides what its settings are.
struct Remedies {
  private let driver: Driver
  private let panel: Panel
  /// How long the run is.
  private let duration: Duration
  /// Whether it is a page in a browser, which cannot choose how its frames are presented.
  private let isInPage: Bool

  init(for driver: Driver, in scenario: Scenario) {
    (self.driver, panel, duration) = (driver, scenario.panel, scenario.duration)
    isInPage = scenario.browser != nil
  }

  /// Changes of the driver, those that ask for less of it last.
  var ofDriver: [DriverChange] { hops + asked + chain + steps + caps + slower }

  /// Changes of the display: a queue of frames, and a rate of which the driver's is a fraction.
  var ofDisplay: [Change.Step] {
    guard driver.draws, !panel.isAdaptive else { return [] }
    let queue = queues.map { Change.Step.presents($0) }
    // No page sets the rate of the display.
    guard panel.hasOneRate, !isInPage, let wanted = wantedRate else { return queue }
    // The multiple of what is wanted that is nearest to the display's own rate.
    let multiple = max(1, Int64((panel.rate.hertz / wanted.hertz).rounded()))
    guard wanted.numerator * multiple <= 1_000_000_000 else { return queue }
    let rate = RefreshRate(wanted.numerator * multiple, per: wanted.denominator)
    // What a display can be set to: 60 Hz or 60000/1001 Hz.
    let isBuilt = rate.denominator == 1 || rate.denominator == 1001
    return rate == panel.rate || !isBuilt ? queue : queue + [.display(rate)]
  }

  /// Other ways to present its frames: in a queue, one more in a queue that blocks, and at their
  /// targets where a frame has more than a refresh.
  private var queues: [PresentMode] {
    guard !isInPage else { return [] }
    var modes: [PresentMode] =
      switch panel.presentMode {
      case .mailbox: driver.source == .loop ? [.blocking(capacity: 2)] : [.fifo(capacity: 2)]
      case .blocking(let capacity):
        [.blocking(capacity: capacity + 1)]
          + (capacity > 1 ? [.blocking(capacity: 1), .mailbox] : [])
      case .fifo(let capacity): capacity > 1 ? [.fifo(capacity: 1), .mailbox] : [.mailbox]
      case .atTarget: []
      }
    if panel.presentMode != .atTarget, panel.objection(to: .atTarget) == nil, ownPace ?? 1 > 1 {
      modes.append(.atTarget)
    }
    return modes
  }

  /// At every how many refreshes it is due, about; `nil` for a loop and what fires once.
  private var ownPace: Int? {
    link?.pace.divider(at: panel.rate) ?? timer.map { panel.refreshes(nearest: $0.interval) }
  }

  /// The rate that the driver is wanted at, if it has one of its own.
  private var wantedRate: RefreshRate? {
    if case .rate(let rate)? = driver.targetCadence { return rate }
    guard driver.targetCadence == nil, let timer = driver.source.timer,
      timer.interval >= panel.rate.period, timer.interval < .seconds(1)
    else { return nil }
    return RefreshRate(every: timer.interval)
  }

  /// Other ways into the main loop.
  private var hops: [DriverChange] {
    guard let link, case .offMain(let own) = link.lateDelivery else { return [] }
    return [LinkHop.once, .coalesced, .queue].filter { $0 != own }.map { .hop($0) }
  }

  /// The rate that is wanted, where the driver has another one.
  private var asked: [DriverChange] {
    if let link, link.pace.divider(at: panel.rate) == 1, !panel.hasOneRate, !panel.isRecorded {
      let fastest = LinkPace.preferred(panel.rate)
      return link.pace == fastest ? [] : [.pace(fastest)]
    }
    guard let timer, case .rate(let rate)? = driver.targetCadence, timer.interval != rate.period
    else { return [] }
    return [.every(rate.period)]
  }

  /// A timer that is set anew each time.
  private var chain: [DriverChange] {
    timer.map { $0.catchUp ?? .coalesce } == .coalesce ? [.catchUp(.delay)] : []
  }

  /// Steps that are interpolated, and steps at the rate of the driver; one a callback at most where
  /// a step takes about the time that it stands for, so that each frame owes more than the last; or
  /// steps of half of that time.
  ///
  /// Not tried are more steps in all than ``mostSteps``, which the run may not have made.
  private var steps: [DriverChange] {
    guard case .scene(let scene)? = driver.motion?.content else { return [] }
    switch scene.policy {
    case .fixed(let grid), .clamped(let grid, _, _):
      let length = grid.end(of: 1)
      let isFew = duration.wholeNanoseconds / max(1, length) <= Self.mostSteps
      var changes = isFew ? [DriverChange.steps(.interpolated(grid))] : []
      if case .clamped(_, let limit, owesRest: true) = scene.policy {
        changes.append(.steps(.clamped(grid, steps: limit)))
      }
      let rate = panel.rate
      if rate.denominator <= 1_000_000, StepGrid(rate.numerator, per: rate.denominator) != grid {
        changes.append(.steps(.fixed(StepGrid(rate.numerator, per: rate.denominator))))
      }
      let clamped = Stepping.Policy.clamped(grid, steps: 1)
      let cost = scene.costPerStep.wholeNanoseconds
      if cost >= length / 4 * 3, scene.policy != clamped { changes.append(.steps(clamped)) }
      if let owed = scene.timeOwedByStep?.wholeNanoseconds {
        changes.append(.each(.nanoseconds(max(1, owed / 200_000 * 100_000))))
      }
      return changes
    case .variable, .capped, .semiFixed, .interpolated: return []
    }
  }

  /// How many steps of a scene are tried at most where the run makes fewer.
  private static let mostSteps: Int64 = 10_000_000

  /// A driver that acts at most so often may do so half a refresh early, cut to 0.1 ms, or at every
  /// callback.
  private var caps: [DriverChange] {
    let tenths = panel.rate.period.wholeNanoseconds / 200_000
    return driver.cap == nil ? [] : [.slack(.microseconds(tenths * 100)), .actsAlways]
  }

  /// A pace at which the work fits, the next slower one, and half of what is asked for.
  private var slower: [DriverChange] {
    guard driver.draws else {
      guard let timer else { return [] }
      return [.every(timer.interval * 2)]
    }
    guard let own = ownPace, !panel.isAdaptive else { return [] }
    let period = panel.rate.period
    let least = driver.cost.longest.map {
      Int(clamping: ($0.wholeNanoseconds - 1) / period.wholeNanoseconds + 1)
    }
    let first = max(own + 1, min(least ?? 0, Self.mostRefreshes))
    let paces = Set([first, first + 1, own * 2, refreshesAPixel ?? own * 2]).sorted()
    let slower: [DriverChange?] = paces.map { count in
      link == nil
        ? .every(period * count) : panel.hasOneRate ? .pace(.every(count)) : preferring(count)
    }
    return slower.compactMap { $0 } + [half].compactMap { $0 }.map { .target($0) }
  }

  /// How many refreshes a frame is given at most by what is tried.
  private static let mostRefreshes = 1000

  /// In how many refreshes an even motion goes on by a pixel of a screen with three a point, if in
  /// more than one.
  private var refreshesAPixel: Int? {
    guard case .animation(let animation, let from, let to)? = driver.motion?.content, from != to
    else { return nil }
    let refreshes = animation.duration / panel.rate.period / (3 * abs(to - from))
    return refreshes >= 2 ? Int(min(refreshes, Double(Self.mostRefreshes))) : nil
  }

  private func preferring(_ count: Int) -> DriverChange? {
    Self.rate(panel.rate, over: Int64(count)).map { .pace(.preferred($0)) }
  }

  private var half: TargetCadence? {
    switch driver.targetCadence {
    case .rate(let rate): Self.rate(rate, over: 2).map { .rate($0) }
    case .refreshes(let count): .refreshes(count * 2)
    case .undeclared, nil: .refreshes(2 * (link?.pace.divider(at: panel.rate) ?? 1))
    }
  }

  /// A part of a rate; `nil` if it has too many digits.
  private static func rate(_ rate: RefreshRate, over divisor: Int64) -> RefreshRate? {
    let common = greatestCommonDivisor(rate.numerator, divisor)
    let (below, overflow) = rate.denominator.multipliedReportingOverflow(by: divisor / common)
    guard !overflow, below <= 1_000_000_000 else { return nil }
    return RefreshRate(rate.numerator / common, per: below)
  }

  private var timer: Driver.Timer? {
    driver.source.timer.flatMap { $0.interval > .zero ? $0 : nil }
  }

  private var link: Driver.Link? {
    if case .link(let link) = driver.source { link } else { nil }
  }
}

extension Change.Step {
  /// What it changes of one driver or of all; `nil` for a step of the tasks or of the display.
  package var ofDrivers: DriverChange? {
    if case .drivers(let change, _) = self { change } else { nil }
  }

  /// Whether it adds what it changes to the common modes.
  package var isCommon: Bool {
    switch self {
    case .drivers(.common, _), .tasks(_, .common): true
    default: false
    }
  }
}

extension Change {
  /// What the first step changes of drivers; `nil` for another step.
  private var ofDrivers: DriverChange? { steps.first?.ofDrivers }

  /// How many refreshes a frame is to stay with the first step, if it says so.
  package var pace: Int? {
    if case .pace(.every(let count))? = ofDrivers { count } else { nil }
  }

  /// The rate that the first step makes a link prefer; `nil` for another step.
  package var preferred: RefreshRate? {
    if case .pace(.preferred(let rate))? = ofDrivers { rate } else { nil }
  }

  /// How many frames wait in the queue that the first step gives the display; `nil` for another
  /// step.
  package var queue: Int? {
    switch steps.first {
    case .presents(.fifo(let capacity)), .presents(.blocking(let capacity)): capacity
    default: nil
    }
  }

  /// By how much the first step lets a callback act early; `nil` for another step.
  package var slack: Duration? { if case .slack(let slack)? = ofDrivers { slack } else { nil } }

  /// Whether the first step makes a scene drop steps beyond a number.
  package var dropsSteps: Bool {
    if case .steps(.clamped(_, _, owesRest: false))? = ofDrivers { true } else { false }
  }

  /// Whether the first step says what is wanted, and nothing else.
  package var isOfTarget: Bool { if case .target? = ofDrivers { true } else { false } }

  /// Whether the first step drops dates that were missed, and keeps the grid of the others.
  package var keepsGrid: Bool {
    if case .catchUp(let policy)? = ofDrivers {
      policy == .coalesce || policy == .skip
    } else {
      false
    }
  }

  /// Whether any step says how a timer counts its dates, which brings none back that was lost.
  package var isOfCounting: Bool {
    steps.contains { if case .catchUp? = $0.ofDrivers { true } else { false } }
  }

  /// Whether a step makes a display link of a timer.
  package var isOfLink: Bool {
    steps.contains { step in
      switch step.ofDrivers {
      case .link?, .linkAtTimerPace?: true
      default: false
      }
    }
  }

  /// Whether it makes a display link of a timer, in the common modes, which is one thing to do.
  package var isLinkInCommon: Bool {
    guard steps.count == 2, isOfLink, case .drivers(_, let one) = steps[0],
      case .drivers(_, let other) = steps[1]
    else { return false }
    return one == other && steps.contains { $0.ofDrivers == .common }
  }

  /// Whether it is one thing to do.
  package var isSingle: Bool { steps.count == 1 || isLinkInCommon }

  /// Whether a step is one that the lab can make and no app: a phase to the display.
  package var isOfLab: Bool {
    steps.contains { if case .phase? = $0.ofDrivers { true } else { false } }
  }

  /// Whether a step is one that says how far a change would help and is none that an app can make:
  /// work that takes less time by itself or is left out, and what only the lab can do.
  package var isProbe: Bool {
    isOfLab
      || steps.contains { step in
        switch (step, step.ofDrivers) {
        case (_, .scaled), (_, .without), (.tasks(_, .scaled), _), (.tasks(_, .without), _): true
        default: false
        }
      }
  }

  /// Whether the first step gives the display another rate, which few apps can.
  package var isOfDisplay: Bool { if case .display? = steps.first { true } else { false } }

  /// Whether the first step makes tasks take less time.
  package var shortensTasks: Bool {
    if case .tasks(_, .scaled)? = steps.first { true } else { false }
  }

  /// Whether less is asked of a driver with this change: fewer frames a second by a twentieth or
  /// more, be it that fewer are wanted or that it calls back too seldom for those that are, or none
  /// by name.
  package func asksLess(of name: String, in before: Scenario, and after: Scenario) -> Bool {
    guard let driver = before.drivers.first(where: { $0.name == name }),
      let changed = after.drivers.first(where: { $0.name == name })
    else { return false }
    guard driver.draws == changed.draws else { return driver.draws }
    let (wanted, wantedNow) = (
      driver.askedRate(on: before.panel), changed.askedRate(on: after.panel)
    )
    let own = min(wanted, driver.ownRate(on: before.panel))
    let ownNow = min(wantedNow, changed.ownRate(on: after.panel))
    return wantedNow * 20 <= wanted * 19 || ownNow * 20 <= own * 19
  }

  /// Whether a driver that draws nothing is called more than twice as often with this change.
  package func asksMore(of name: String, in before: Scenario, and after: Scenario) -> Bool {
    guard let driver = before.drivers.first(where: { $0.name == name }), !driver.draws,
      driver.source.timer?.interval != .zero,
      let changed = after.drivers.first(where: { $0.name == name })
    else { return false }
    return changed.ownRate(on: after.panel) > 2 * driver.ownRate(on: before.panel)
  }

  /// Whether no app can make the change: a phase to the display, a link that is called less than
  /// once a second, or other work in place of a task of ten minutes, which stands for a sleep.
  package func isOfLab(of name: String, in before: Scenario, and after: Scenario) -> Bool {
    guard !isOfLab, !movesSleep(in: before) else { return true }
    let driver = after.drivers.first { $0.name == name }
    return driver.map { isOfLink && $0.ownRate(on: after.panel) < 1 } ?? false
  }

  private func movesSleep(in scenario: Scenario) -> Bool {
    steps.contains { step in
      guard case .tasks(let selection, let change) = step,
        let load = scenario.loads.first(where: { $0.name == selection.load }),
        case .drawn(_, let law) = load.tasks, law.longestListed ?? .zero >= .seconds(600)
      else { return false }
      return switch change {
      case .elsewhere, .chunks: true
      default: false
      }
    }
  }
}
