import LabKernel
import LabLoop
import LabTrace

extension Stage {
  /// Lets a touch signal a source, whose callout notes it.
  ///
  /// If the loop tracks the finger, the callout runs it in the tracking mode until that is over, as
  /// a scroll view's does. A touch stops a view that decelerates, whatever finger flung it.
  package func place(_ gesture: Gesture) {
    let lift = gesture.begins.advanced(by: gesture.lasts)
    let tracking = gesture.tracking.map { Tracking($0, lift: lift) }
    if let tracking { trackings.append(tracking) }
    let subject = loop.subject(named: gesture.name)
    var touches: [Instant] = []
    let touch = loop.makeSource(gesture.name) { loop, _ in
      for touch in touches { loop.record(.input(subject, happened: touch)) }
      touches.removeAll()
      tracking?.track(in: loop)
    }
    loop.add(touch, to: gesture.kind == .tap ? .common : .default)
    belongings.add(touch)
    let me = Unowned(self)
    signal(touch, at: gesture.begins, gesture.name) { now in
      touches.append(now)
      me.use { stage in
        for tracking in stage.trackings { tracking.touched(at: now, in: stage.loop) }
      }
    }
    switch gesture.kind {
    case .scroll: break
    case .tap: signal(touch, at: lift, gesture.name) { touches.append($0) }
    case .drag, .fling:
      if let tracking { signal(touch, at: tracking.begin, gesture.name) { _ in } }
    }
    guard let interval = gesture.moves else { return }
    // A finger that only scrolls is tracked all the time; others report moves before that as well.
    let modes: SimulatedRunLoop.Mode = gesture.kind == .scroll ? .tracking : .common
    placeMoves(of: gesture, every: interval, until: lift, in: modes)
  }

  private func signal(
    _ touch: SimulatedRunLoop.Source, at instant: Instant, _ name: String,
    noting note: @escaping (Instant) -> Void
  ) {
    let lent = Unowned(loop)
    belongings.add(
      world.at(instant, name) { world in
        note(world.now)
        lent.use { loop in
          loop.signal(touch)
          loop.wakeUp()
        }
      })
  }

  /// Every move of a finger signals another source; those that wait are handled all at once.
  private func placeMoves(
    of gesture: Gesture, every interval: Duration, until end: Instant,
    in mode: SimulatedRunLoop.Mode
  ) {
    let name = "\(gesture.name) moves"
    let subject = loop.subject(named: name)
    var waiting: [Instant] = []
    let moves = loop.makeSource(name) { loop, _ in
      for move in waiting { loop.record(.input(subject, happened: move)) }
      waiting.removeAll(keepingCapacity: true)
    }
    loop.add(moves, to: mode)
    belongings.add(moves)
    var device: World.Device?
    let lent = Unowned(loop)
    device = world.makeDevice(name) { world in
      waiting.append(world.now)
      lent.use { loop in
        loop.signal(moves)
        loop.wakeUp()
      }
      let next = world.now.advanced(by: interval)
      if let device, next < end { world.schedule(device, at: next) }
    }
    guard let device else { return }
    belongings.add(device)
    let first = gesture.begins.advanced(by: interval)
    if first < end { world.schedule(device, at: first) }
  }
}
