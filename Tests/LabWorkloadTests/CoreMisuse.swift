import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabPhysics
import LabTrace
import LabWorkload

/// A rule of the core that a caller breaks, and the sentence with which the process then ends.
struct CoreMisuse: Sendable, CustomStringConvertible {
  let sentence: String
  let commit: @Sendable () -> Void

  init(_ sentence: String, _ commit: @escaping @Sendable () -> Void) {
    self.sentence = sentence
    self.commit = commit
  }

  var description: String { sentence }

  static let all = kernel + physics + trace + loop + display + motion + workload

  private static let kernel = [
    CoreMisuse("id -1, due at 0 ns, is out of range") {
      var queue = EventQueue()
      queue.schedule(-1, key: EventQueue.Key(due: 0, rank: 0))
    },
    CoreMisuse("id -1 is negative") {
      let queue = EventQueue()
      _ = queue.key(of: -1)
    },
    CoreMisuse("id -2 is negative") {
      var queue = EventQueue()
      queue.remove(-2)
    },
    CoreMisuse("2147483649 ids are too many") {
      var queue = EventQueue()
      queue.schedule(1 << 31, key: EventQueue.Key(due: 0, rank: 0))
    },
    CoreMisuse("work cannot take -1.0 times as long as it says") { World().stretch = -1 },
    CoreMisuse("work cannot take nan times as long as it says") { World().stretch = .nan },
    CoreMisuse("a handler outside the thread cannot spend the thread's time") {
      inHandler { $0.spend(.seconds(1)) }
    },
    CoreMisuse("a handler outside the thread cannot put the thread to sleep") {
      inHandler { _ = $0.sleep() }
    },
    CoreMisuse("a handler outside the thread cannot put the thread to sleep") {
      inHandler { _ = $0.sleep(until: .start) }
    },
    CoreMisuse("this device belongs to another world") {
      World().cancel(World().makeDevice("device") { _ in })
    },
    CoreMisuse("this device belongs to another world") {
      World().schedule(World().makeDevice("device") { _ in }, at: .start)
    },
    CoreMisuse("a sleep of 0.0 seconds is none") { _ = WallClock.Sleep(at: .start, for: .zero) },
    CoreMisuse("two sleeps begin at 5 ms") {
      var clock = WallClock()
      for _ in 0..<2 { clock.add(WallClock.Sleep(at: .milliseconds(5), for: .seconds(1))) }
    },
    CoreMisuse("the logarithm of 0.0 is undefined") { _ = naturalLogarithm(0) },
    CoreMisuse("a refresh rate of 0/1 Hz is out of range") { _ = RefreshRate.hertz(0) },
    CoreMisuse("vsync -1 lies before the start") { _ = RefreshRate.hertz(60).vsync(-1) },
  ]

  /// Lets a handler of a world do something while time passes.
  private static func inHandler(_ action: @escaping @Sendable (World) -> Void) {
    let world = World()
    world.at(.start, "handler", perform: action)
    world.spend(.zero)
  }

  /// Does something to a world with a body of radius 1.
  private static func inPhysics(
    mass: Double = 1, _ action: (inout PhysicsWorld, BodyID) -> Void
  ) {
    var world = PhysicsWorld()
    let body = world.add(Body(.circle(radius: 1), at: .zero, mass: .total(mass)))
    action(&world, body)
  }

  private static let physics = [
    CoreMisuse("gravity must be finite") {
      _ = PhysicsWorld(gravity: Vector(x: .nan, y: 0))
    },
    CoreMisuse("gravity must be finite") {
      inPhysics { world, _ in world.gravity = Vector(x: 0, y: .infinity) }
    },
    CoreMisuse("restitutionThreshold must be at least 0 pt/s and finite, not nan") {
      var settings = PhysicsWorld.Settings()
      settings.restitutionThreshold = .nan
      _ = PhysicsWorld(settings: settings)
    },
    CoreMisuse("a force must be finite") {
      inPhysics { world, body in world.apply(force: Vector(x: .infinity, y: 0), to: body) }
    },
    CoreMisuse("an impulse must be finite") {
      inPhysics { world, body in
        world.apply(impulse: .zero, at: Vector(x: .nan, y: 0), to: body)
      }
    },
    CoreMisuse("too small to divide by, not 5e-324") {
      inPhysics(mass: .leastNonzeroMagnitude) { _, _ in }
    },
    CoreMisuse("a property of a material must be at least 0") {
      inPhysics { world, _ in
        var body = Body(.circle(radius: 1), at: .zero)
        body.material.friction = .nan
        world.add(body)
      }
    },
    CoreMisuse("the offset of an attachment must be finite") {
      inPhysics { world, body in
        world.add(Attachment(body, offset: Vector(x: .nan, y: 0), to: .anchor(.zero)))
      }
    },
    CoreMisuse("this body belongs to another world") {
      inPhysics { mine, _ in inPhysics { _, foreign in mine.remove(foreign) } }
    },
    CoreMisuse("this body was removed from the world") {
      inPhysics { world, body in
        world.remove(body)
        world.apply(force: .zero, to: body)
      }
    },
  ]

