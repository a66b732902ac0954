import LabDisplay
import LabKernel
import LabLoop
import LabWorkload

/// Random scenarios that run live: timers and display links, load in every way of delivery, a
/// finger that scrolls.
struct RandomScenario {
  private var stream: RandomStream

  /// Returns the scenario with a number under a seed.
  static func scenario(_ number: UInt64, seed: UInt64) -> Scenario {
    var random = RandomScenario(stream: RandomStream(seed: seed, name: "live \(number)"))
    return random.make()
  }

  private mutating func make() -> Scenario {
    let duration = Duration.milliseconds(200 + pick(400))
    var scenario = Scenario(
      panel: Panel(rate: .hertz([60, 90, 120][pick(3)]), phase: nanoseconds(5_000_000)),
      duration: duration, profile: .linux)
    for index in 0...pick(2) { scenario.drivers.append(driver(index)) }
    for (index, delivery) in Delivery.allCases.enumerated() where pick(2) == 0 {
      scenario.loads.append(load(delivery, index))
    }
    var begins = nanoseconds(100_000_000)
    for index in 0..<pick(3) {
      let lasts = nanoseconds(120_000_000) + .milliseconds(1)
      scenario.gestures.append(
        Gesture(
          name: "scroll \(index)", begins: .at(begins), lasts: lasts,
          moves: pick(2) == 0 ? nanoseconds(20_000_000) + .milliseconds(1) : nil))
      begins += lasts + .milliseconds(1 + pick(60))
    }
    return scenario
  }

  private mutating func driver(_ index: Int) -> Driver {
    let modes: [LoopMode] = pick(2) == 0 ? [.common] : [.default]
    let cost = DurationLaw.uniform(.zero...(.milliseconds(1 + pick(6))))
    let isTimer = index == 0 || pick(2) == 0
    let source: Driver.Source =
      isTimer
      ? .timer(
        interval: .milliseconds(4) + nanoseconds(36_000_000),
        firstFire: pick(2) == 0 ? nil : .at(nanoseconds(30_000_000))) : .link()
    return Driver(name: "driver \(index)", source: source, modes: modes, cost: cost)
  }

  private mutating func load(_ delivery: Delivery, _ index: Int) -> Load {
    let takes: DurationLaw = .uniform(.microseconds(200)...(.milliseconds(1 + pick(40))))
    let arrivals: Arrivals =
      switch pick(3) {
      case 0: .poisson(perSecond: Double(4 + pick(20)))
      case 1: .every(.milliseconds(20 + pick(60)), first: .at(nanoseconds(20_000_000)))
      default:
        .bursts(
          of: 1 + pick(4), every: .milliseconds(50 + pick(60)), first: .at(nanoseconds(30_000_000)),
          apart: nanoseconds(4_000_000) + .nanoseconds(1))
      }
    return Load(
      name: "\(delivery.rawValue) load", tasks: .drawn(arrivals, takes: takes), delivery: delivery,
      modes: pick(3) == 0 ? [.default] : [.common])
  }

  private mutating func pick(_ count: Int) -> Int { Int(stream.next(in: 0...Int64(count - 1))) }

  private mutating func nanoseconds(_ most: Int64) -> Duration {
    .nanoseconds(stream.next(in: 0...most))
  }
}
