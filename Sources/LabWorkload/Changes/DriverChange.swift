public import LabDisplay
public import LabKernel
public import LabLoop
public import LabMotion
public import LabPhysics

/// What becomes of the timers and display links.
public enum DriverChange: Hashable, Sendable {
  /// All drivers are in the common modes.
  case common
  /// Every repeating timer and loop is a display link, due at every refresh. What is wanted stays
  /// the same, unless that is a rate of which the display's is no multiple, and it was not declared
  /// or is within a tenth of this pace: then it is this pace.
  case link
  /// The same, but each due at every so many refreshes as its interval is nearest to.
  case linkAtTimerPace
  /// Every display link is a timer of as many refreshes, half a refresh away from the vsyncs.
  case timer
  /// Timers may be so late.
  case tolerance(Duration)
  /// Repeating timers have this interval, and first fire half a refresh from the vsyncs.
  case every(Duration)
  /// Repeating timers first fire at this share of a refresh after the start.
  case phase(Ratio)
  /// Repeating timers do this about missed fire dates.
  case catchUp(CatchUp)
  /// Timers that coalesce go by the wall clock.
  case wallClock
  /// Display links do this about missed vsyncs.
  case policy(LateDelivery)
  /// Display links call back so often; what is wanted of those without a target follows.
  case pace(LinkPace)
  /// Display links on a thread of their own hand their vsyncs over like this.
  case hop(LinkHop)
  /// So often new content is wanted.
  case target(TargetCadence)
  /// Animations count this, and the steps of scenes follow it if it is now, timestamp or target.
  case clock(AnimationClock)
  /// Scenes are moved on in these steps.
  case steps(Stepping.Policy)
  /// Each step of a scene takes so long.
  case each(Duration)
  /// Those that act at most so often may do so by so much early.
  case slack(Duration)
  /// Those that act at most so often act in every callback.
  case actsAlways
  /// Each callback takes so much of its time, cut to whole nanoseconds.
  case scaled(Ratio)
  /// Each callback hands its work to another thread, which takes ``TaskChange/hop``; not of a
  /// driver whose work is what it shows.
  case elsewhere
  /// The work of a callback is done in parts: when one is over, what is left is a block of the main
  /// queue, behind what waits there.
  case chunks(of: Duration)
  /// It is not there at all.
  case without

  /// Changes all drivers, or the one of a name.
  func apply(to scenario: inout Scenario, of name: String? = nil) throws(Change.Mismatch) {
    if let name, !scenario.drivers.contains(where: { $0.name == name }) {
      throw Change.Mismatch(description: "there is no timer or display link '\(name)'")
    }
    guard self != .common || scenario.hasOtherModes else { throw .noOtherMode }
    guard self != .wallClock || scenario.profile.wall.hasSleeps else {
      throw Change.Mismatch(description: "the machine never sleeps")
    }
    var changes = false
    for index in scenario.drivers.indices
    where scenario.drivers[index].name == name ?? scenario.drivers[index].name {
      let own = scenario.drivers[index].source.timer?.catchUp ?? scenario.catchUp
      // What a thread does of itself is no other way when it is said.
      if case .catchUp(own) = self { continue }
      if self == .common, scenario.areAll(scenario.drivers[index].modes) { continue }
      var changed = changed(scenario.drivers[index], on: scenario.panel)
      if self == .without {
        (changed.lives, changed.motion) = ([Driver.Life(from: .at(scenario.duration))], nil)
      }
      if changed != scenario.drivers[index] { changes = true }
      scenario.drivers[index] = changed
    }
    guard changes else {
      throw Change.Mismatch(description: kind.nothing, isSoAlready: !kind.asksForDrivers)
    }
  }

