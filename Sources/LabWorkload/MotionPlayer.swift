import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabTrace

/// Carries what a driver moves through a run: starts it, draws it, and lets its driver rest.
final class MotionPlayer {
  private let motion: Motion
  private let name: String
  private let subject: UInt32
  /// The touches and observers by which it takes part in the run.
  private let belongings: LoopResources
  private let transaction: RenderTransaction
  private var performer: (any Performer)?
  /// The driver, which the stage owns.
  private let host: Unowned<DriverHost>
  /// Whether what moves has come to its end, which is told when the callback is over.
  private var hasEnded = false
  /// How often it was started.
  private var beginnings = 0
  let lifeline = Lifeline<MotionPlayer>()

  private var loop: SimulatedRunLoop { belongings.loop }

  /// Takes charge of a driver that has just been made.
  init(
    _ motion: Motion, of host: DriverHost, in loop: SimulatedRunLoop,
    _ transaction: RenderTransaction
  ) {
    self.motion = motion
    self.host = Unowned(host)
    belongings = LoopResources(in: loop)
    self.transaction = transaction
    (name, subject) = (host.name, host.subject)
    switch motion.content {
    case .animation(let animation, let from, let to):
      performer = AnimationPerformer(animation, from: from, to: to)
    case .views(let views):
      performer = ViewsPerformer(views) { [lifeline] in lifeline.object?.rest() }
    case .scene(let scene):
      performer = ScenePerformer(scene)
    }
    lifeline.tie(to: self)
  }

  deinit { lifeline.cut() }

  /// Begins to drive what moves.
  func drive() {
    if let scene = performer as? ScenePerformer, scene.hasRope { layOut(scene) }
    if motion.starts[0] == .start {
      begin()
    } else {
      host.use { $0.end() }
    }
    onTouch("start of \(name)", at: motion.starts.filter { $0 > .start }) { player in
      player.begin()
      player.run()
    }
    if let scene = performer as? ScenePerformer {
      onTouch("change of \(name)", at: scene.changeInstants) { $0.change() }
    }
    if case .views(let views) = motion.content, let drop = views.drop {
      onTouch("drop of \(name)", at: [drop.instant]) { player in
        (player.performer as? ViewsPerformer)?.drop(drop.owner)
      }
    }
  }

  /// Lets a callback draw: what it shows is decided at its beginning, and changed at its end.
  func callBack(at moment: Moment, spending cost: Duration) {
    guard let picture = performer?.picture(at: moment) else { return }
    loop.world.spend(cost + picture.cost)
    if let (place, offset) = picture.drawn {
      transaction.update(
        by: subject, animationTime: picture.beginning.advanced(by: offset), due: moment.due)
      loop.record(
        .content(
          subject, place: place, offset: offset.wholeNanoseconds,
          isHandedOver: picture.isHandedOver))
      for event in picture.scene { loop.record(.scene(subject, event)) }
    }
    if picture.isLast {
      loop.record(.motionEnded(subject, calloutBegan: moment.now))
      rest()
    }
    guard hasEnded else { return }
    if picture.isHandedOver, case .animation(let animation, _, _) = motion.content {
      tellEnd(at: picture.beginning.advanced(by: animation.duration))
    } else {
      host.use { $0.noteEnd() }
    }
  }

  /// Tells that what the render server plays is over, if nothing has been started since.
  private func tellEnd(at instant: Instant) {
    let number = beginnings
    belongings.add(
      loop.world.at(instant, "end of \(name)") { [lifeline] _ in
        guard let player = lifeline.object, player.beginnings == number else { return }
        player.host.use { $0.noteEnd() }
      })
  }

  /// Takes notice of an input of an instant: a task of the load that a scene names was worked on.
  ///
  /// A scene that rests and that the input changes goes on, as an animator does.
  func take(inputOf instant: Instant) {
    guard let scene = performer as? ScenePerformer else { return }
    if scene.take(inputOf: instant, at: loop.world.now) { run() }
  }

  private func run() {
    hasEnded = false
    host.use { $0.run() }
  }

  /// Lets the driver rest, which is the end of all that moves but a scene: that only comes to rest.
  private func rest() {
    if case .scene = motion.content {} else { hasEnded = true }
    host.use { $0.rest() }
  }

  /// Makes the changes of a scene that are due.
  private func change() {
    guard let scene = performer as? ScenePerformer else { return }
    if scene.change(at: loop.world.now) { run() }
  }

  /// Lays out what hangs on bodies once a pass, before the commit, as views are.
  private func layOut(_ scene: ScenePerformer) {
    let observer = loop.makeObserver(
      "layout of \(name)", of: [.beforeWaiting, .exit], order: 0, isRecorded: false
    ) { [subject] loop, _ in
      guard let layout = scene.layout() else { return }
      loop.record(.scene(subject, layout))
    }
    loop.add(observer, to: .common)
    belongings.add(observer)
  }

  private func begin() {
    beginnings += 1
    loop.record(.motionBegan(subject))
    performer?.start(at: loop.world.now)
  }

  /// Does something on the thread, in answer to touches; those that wait are answered together.
  private func onTouch(
    _ name: String, at instants: [Instant], perform action: @escaping (MotionPlayer) -> Void
  ) {
    guard !instants.isEmpty else { return }
    let me = Unowned(self)
    let touch = loop.makeSource(name) { _, _ in me.use { action($0) } }
    loop.add(touch, to: .common)
    belongings.add(touch)
    let lent = Unowned(loop)
    for instant in Set(instants).sorted() {
      belongings.add(
        loop.world.at(instant, name) { _ in
          lent.use { loop in
            loop.signal(touch)
            loop.wakeUp()
          }
        })
    }
  }
}
