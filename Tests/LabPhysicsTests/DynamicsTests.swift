import LabPhysics
import Testing

/// The behaviors of UIKit Dynamics: their units, their events, their tree, and rest.
@Suite struct `A dynamic animator` {
  /// An animator of 300 by 480 points with one box.
  static func stage(
    _ center: Vector = Vector(x: 150, y: 100), side: Double = 50
  ) -> (DynamicAnimator, BodyID) {
    var animator = DynamicAnimator(size: Vector(x: 300, y: 480))
    let box = animator.add(.box(width: side, height: side), at: center)
    return (animator, box)
  }

  /// Steps for a time and returns what collision delegates were told.
  @discardableResult
  static func run(_ animator: inout DynamicAnimator, seconds: Double) -> [CollisionEvent] {
    var events: [CollisionEvent] = []
    for length in Bench.lengths(120, seconds: seconds) {
      animator.step(nanoseconds: length)
      events += animator.events
    }
    return events
  }

  @Test func `accelerates by 1000 points a second for each unit of gravity`() {
    var (animator, box) = Self.stage()
    animator.add(Behavior(.gravity(Vector(x: 0.5, y: 1)), on: [box]))
    Self.run(&animator, seconds: 0.5)
    #expect(abs(animator[box].velocity.y - 500) < 1e-9)
    #expect(abs(animator[box].velocity.x - 250) < 1e-9)
  }

  /// n steps of dt from rest: v = g n dt and a way of g dt² n (n − 1)/2, so that E − E₀ = m g² dt²
  /// n/2.
  @Test func `counts the energy that gravity gives to its items`() {
    var (animator, box) = Self.stage()
    animator.add(.box(width: 20, height: 20), at: Vector(x: 40, y: 40))
    animator.add(Behavior(.gravity(), on: [box]))
    let (before, mass) = (animator.energy, animator.world.mass(of: box))
    #expect(abs(before + mass * 1000 * 100) < 1e-6 * mass)
    for _ in 0..<50 { animator.step(nanoseconds: 10_000_000) }
    let gain = mass * 1000 * 1000 * 0.01 * 0.01 * 50 / 2
    #expect(abs(animator.energy - before - gain) < 1e-6 * gain)
  }

  @Test(arguments: [50.0, 100, 160], [0.5, 1, 3])
  func `pushes by the units of UIKit`(_ side: Double, _ density: Double) {
    let magnitude = 0.2
    var (animator, box) = Self.stage(side: side)
    animator.add(Behavior(.properties(ItemProperties(density: density)), on: [box]))
    let vector = Vector(x: magnitude, y: 0)
    let law = 100 * magnitude * 1e4 / (side * side * density)
    let push = animator.add(Behavior(.push(by: vector), on: [box]))
    Self.run(&animator, seconds: 0.5)
    #expect(abs(animator[box].velocity.x - law * 0.5) <= 1e-9 * law)
    animator.replace(push, with: Behavior(.push(.instantaneous, by: vector), on: [box]))
    Self.run(&animator, seconds: 0.5)
    #expect(abs(animator[box].velocity.x - law * 1.5) <= 1e-9 * law)
  }

  @Test func `turns an item that is pushed beside its center`() {
    var (animator, box) = Self.stage()
    animator.add(
      Behavior(.push(by: Vector(x: 0, y: 1), offset: Vector(x: 10, y: 0)), on: [box]))
    Self.run(&animator, seconds: 0.1)
    #expect(animator[box].angularVelocity > 0)
    let spin = animator[box].angularVelocity
    animator.add(Behavior(.properties(ItemProperties(allowsRotation: false)), on: [box]))
    Self.run(&animator, seconds: 0.1)
    #expect(animator[box].angularVelocity == spin)
  }

  @Test func `slows an item down by its resistance`() {
    var (animator, box) = Self.stage()
    animator.add(Behavior(.properties(ItemProperties(resistance: 2)), on: [box]))
    animator.update(box, Motion(position: .zero, velocity: Vector(x: 300, y: 0)))
    var law = 300.0
    for length in Bench.lengths(120, seconds: 1) {
      animator.step(nanoseconds: length)
      law /= 1 + 2 * Double(length) / 1e9
    }
    #expect(abs(animator[box].velocity.x - law) <= 1e-9 * law)
  }

  @Test func `snaps to a point, the less beyond it the more it is damped`() {
    var beyond: [Double] = []
    for damping in [0, 0.3, 0.6, 1] {
      var (animator, box) = Self.stage()
      let goal = Vector(x: 250, y: 300)
      let snap = animator.add(Behavior(.snap(to: goal, damping: damping), on: [box]))
      var farthest = 0.0
      for length in Bench.lengths(120, seconds: 6) {
        animator.step(nanoseconds: length)
        farthest = max(farthest, animator[box].position.x - goal.x)
      }
      beyond.append(farthest)
      #expect((animator[box].position - goal).length < 0.5)
      #expect(animator.isAtRest)
      animator.remove(snap)
      #expect(!animator.isAtRest && !animator.contains(snap))
    }
    #expect(beyond == beyond.sorted(by: >) && beyond[0] > beyond[3] + 1)
  }

  @Test func `turns an item back to the direction in which it was snapped`() {
    var (animator, box) = Self.stage()
    animator.add(Behavior(.snap(to: Vector(x: 200, y: 200), damping: 1), on: [box]))
    var motion = animator[box]
    motion.rotation = Rotation(degrees: 170)
    animator.update(box, motion)
    Self.run(&animator, seconds: 4)
    #expect(Bench.tilt(animator[box].rotation) < 0.01 && animator[box].rotation.cosine > 0)
  }