  private static let trace = [
    CoreMisuse("a pipeline depth of -1 is negative") { Trace.Header(depth: -1).checkRanges() },
    CoreMisuse("a guard time of -1.0 seconds is negative") {
      Trace.Header(guardTime: .seconds(-1)).checkRanges()
    },
    CoreMisuse("a warm-up of -1 refreshes is negative") {
      Trace.Header(warmUp: -1).checkRanges()
    },
    CoreMisuse("a queue for 0 frames holds none") {
      Trace.Header(presentMode: .fifo(capacity: 0)).checkRanges()
    },
    CoreMisuse("the target cadence of ‘ball’, 0, is below 1") {
      Trace.Header(targets: ["ball": 0]).checkRanges()
    },
    CoreMisuse("0 records are none to hand over") {
      TraceRecorder(World()).handOver(every: 0) { _ in }
    },
  ]

  private static let loop = [
    CoreMisuse("a nap that ends at 1000 ms does not last") {
      _ = Profile.Nap(from: .at(.seconds(1)), until: .at(.seconds(1)), by: .seconds(1))
    },
    CoreMisuse("a nap by 0.0 seconds puts nothing off") {
      _ = Profile.Nap(from: .start, until: .at(.seconds(1)), by: .zero)
    },
    CoreMisuse("a timer by the wall clock that does not coalesce") {
      let loop = SimulatedRunLoop(in: World())
      _ = loop.makeTimer(
        loop.subject(ofSourceNamed: "t"), at: .start, every: .seconds(1), catchUp: .burst,
        byWallClock: true
      ) { _, _ in }
    },
    CoreMisuse("a run that was put aside in its sleep can only be advanced") {
      let loop = SimulatedRunLoop(in: World())
      loop.advance(to: .start)
      loop.run(.default)
    },
    CoreMisuse("a callout cannot move on the loop that called it") {
      let loop = SimulatedRunLoop(in: World())
      loop.perform(in: .default) { $0.advance(to: .start) }
      loop.run(.default)
    },
    CoreMisuse("a run's limit wakes it 0.0 seconds later, which is not after the limit") {
      SimulatedRunLoop(in: World()).limitWakeUpDelay = .zero
    },
    CoreMisuse("seconds later, which is not after the limit") {
      SimulatedRunLoop(in: World()).limitWakeUpDelay = .nanoseconds(-1)
    },
    CoreMisuse("0 runs cannot be nested") { SimulatedRunLoop(in: World()).deepestNesting = 0 },
    CoreMisuse("a loop that is not the main thread's has no main queue") {
      SimulatedRunLoop(in: World(), isMain: false).performOnMainQueue { _ in }
    },
    CoreMisuse("this timer belongs to another loop") {
      let other = SimulatedRunLoop(in: World())
      SimulatedRunLoop(in: World()).invalidate(other.makeTimer("t", at: .start) { _, _ in })
    },
    CoreMisuse("this source belongs to another loop") {
      let other = SimulatedRunLoop(in: World())
      SimulatedRunLoop(in: World()).invalidate(other.makeSource("s") { _, _ in })
    },
    CoreMisuse("this source belongs to another loop") {
      let (mine, other) = (SimulatedRunLoop(in: World()), SimulatedRunLoop(in: World()))
      let source = other.makeSource("s") { _, _ in }
      _ = mine.makeSource("mine") { _, _ in }
      mine.signal(source)
    },
    CoreMisuse("this port belongs to another loop") {
      let world = World()
      SimulatedRunLoop(in: world).ring(SimulatedRunLoop(in: world).makePort("p") { _, _ in })
    },
    CoreMisuse("this observer belongs to another loop") {
      let other = SimulatedRunLoop(in: World())
      SimulatedRunLoop(in: World()).add(other.makeObserver("o", of: .all) { _, _ in }, to: .default)
    },
    CoreMisuse("this port belongs to another loop") {
      let other = SimulatedRunLoop(in: World())
      SimulatedRunLoop(in: World()).invalidate(other.makePort("p") { _, _ in })
    },
    CoreMisuse("this observer belongs to another loop") {
      let other = SimulatedRunLoop(in: World())
      SimulatedRunLoop(in: World()).invalidate(other.makeObserver("o", of: .all) { _, _ in })
    },
  ]