  /// Returns a driver with this change, or as it is if the change does not apply.
  package func changed(_ driver: Driver, on panel: Panel) -> Driver {
    var changed = driver
    let start = driver.begins
    switch (self, driver.source) {
    case (.common, _):
      changed.modes = [.common]
    case (.without, _): break
    case (.slack(let slack), _): changed.cap?.slack = slack
    case (.actsAlways, _): changed.cap = nil
    case (.scaled(let ratio), _): changed.cost = driver.cost.scaled(by: ratio)
    case (.target(let target), _):
      (changed.targetCadence, changed.targetFollowsSource) = (target, false)
    case (.clock, _), (.steps, _), (.each, _):
      changed.motion = driver.motion.map(changed(motion:))
    case (.elsewhere, _), (.chunks, _): move(&changed)
    case (.link, .timer(let timer)) where timer.interval > .zero,
      (.linkAtTimerPace, .timer(let timer)) where timer.interval > .zero:
      let pace = self == .link ? 1 : panel.refreshes(nearest: timer.interval)
      let count = max(pace, driver.cap.map { panel.refreshes(nearest: $0.interval) } ?? 1)
      changed.source = .link(pace: .every(pace))
      // A timer is wanted at every refresh by default, a link only at its own pace.
      if !panel.isAdaptive { changed.targetCadence = driver.targetCadence ?? .refreshes(1) }
      if case .rate(let rate)? = driver.targetCadence, !panel.isMultiple(of: rate),
        driver.targetFollowsSource && driver.cap == nil || panel.isNear(rate, every: count)
      {
        changed.targetCadence = .refreshes(count)
      }
    case (.link, .loop):
      changed.source = .link()
      if !panel.isAdaptive { changed.targetCadence = driver.targetCadence ?? .refreshes(1) }
    case (.timer, .link(let link)):
      let divider = link.pace.divider(at: panel.rate)
      let interval = panel.rate.period * divider
      changed.source = .timer(
        interval: interval,
        firstFire: panel.halfway(after: start.advanced(by: interval)))
      if !panel.isAdaptive {
        changed.targetCadence = driver.targetCadence ?? .refreshes(divider)
      }
    case (.policy(let policy), .link(var link)):
      // How it reaches the main loop is no policy of the loop.
      if case .offMain = link.lateDelivery { break }
      link.lateDelivery = policy
      changed.source = .link(link)
    case (.pace(let pace), .link(var link)):
      link.pace = pace
      changed.source = .link(link)
    case (.hop(let hop), .link(var link)):
      guard case .offMain = link.lateDelivery else { break }
      link.lateDelivery = .offMain(hop)
      changed.source = .link(link)
    case (_, .timer(var timer)):
      change(&timer, from: start, on: panel)
      changed.source = .timer(timer)
    case (_, .link), (_, .loop): break
    }
    return changed
  }

  private func change(_ timer: inout Driver.Timer, from start: Instant, on panel: Panel) {
    let repeats = timer.interval > .zero
    switch self {
    case .tolerance(let other): timer.tolerance = other
    case .every(let other) where repeats:
      timer.interval = other
      timer.firstFire = panel.halfway(after: start.advanced(by: other))
    case .phase(let share) where repeats: timer.firstFire = share.ofPeriod(of: panel.rate)
    // One that goes by the wall clock coalesces.
    case .catchUp(let other) where repeats && !timer.isByWallClock: timer.catchUp = other
    case .wallClock where timer.catchUp ?? .coalesce == .coalesce: timer.isByWallClock = true
    default: break
    }
  }
}

extension Panel {
  /// Returns how many refreshes are nearest to an interval; at least 1, and of two the fewer.
  func refreshes(nearest interval: Duration) -> Int {
    let (period, length) = (rate.period.wholeNanoseconds, interval.wholeNanoseconds)
    return Int(clamping: max(1, (2 * length + period - 1) / (2 * period)))
  }

  /// Whether a frame at a rate can stay for a whole number of refreshes, but for the rounding of an
  /// interval to whole nanoseconds.
  fileprivate func isMultiple(of other: RefreshRate) -> Bool {
    let refreshes = rate.hertz / other.hertz
    return hasOneRate && abs(refreshes - refreshes.rounded()) * 1_000_000 <= refreshes
  }

