import LabDisplay
import LabExperiment
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What single tasks save is the same whether each is left out of a run of its own or many share
/// one.
///
/// `LAB_FUZZ_COUNT=1000 swift test --filter 'share runs'` plays any number of stages.
@Suite struct `Single tasks of a random stage that share runs` {
  /// A stage of some seconds whose tasks may share runs, made of what is admitted of any random
  /// stage.
  private static func scenario(_ seed: UInt64) -> Scenario {
    var chance = RandomStream(seed: seed, name: "share")
    var scenario = RandomStage(seed: seed).scenario
    (scenario.wakeUpDelay, scenario.renderCost) = (nil, nil)
    (scenario.gestures, scenario.actions, scenario.browser) = ([], [], nil)
    scenario.duration = .milliseconds(chance.next(in: 6000...10_000))
    scenario.loads = (0...Int(chance.next(in: 0...1))).map { load in
      var arrival = Instant.start
      let pause = chance.next(in: 300...1200)
      let tasks = (0..<15).map { _ in
        arrival = arrival.advanced(by: .microseconds(chance.next(in: 0...pause * 1000)))
        let longest: Int64 = chance.next(in: 0...3) == 0 ? 90_000 : 15_000
        return Recording.Task(
          arrival: arrival, duration: .microseconds(chance.next(in: 0...longest)), name: "task")
      }
      let deliveries = Delivery.allCases.filter { $0 != .timer }
      return Load(
        name: "load \(load)", tasks: .recorded(tasks),
        delivery: deliveries[Int(chance.next(in: 0...Int64(deliveries.count - 1)))],
        modes: [.common])
    }
    for index in scenario.drivers.indices {
      scenario.drivers[index].cost = .constant(.microseconds(chance.next(in: 0...6000)))
      scenario.drivers[index].motion = nil
      if var timer = scenario.drivers[index].source.timer {
        (timer.interval, timer.tolerance) = (max(timer.interval, .milliseconds(3)), .zero)
        scenario.drivers[index].source = .timer(timer)
      }
    }
    if !scenario.presentObjections.isEmpty { scenario.panel.presentMode = .mailbox }
    return scenario
  }

  @Test(arguments: FuzzBatch.all("share runs"))
  func `save what each does alone, in every metric`(_ batch: FuzzBatch) throws {
    let shared = try batch.numbers.reduce(0) { try $0 + Self.compare(batch.seed + UInt64($1)) }
    #expect(shared > 0)
  }

  /// In this stage two runs differ for a while only in what records hold beside time, kind and
  /// subject.
  @Test func `are told apart by all that a record holds`() throws {
    _ = try Self.compare(59)
  }

  /// Compares what tasks of a stage save alone and in shared runs; returns how many shared one.
  private static func compare(_ seed: UInt64) throws -> Int {
    let scenario = scenario(seed)
    let changes = scenario.loads.flatMap { load in
      Change.single((load.writtenTasks ?? []).indices, of: load.name)
    }
    var base = try WhatIf([RunSpec(scenario, seed: seed)])
    base.sharingLimit = .max
    let alone = try base.rows(for: changes)
    base.sharingLimit = 0
    let together = try base.rows(for: changes)
    #expect(alone.rows.map(\.change) == together.rows.map(\.change), "stage \(seed)")
    var shared = 0
    for (one, other) in zip(alone.rows, together.rows) {
      #expect(one.values == other.values, "stage \(seed), \(one.change)")
      #expect(one.dropped == other.dropped, "stage \(seed), \(one.change)")
      #expect(one.doubled == other.doubled, "stage \(seed), \(one.change)")
      #expect(one.removedWork == other.removedWork, "stage \(seed), \(one.change)")
      #expect(one.goal == other.goal, "stage \(seed), \(one.change)")
      #expect(one.flaw == other.flaw, "stage \(seed), \(one.change)")
      if one.fingerprint != nil, other.fingerprint == nil { shared += 1 }
    }
    return shared
  }

  @Test func `need few runs where many tasks arrive`() throws {
    var scenario = Scenario(
      panel: Panel(rate: .hertz(60)), duration: .seconds(10),
      drivers: [
        Driver(
          name: "ball", source: .timer(interval: .nanoseconds(16_666_667)), modes: [.common])
      ])
    let tasks = (1...500).map { number in
      Recording.Task(
        arrival: .milliseconds(19 * number), duration: .milliseconds(number % 7), name: "task")
    }
    scenario.loads = [
      Load(name: "page", tasks: .recorded(tasks), delivery: .mainQueue, modes: [.common])
    ]
    var base = try WhatIf([RunSpec(scenario)])
    base.sharingLimit = 0
    let rows = try base.rows(for: Change.single(tasks.indices, of: "page")).rows
    #expect(rows.count { $0.fingerprint != nil } < 50)
  }
}