  private static let display = [
    CoreMisuse("a jitter of 0.01 seconds reorders vsyncs") {
      _ = Panel(rate: .hertz(50), jitter: .milliseconds(10))
    },
    CoreMisuse("a drift of 100000001 parts per billion") {
      _ = Panel(rate: .hertz(60), drift: 100_000_001)
    },
    CoreMisuse("vsync -1 lies before the start") { _ = Panel(rate: .hertz(60)).vsync(-1) },
    CoreMisuse("vsync 0 at -0.005 seconds lies before the start") {
      _ = Panel(rate: .hertz(60), phase: .milliseconds(-5))
    },
    CoreMisuse("a pipeline depth of 7 is not 0, 1 or 2") { _ = Panel(rate: .hertz(60), depth: 7) },
    CoreMisuse("a pipeline depth of -3 is not 0, 1 or 2") {
      var panel = Panel(recorded: [.start, .milliseconds(10)])
      panel.depth = -3
    },
    CoreMisuse("a guard time of -1.0 seconds is negative") {
      _ = Panel(recorded: [.start, .milliseconds(10)], guardTime: .seconds(-1))
    },
    CoreMisuse("a step is faster than") {
      _ = Panel(rate: .hertz(60), steps: [.hertz(120)])
    },
    CoreMisuse("a panel that chooses its rate itself has none to change") {
      _ = Panel(
        rate: .hertz(60), changes: [.init(at: .start, to: .hertz(30))], steps: [.hertz(60)])
    },
    CoreMisuse("a panel that is recorded or chooses its rate itself has none to change") {
      _ = Panel(recorded: [.start, .milliseconds(10)])
        .changing([Panel.RateChange(at: .start, to: .hertz(60))])
    },
    CoreMisuse("a panel without one rate cannot be given another") {
      _ = Panel(recorded: [.start, .milliseconds(10)]).refreshing(at: .hertz(60))
    },
    CoreMisuse("is faster than") { _ = Panel(slowest: .hertz(121), fastest: .hertz(120)) },
    CoreMisuse("a panel that is recorded or chooses its rate itself has none to change") {
      _ = Panel.promotionPad.changing([])
    },
    CoreMisuse("recorded vsyncs must follow each other") { _ = Panel(recorded: [.start, .start]) },
    CoreMisuse("a display link cannot call back every 0 refreshes") {
      _ = LinkPace.every(0).divider(at: .hertz(60))
    },
    CoreMisuse("the loop and the display are in two worlds") {
      let display = Display(Panel(rate: .hertz(60)), in: World())
      _ = DisplayLink("link", in: SimulatedRunLoop(in: World()), on: display) { _ in }
    },
    CoreMisuse("a queue for -1 vsyncs holds none") {
      let world = World()
      let display = Display(Panel(rate: .hertz(60)), in: world)
      _ = DisplayLink(
        "link", in: SimulatedRunLoop(in: world), on: display, lateDelivery: .queue(-1)
      ) { _ in }
    },
    CoreMisuse("is due before its vsync") {
      let world = World()
      let display = Display(Panel(rate: .hertz(60)), in: world)
      _ = DisplayLink(
        "link", in: SimulatedRunLoop(in: world), on: display,
        lateDelivery: .offMain(.timer(after: .milliseconds(-1)))
      ) { _ in }
    },
  ]

  private static let motion = [
    CoreMisuse("an animation of 0.0 seconds") {
      _ = Animation(along: .linear, over: .zero, by: .now)
    },
    CoreMisuse("a clock that adds 0.0 s never gets anywhere") {
      _ = Animation(along: .linear, over: .seconds(1), by: .fixed(seconds: 0))
    },
    CoreMisuse("a spring of frequency 0.0 and damping 1.0") {
      _ = Spring(frequency: 0, damping: 1)
    },
    CoreMisuse("a tolerance of 0.0 is never met") {
      _ = NewtonBisectionSolver(CubicBezier(0, 0, 1, 1), epsilon: 0)
    },
    CoreMisuse("control points at -1.0 and 1.0 of the time") { _ = CubicBezier(-1, 0, 1, 1) },
  ]

