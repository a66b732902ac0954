import LabBrowser
import LabDisplay
import LabKernel
import LabLoop
import LabMotion
package import LabTrace

extension [Load] {
  /// What a trace says of them, so that their tasks are measured.
  package var outlines: [Trace.Header.Load] {
    // A modal panel is shown by a block of the main queue, within which no other is served.
    let queue: [SimulatedRunLoop.Mode] = havePanels ? [.default, .tracking] : [.common]
    return map { $0.outline(queue: queue) }
  }
}

extension Load {
  /// What a trace says of it, given the modes in which the main queue is served.
  fileprivate func outline(queue: [SimulatedRunLoop.Mode]) -> Trace.Header.Load {
    let modes = delivery == .mainQueue ? queue : modes
    return Trace.Header.Load(
      name, modes: modes.contains(.common) ? nil : Set(modes.map { $0.name }), shownThrough: driver,
      hasPieces: writtenTasks?.contains { $0.piece != nil } ?? false)
  }
}

extension Scenario {
  /// Says in the header of a trace what was intended.
  func describe(in header: inout Trace.Header) {
    // By index, since a driver is large.
    for index in drivers.indices {
      let name = drivers[index].name
      if drivers[index].source.timer?.isByWallClock == true { header.wallTimers.insert(name) }
      if let target = drivers[index].targetCadence { header.targets[name] = target }
      guard let motion = drivers[index].motion else { continue }
      if let path = motion.trajectory { header.trajectories[name] = path }
      if case .scene(let scene) = motion.content { header.scenes[name] = scene.outline }
    }
    header.alarmDelay = profile.alarmDelay
    header.wall = profile.wall
    guard measuresTasks else { return }
    header.loads = loads.outlines
    guard let rules = browser, let inputs = rules.inputs, inputs.isCarried else { return }
    header.page = Trace.Header.Page(
      frames: BrowserThread.frameName,
      drawn: inputs.drawsAtOnce ? rules.costs.draw : nil, late: rules.costs.late)
  }

  /// Why nothing can come of an input, or no driver can show what a load does, and what to write in
  /// its place; `nil` if all is well.
  package func objection(to load: Load) -> String? {
    if load.isInput, case .drawn(.at(let instants), _) = load.tasks,
      let late = instants.first(where: { $0 >= .at(duration) })
    {
      return "the input at \(late.milliseconds) ms comes after the end of the run, at"
        + " \(Instant.at(duration).milliseconds) ms. Write an earlier instant, or a longer 'run'."
    }
    guard let name = load.driver, let driver = drivers.first(where: { $0.name == name }) else {
      return nil
    }
    if !load.modes.contains(.common), !driver.modes.contains(.common), !driver.isOffMain,
      Set(load.modes).isDisjoint(with: driver.modes)
    {
      let modes = driver.modes.map { $0.name }.joined(separator: ", ")
      return
        "'\(name)' calls back in \(modes) alone, where '\(load.name)' is not served, so that no"
        + " frame shows it at once. Write 'in common' for '\(name)', or 'in \(modes)' here."
    }
    if let end = driver.lives.last?.ends, !driver.lives.isEmpty,
      load.begins >= end
        || load.firstInstant.map({ $0 >= end }) == true
    {
      return
        "'\(name)' has ended when '\(load.name)' comes, so that no frame shows it. Write a later"
        + " end of '\(name)', or another driver behind 'shown through'."
    }
    return nil
  }
}

extension Scenario {
  /// Why nothing ever follows the end of a driver, and what to write in its place; `nil` if all is
  /// well.
  package func objectionToEnd(before load: Load) -> String? {
    guard let name = load.driverFollowed,
      let driver = drivers.first(where: { $0.name == name })
    else { return nil }
    let end = Instant.at(duration)
    let isInvalidated = actions.contains {
      $0.kind == .invalidate && $0.driver == name && $0.instant < end
    }
    guard !isInvalidated else { return nil }
    func tooLate(_ what: String, _ instant: Instant, _ remedy: String) -> String? {
      instant < end
        ? nil
        : "\(what) at \(instant.milliseconds) ms, and the run ends at \(end.milliseconds) ms, so that"
          + " nothing follows. Write a longer 'run', or \(remedy)."
    }
    if let timer = driver.source.timer, timer.interval == .zero {
      return tooLate("'\(name)' fires", timer.firstFire ?? .start, "an earlier 'once at'")
    }
    if let motion = driver.motion {
      switch motion.content {
      case .animation(let animation, _, _):
        let over = motion.starts[0].advanced(by: animation.duration)
        return tooLate("'\(name)' ends", over, "a shorter 'over'")
      case .views(let views):
        guard views.view.life == nil, views.drop == nil else { return nil }
        return "what '\(name)' moves has no end. Write 'life' and how long it lives behind 'step"
          + " \(name)'."
      case .scene:
        return "a scene comes to rest and can go on, so that '\(name)' has no end."
          + " Write for example 'at 1 s invalidate ARM.\(name)'."
      }
    }
    guard let first = driver.lives.first?.ends else {
      return "'\(name)' has no end. Write for example 'from 0 s until 1 s' in its line."
    }
    return tooLate("'\(name)' ends", first, "an earlier 'until'")
  }
}

extension Load {
  /// When its first task arrives, if that is written.
  fileprivate var firstInstant: Instant? {
    switch tasks {
    case .drawn(.at(let instants), _): instants.filter { $0 >= begins }.min()
    case .drawn(.every(_, let first), _): first
    default: nil
    }
  }
}

extension Driver {
  /// Whether its thread is another than the loop's.
  fileprivate var isOffMain: Bool {
    guard case .link(let link) = source, case .offMain = link.lateDelivery else { return false }
    return true
  }
}

extension Instant {
  /// The milliseconds since the start, as they are written.
  fileprivate var milliseconds: String { Duration.nanoseconds(nanoseconds).millisecondText }
}
