import LabKernel
import LabMotion
import LabTrace

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