  /// Plays a link with lives and what it moves.
  private static func play(_ lives: [Driver.Life], _ motion: LabWorkload.Motion? = nil) {
    var link = Driver.link()
    (link.lives, link.motion) = (lives, motion)
    _ = Stage(
      Scenario(panel: Panel(rate: .hertz(60)), duration: .seconds(1), drivers: [link]), seed: 1)
  }

  private static let workload = [
    CoreMisuse("a view does not move at -1.0 points per second") { _ = Deceleration(from: -1) },
    CoreMisuse("1 / 0 is no ratio") { _ = Ratio(1, per: 0) },
    CoreMisuse("a task in pieces without a length") {
      _ = Recording.Task(arrival: .start, duration: .zero, name: "task", piece: .zero)
    },
    CoreMisuse("a motion without a start") {
      _ = Motion(
        .animation(
          Animation(along: .linear, over: .seconds(1), by: .now), from: 0, to: 1), starts: [])
    },
    CoreMisuse("a finger of 0.0 points per second") {
      _ = Gesture(name: "drag", begins: .start, lasts: .seconds(1), kind: .drag(speed: 0)).tracking
    },
    CoreMisuse("a scene with an input has no reference") {
      _ = SceneMotion(
        SceneRecipe(.crate), by: .fixed(.listing), input: .init(.tilt, by: "load"),
        reference: .listing)
    },
    CoreMisuse("a life that ends at 0 ms does not last") {
      _ = Driver.Life(from: .start, until: .start)
    },
    CoreMisuse("a cap of 0.0 seconds is none") { _ = Driver.Cap(every: .zero) },
    CoreMisuse("a slack of -0.001 seconds is negative") {
      _ = Driver.Cap(every: .milliseconds(16), slack: .milliseconds(-1))
    },
    CoreMisuse("a list of dated durations has none") { _ = DatedDurations([]) },
    CoreMisuse("dated durations are not in the order of their dates") {
      _ = DatedDurations([.init(.seconds(1), .zero), .init(.start, .zero)])
    },
    CoreMisuse("the lives of ‘ball’ overlap") {
      play([Driver.Life(from: .start), Driver.Life(from: .start)])
    },
    CoreMisuse("‘ball’ has lives and a motion, which begins and ends it") {
      let animation = Animation(along: .linear, over: .seconds(1), by: .now)
      play([Driver.Life(from: .start)], LabWorkload.Motion(.animation(animation, from: 0, to: 1)))
    },
    CoreMisuse("the tolerance of ‘ball’, -1.0 seconds, is negative") {
      let driver = Driver(
        name: "ball", source: .timer(interval: .seconds(1), tolerance: .seconds(-1)),
        modes: [.default])
      _ = Stage(
        Scenario(panel: Panel(rate: .hertz(60)), duration: .zero, drivers: [driver]), seed: 1)
    },
    CoreMisuse("a stage runs once: set another for another run") {
      let stage = Stage(Scenario(panel: Panel(rate: .hertz(60)), duration: .zero), seed: 1)
      for _ in 0..<2 { _ = try? stage.run() }
    },
    CoreMisuse("two drivers have the name ‘ball’") {
      let driver = Driver(name: "ball", source: .link(), modes: [.common])
      _ = Stage(
        Scenario(panel: Panel(rate: .hertz(60)), duration: .zero, drivers: [driver, driver]),
        seed: 1)
    },
    CoreMisuse("a limit of 0 events leaves no run") {
      _ = Scenario(panel: Panel(rate: .hertz(60)), duration: .zero, eventLimit: 0)
    },
    CoreMisuse("work that takes 0.0 times as long as it says") {
      _ = Scenario(panel: Panel(rate: .hertz(60)), duration: .zero, stretch: 0)
    },
    CoreMisuse("bursts of 0 tasks") {
      let arrivals = Arrivals.bursts(
        of: 0, every: .seconds(1), first: .start, apart: .milliseconds(1))
      _ = Load.work(arrivals).writtenOut(seed: 1, until: .seconds(2), limit: 10)
    },
    CoreMisuse("a law of durations in turn has no duration") { draw(.inTurn([])) },
    CoreMisuse("a law of any of some durations has no duration") { draw(.anyOf([])) },
  ]

  private static func draw(_ law: DurationLaw) {
    var stream = RandomStream(seed: 1, name: "law")
    _ = law.draw(from: &stream)
  }
}
