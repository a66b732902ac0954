import LabDisplay
import LabKernel
import LabMotion
import LabPhysics

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
