import LabExperiment
import LabKernel
import LabMetrics
import LabMotion
import LabPhysics
import LabWorkload
import TestSupport
import Testing

/// What the screen shows of a motion follows from the rows of refreshes.
@Suite struct `A run in parts whose drivers move something` {
  @Test(arguments: FuzzBatch.all("move something"))
  func `has the same numbers, and rows that bear them out`(_ batch: FuzzBatch) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let stage = RandomStage.moving(seed)
      let whole = try stage.measurement()
      try expectContentOfRows(whole, stage)
      for count in [1, 90] {
        let (run, _) = try stage.measured(keeping: count)
        #expect(run.drivers == whole.drivers, "stage \(seed) in parts of \(count)")
      }
    }
  }

  /// The departures from the intended places follow from the rows of refreshes alone.
  private func expectContentOfRows(_ run: RunMeasurement, _ stage: RandomStage) throws {
    for driver in run.drivers {
      guard let content = driver.frames?.content else { continue }
      let rows = run.refreshRows(of: driver.name).compactMap(\.content)
      let place = "\(driver.name) of stage \(stage.seed)"
      #expect(content.finalPlace == rows.last?.place || rows.isEmpty, "\(place)")
      let errors = rows.compactMap(\.error)
      #expect(content.positionError?.max == errors.map(abs).max(), "\(place)")
      let steps = zip(errors, errors.dropFirst()).map { abs($1 - $0) }
      #expect(content.motionError?.max == steps.max(), "\(place)")
      #expect(content.pictureStay?.upperBound ?? 0 < max(1, rows.count), "\(place)")
    }
  }
}

extension RandomStage {
  /// Returns a random stage whose drivers move something, some of which begins again or ends.
  static func moving(_ seed: UInt64) -> RandomStage {
    var stage = RandomStage(seed: seed)
    var chance = RandomStream(seed: seed, name: "motion")
    for index in stage.scenario.drivers.indices {
      let starts = (0...chance.next(in: 0...2)).map { _ in
        Instant(nanoseconds: chance.next(in: -150_000_000...400_000_000).clamped)
      }
      stage.scenario.drivers[index].motion = Motion(chance.content(), starts: starts)
      stage.scenario.drivers[index].lives = []
    }
    return stage
  }
}

extension RandomStream {
  fileprivate mutating func content() -> LabWorkload.Motion.Content {
    switch next(in: 0...5) {
    case 0...2:
      let clocks: [AnimationClock] = [
        .now, .timestamp, .target, .renderServer, .duration, .fixed(seconds: 1.0 / 60),
      ]
      let curves: [TimingCurve] = [
        .linear, .easeIn, .default, .bounceEaseOut, .spring(Spring(frequency: 3, damping: 0.2)),
      ]
      let habits: [AnimationHabits] = [.book, .article, .repaired]
      let animation = Animation(
        along: curves[Int(next(in: 0...4))],
        over: .nanoseconds(next(in: 20_000_000...500_000_000)),
        by: clocks[Int(next(in: 0...5))], habits: habits[Int(next(in: 0...2))])
      return .animation(animation, from: 10, to: Double(next(in: -200...200)))
    case 3, 4:
      let lives: [MovingView.Life?] = [nil, .callbacks(limit: 0.06), .seconds(limit: 0.2)]
      let view = MovingView(
        at: 5, velocity: Double(next(in: -90...90)), acceleration: Double(next(in: -300...300)),
        life: lives[Int(next(in: 0...2))])
      return .views(MovingViews(view))
    default:
      let kinds: [SceneRecipe.Kind] = [.crate, .crates, .rope, .glide, .kick]
      let policies: [Stepping.Policy] = [
        .variable, .fixed(.listing), .interpolated(.listing), .capped(at: 20_000_000),
      ]
      return .scene(
        SceneMotion(SceneRecipe(kinds[Int(next(in: 0...4))]), by: policies[Int(next(in: 0...3))]))
    }
  }
}

extension Int64 {
  /// Zero for what is below it.
  fileprivate var clamped: Int64 { Swift.max(0, self) }
}