  /// How often new content is wanted of a link that acts once in an interval at most: at vsyncs, so
  /// that about two refreshes are meant as two.
  func wanted(ofLinkActingEvery interval: Duration) -> TargetCadence? {
    let asked = TargetCadence.asked(every: interval, fastest: rate)
    let count = refreshes(nearest: interval)
    guard case .rate(let own)? = asked, hasOneRate, isNear(own, every: count) else { return asked }
    return .refreshes(count)
  }

  /// Whether a rate is that of a frame every so many refreshes, to a tenth.
  fileprivate func isNear(_ other: RefreshRate, every count: Int) -> Bool {
    abs(rate.hertz / Double(count) - other.hertz) * 10 <= other.hertz * (1 + 1e-9)
  }

  /// Returns an instant half-way between two vsyncs, at an instant or less than a refresh after it.
  fileprivate func halfway(after instant: Instant) -> Instant {
    let (period, phase) = (rate.period.wholeNanoseconds, vsync(0).nanoseconds)
    let first = phase + period / 2
    let steps = max(0, (instant.nanoseconds - first + period - 1) / period)
    return Instant(nanoseconds: first + steps * period)
  }
}

extension DriverChange {
  /// Returns what a driver moves, by another clock or in other steps.
  func changed(motion: Motion) -> Motion {
    switch self {
    case .clock(let clock): motion.following(clock)
    case .steps(let policy): motion.changingScene { $0.policy = policy }
    case .each(let cost): motion.changingScene { $0.costPerStep = cost }
    default: motion
    }
  }

  /// Moves the work of the callbacks away, or divides it, unless it is what they show.
  func move(_ driver: inout Driver) {
    func exceeds(_ limit: Duration) -> Bool { driver.cost.longestListed.map { $0 > limit } ?? true }
    guard !driver.draws, exceeds(TaskChange.hop) else { return }
    switch self {
    case .elsewhere: driver.cost = .constant(TaskChange.hop)
    case .chunks(let length) where exceeds(length): driver.piece = length
    default: break
    }
  }
}

extension Driver {
  /// Whether its work is what it shows: new content is wanted of it, or it moves something.
  package var draws: Bool {
    motion != nil || targetCadence != .undeclared && source.timer?.interval != .zero
  }

  /// How often new content is wanted of it on a display, in hertz; how often it calls back if it
  /// does not draw.
  func askedRate(on panel: Panel) -> Double {
    let own = ownRate(on: panel)
    return switch targetCadence {
    case .rate(let rate): rate.hertz
    case .refreshes(let count): panel.rate.hertz / Double(count)
    case .undeclared: own
    case nil: source.timer == nil ? own : panel.rate.hertz
    }
  }

  /// How often it is due on a display, in hertz; of a loop, how often a frame can be shown.
  func ownRate(on panel: Panel) -> Double {
    switch source {
    case .timer(let timer): 1e9 / Double(max(1, timer.interval.wholeNanoseconds))
    case .link(let link): panel.rate.hertz / Double(link.pace.divider(at: panel.rate))
    case .loop: panel.rate.hertz
    }
  }
}

extension Motion {
  /// Returns the same by another clock; views, and scenes by a clock that is no time, stay as they
  /// are.
  func following(_ clock: AnimationClock) -> Motion {
    var changed = self
    switch content {
    case .animation(let animation, let from, let to):
      guard animation.clock != clock else { return self }
      changed.content = .animation(
        Animation(
          along: animation.curve, over: animation.duration, by: clock, habits: animation.habits),
        from: from, to: to)
    case .scene(var scene):
      guard [.now, .timestamp, .target].contains(clock) else { return self }
      scene.clock = clock
      changed.content = .scene(scene)
    case .views: break
    }
    return changed
  }

  /// Returns the same with its scene changed, if it has one.
  fileprivate func changingScene(_ change: (inout SceneMotion) -> Void) -> Motion {
    guard case .scene(var scene) = content else { return self }
    var changed = self
    change(&scene)
    changed.content = .scene(scene)
    return changed
  }
}