  @Test func `keeps items within the insets of its bounds`() {
    var (animator, box) = Self.stage()
    animator.add(Behavior(.gravity(Vector(x: 0.3, y: 1)), on: [box]))
    animator.add(
      Behavior(
        .collision(
          .everything, [Boundary("bounds", .referenceBounds(.init(bottom: 100, right: 100)))]),
        on: [box]))
    Self.run(&animator, seconds: 4)
    #expect(abs(animator[box].position.y - (480 - 100 - 25)) < 0.2)
    #expect(abs(animator[box].position.x - (300 - 100 - 25)) < 0.2)
    #expect(animator.isAtRest)
  }

  @Test(arguments: [0, 0.64, 0.9])
  func `tells of a boundary's touch once for each beginning and end`(_ elasticity: Double) {
    var (animator, box) = Self.stage()
    animator.add(
      Behavior(.properties(ItemProperties(elasticity: elasticity, friction: 0.3)), on: [box]))
    animator.add(Behavior(.gravity(), on: [box]))
    let floor = [
      Vector(x: 0, y: 325), Vector(x: 150, y: 325), Vector(x: 300, y: 325), Vector(x: 150, y: 470),
    ]
    let collisions = animator.add(
      Behavior(
        .collision(
          .everything,
          [
            Boundary("hull", .polygon([floor[0], floor[2], floor[3]])),
            Boundary("bounds", .referenceBounds()),
          ]), on: [box]))
    let events = Self.run(&animator, seconds: 5)
    for name in ["hull", "bounds"] {
      let own = events.filter { $0.partner == .boundary(name) }
      #expect(own.enumerated().allSatisfy { $1.kind == ($0 % 2 == 0 ? .began : .ended) })
      #expect(own.allSatisfy { $0.item == box && $0.behavior == collisions })
    }
    let hull = events.filter { $0.partner == .boundary("hull") }
    #expect((hull.count == 1) == (elasticity == 0))
    #expect(hull.count % 2 == 1 || !animator.isAtRest)
  }

  @Test func `lets items meet only within one behavior, and as its mode says`() {
    for (mode, meet) in [
      (CollisionMode.items, true), (.boundaries, false), (.everything, true),
    ] {
      var (animator, low) = Self.stage(Vector(x: 150, y: 300))
      let high = animator.add(.circle(radius: 25), at: Vector(x: 150, y: 100))
      let ghost = animator.add(.box(width: 50, height: 50), at: Vector(x: 150, y: 200))
      animator.add(Behavior(.properties(ItemProperties(isAnchored: true)), on: [low, ghost]))
      animator.add(Behavior(.gravity(), on: [low, high]))
      animator.add(Behavior(.collision(mode), on: [low, high]))
      animator.add(Behavior(.collision(), on: [ghost]))
      let events = Self.run(&animator, seconds: 1)
      #expect((events.first?.partner == .item(high)) == meet)
      #expect((animator[high].position.y < 300) == meet)
      #expect(animator[low].position == Vector(x: 150, y: 300))
    }
  }

  @Test func `adds and removes trees of behaviors under way`() {
    var (animator, box) = Self.stage()
    let outer = animator.add(Behavior(.group))
    let inner = animator.add(Behavior(.group), to: outer)
    let gravity = animator.add(Behavior(.gravity(), on: [box]), to: inner)
    animator.add(
      Behavior(.collision(.everything, [Boundary("b", .referenceBounds())]), on: [box]), to: outer)
    Self.run(&animator, seconds: 2)
    #expect(animator.isAtRest && abs(animator[box].position.y - 455) < 0.2)
    animator.replace(gravity, with: Behavior(.gravity(Vector(x: 0, y: -1)), on: [box]))
    #expect(!animator.isAtRest)
    Self.run(&animator, seconds: 2)
    #expect(abs(animator[box].position.y - 25) < 0.2)
    animator.remove(outer)
    #expect(!animator.contains(inner) && !animator.contains(gravity))
    #expect(animator.world.bodies == [box])
    animator.add(Behavior(.push(.instantaneous, by: Vector(x: 0, y: -1)), on: [box]))
    Self.run(&animator, seconds: 1)
    #expect(animator[box].position.y < 0)
  }

  @Test func `lets a spring come to rest where gravity and stretch agree`() {
    var scene = SceneRecipe(.attachment).scene
    for length in Bench.lengths(120, seconds: 15) { scene.step(nanoseconds: length) }
    let stretch = (scene.motion(of: "box")?.position.y ?? 0) - 160
    #expect(abs(stretch - 101.3212) < 0.1)
  }

  @Test func `loses what held an item when it loses the item`() {
    var (animator, box) = Self.stage()
    let other = animator.add(.box(width: 20, height: 20), at: .zero)
    let link = animator.add(Behavior(.attachment(to: .item(other)), on: [box]))
    let gravity = animator.add(Behavior(.gravity(), on: [box, other]))
    animator.remove(other)
    #expect(!animator.contains(link) && animator.itemIDs == [box])
    #expect(animator[gravity] == Behavior(.gravity(), on: [box]))
    Self.run(&animator, seconds: 0.1)
  }

  @Test(arguments: [5.0, 39, 40, 41, 95, 200, 399])
  func `lays out a rope with equal gaps`(_ distance: Double) {
    let rope = Rope(dash: 20)
    let centers = rope.layout(from: .zero, to: Vector(x: 0, y: distance))
    #expect(centers.count == min(4, Int((distance / 20).rounded(.up)) - 1))
    var edge = 0.0
    for center in centers + [Vector(x: 0, y: distance + 10)] {
      #expect(abs(center.y - 10 - edge - rope.gap(at: distance)) < 1e-9)
      edge = center.y + 10
    }
  }
}
