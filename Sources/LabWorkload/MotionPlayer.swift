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

/// What a callback changed on the screen.
struct Picture {
  /// The place, in points, and the time of the motion for which it was worked out; `nil` if the
  /// callback drew nothing.
  var drawn: (place: Double, offset: Duration)?
  /// The instant from which the time of the motion counts.
  var beginning = Instant.start
  /// Whether the render server works out the pictures from here on.
  var isHandedOver = false
  var isLast = false
  /// What working it out costs beyond the driver's own cost.
  var cost = Duration.zero
  var scene: [SceneEvent] = []
}

/// Something that moves, callback by callback.
protocol Performer: AnyObject {
  func start(at instant: Instant)
  func picture(at moment: Moment) -> Picture
}

/// An animation from one place to another.
final class AnimationPerformer: Performer {
  private var animation: Animation
  private let from: Double
  private let to: Double

  init(_ animation: Animation, from: Double, to: Double) {
    self.animation = animation
    self.from = from
    self.to = to
  }

  func start(at instant: Instant) { animation.start(at: instant) }

  func picture(at moment: Moment) -> Picture {
    let step = animation.advance(to: moment)
    var picture = Picture(
      beginning: animation.beginning ?? moment.now,
      isHandedOver: animation.clock == .renderServer)
    switch step {
    case .nothing: break
    case .stop: picture.isLast = true
    case .draw(let frame): picture.drawn = drawn(frame)
    case .drawLast(let frame):
      picture.drawn = drawn(frame)
      picture.isLast = true
    }
    return picture
  }

  private func drawn(_ frame: Animation.Frame) -> (place: Double, offset: Duration) {
    (interpolate(from: from, to: to, at: frame.share), frame.offset)
  }
}

/// Views behind a notifier, owned as the listing owns them, so that they live and die as there.
final class ViewsPerformer: Performer {
  /// The one of the views that is watched; the others do the same.
  private final class Listener: DeltaListener {
    var view: MovingView
    var time = Duration.zero
    var isAlive = true

    init(_ view: MovingView) { self.view = view }

    func update(by delta: Duration) {
      time += delta
      isAlive = view.update(by: delta / .seconds(1))
    }
  }

  private let cost: Duration
  private let views: MovingViews
  private let stop: () -> Void
  private var listener: Listener?
  private var notifier: DeltaNotifier?
  /// The same, where the source of the callbacks keeps it.
  private var retained: DeltaNotifier?
  private var beginning = Instant.start
  private var started = Instant.start

  init(_ views: MovingViews, stop: @escaping () -> Void) {
    self.views = views
    self.stop = stop
    cost = views.cost * views.count
  }

  func start(at instant: Instant) {
    let made = DeltaNotifier(first: views.first, madeAt: instant, stop: stop)
    (listener, notifier) = (Listener(views.view), made)
    (started, beginning) = (instant, instant)
    retained = views.isRetained ? made : nil
  }

  func picture(at moment: Moment) -> Picture {
    var picture = Picture(cost: cost)
    guard moment.due > started, let notifier = notifier ?? retained else { return picture }
    let isTold = notifier.tick(at: moment.timestamp, telling: listener)
    guard let listener else { return picture }
    // As long as no time has passed, the motion is about to begin.
    if listener.time == .zero { beginning = moment.timestamp }
    guard isTold else { return picture }
    picture.beginning = beginning
    picture.drawn = (listener.view.position, listener.time)
    picture.isLast = !listener.isAlive
    return picture
  }

  func drop(_ owner: MovingViews.Owner) {
    switch owner {
    case .listener: listener = nil
    case .notifier: notifier = nil
    }
  }
}
