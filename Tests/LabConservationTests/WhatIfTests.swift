import LabDisplay
import LabExperiment
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// What holds for every change of every run.
///
/// `LAB_FUZZ_COUNT=1000 swift test --filter 'change of a random'` plays any number of stages.
@Suite struct `A change of a random stage` {
  /// Changes of every kind that may or may not apply.
  private static func changes(_ scenario: Scenario, _ chance: inout RandomStream) -> [Change] {
    var changes: [Change] = [
      Change([.drivers(.link)]), Change([.drivers(.timer)]), Change([.drivers(.common)]),
      Change([.drivers(.catchUp(.skip))]), Change([.drivers(.policy(.skip))]),
      Change([.drivers(.phase(Ratio(1, per: 4)))]), Change([.depth(2)]),
      Change([.drivers(.tolerance(.milliseconds(2)))]),
      Change([.drivers(.every(.milliseconds(20)))]),
    ]
    for load in scenario.loads {
      let kinds: [TaskChange] = [
        .without, .scaled(Ratio(3, per: 10)), .elsewhere(.queue), .elsewhere(.threads),
        .chunks(of: .milliseconds(3)),
      ]
      let ranges: [TaskSelection.Range] = [
        .all, .numbers([Int(chance.next(in: 0...5))]), .from(.milliseconds(5)),
      ]
      for kind in kinds {
        let range = ranges[Int(chance.next(in: 0...2))]
        changes.append(Change([.tasks(TaskSelection(load.name, range), kind)]))
      }
    }
    let count = Int64(changes.count - 1)
    for _ in 0..<3 {
      changes.append(
        changes[Int(chance.next(in: 0...count))] + changes[Int(chance.next(in: 0...count))])
    }
    return changes
  }

  /// Two reruns of the base, one of them with all tasks written out, the prefix before the first
  /// changed task, and fixed - broke are verified by the lab itself, which throws; the metrics, by
  /// a full measurement.
  @Test(arguments: FuzzBatch.all("keeps all identities"))
  func `keeps all identities, and the metrics of a full measurement`(_ batch: FuzzBatch) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let stage = RandomStage(seed: seed)
      var chance = RandomStream(seed: seed, name: "changes")
      let base = try WhatIf([RunSpec(stage.scenario, seed: seed)])
      let before = try Self.values(stage.scenario, seed, base.driver)
      let (rows, _) = try base.rows(for: Self.changes(stage.scenario, &chance))
      for row in rows {
        let changed = try row.change.applied(to: stage.scenario, seed: seed)
        let after = try Self.values(changed, seed, base.driver)
        for metric in SavingMetric.allCases {
          guard let one = before[metric], let other = after[metric] else {
            #expect(row.values[metric] == nil, "stage \(seed), \(row.change), \(metric)")
            continue
          }
          #expect(row.values[metric]?.before == one, "stage \(seed), \(row.change), \(metric)")
          #expect(row.values[metric]?.after == other, "stage \(seed), \(row.change), \(metric)")
        }
        #expect(row.dropped.fixed >= 0 && row.dropped.broke >= 0)
      }
    }
  }

  /// The metrics by the way that `run` takes.
  private static func values(
    _ scenario: Scenario, _ seed: UInt64, _ driver: String
  ) throws -> [SavingMetric: Double] {
    let measurement = RunMeasurement(try Stage(scenario, seed: seed).run())
    #expect(measurement.verifyConservation() == [])
    let metrics = try #require(measurement[driver: driver])
    var values: [SavingMetric: Double] = [:]
    for metric in SavingMetric.allCases {
      switch MetricDictionary.metric(named: metric.name)?.value(metrics) {
      case .count(let count): values[metric] = Double(count)
      case .time(let time): values[metric] = Double(time / .nanoseconds(1))
      case .number, nil: break
      }
    }
    return values
  }

  /// A task without a fingerprint was not left out; here it is.
  @Test(arguments: FuzzBatch.all("undisturbed tasks"))
  func `foresees what undisturbed tasks save`(_ batch: FuzzBatch) throws {
    var foreseen = 0
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let scenario = try RandomStage(seed: seed).scenario.writtenOut(seed: seed)
      for driver in scenario.drivers.prefix(1) {
        let base = try WhatIf([RunSpec(scenario, seed: seed)], driver: driver.name)
        for load in scenario.loads {
          guard let tasks = load.writtenTasks, !tasks.isEmpty else { continue }
          let changes = tasks.indices.prefix(12).map {
            Change([.tasks(TaskSelection(load.name, .numbers([$0])), .without)])
          }
          for row in try base.rows(for: Array(changes)).rows where row.fingerprint == nil {
            foreseen += 1
            let changed = try Stage(row.change.applied(to: scenario, seed: seed), seed: seed).run()
            #expect(
              RunTrouble(of: driver.name, in: changed) == base.troubles[0],
              "stage \(seed), \(row.change)")
          }
        }
      }
    }
    #expect(foreseen > batch.numbers.count / 10)
  }

  /// What two tasks save adds up if all is as it was between the end of the one's influence and the
  /// arrival of the other.
  @Test(arguments: FuzzBatch.all("far apart"))
  func `adds up over tasks that are far apart`(_ batch: FuzzBatch) throws {
    var pairs = 0
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      var chance = RandomStream(seed: seed, name: "apart")
      let program = Self.program(&chance)
      let trace = try Stage(program, seed: seed).run()
      let base = try WhatIf([RunSpec(program, seed: seed)])
      guard case .recorded(let tasks) = program.loads[0].tasks else { continue }
      var quiet: [Instant] = []
      for number in tasks.indices {
        let other = try Stage(Self.without([number]).applied(to: program, seed: seed), seed: seed)
          .run()
        quiet.append(Self.lastDifference(trace, other))
      }
      for (first, second) in zip(tasks.indices, tasks.indices.dropFirst())
      where quiet[first].advanced(by: .milliseconds(70)) < tasks[second].arrival {
        let rows = try base.rows(
          for: [[first], [second], [first, second]].map { Self.without(Set($0)) }
        ).rows
        for metric in [SavingMetric.dropped, .doubleFires, .missed] {
          let savings = rows.map { $0.saving(metric) ?? .nan }
          #expect(
            savings[0] + savings[1] == savings[2], "stage \(seed), \(first), \(second), \(metric)")
        }
        pairs += 1
      }
    }
    #expect(pairs > batch.numbers.count / 4)
  }

  private static func without(_ numbers: Set<Int>) -> Change {
    Change([.tasks(TaskSelection("load", .numbers(numbers)), .without)])
  }

  private static func program(_ chance: inout RandomStream) -> Scenario {
    let tasks = (0..<6).map { number in
      Recording.Task(
        arrival: .milliseconds(200 * number + Int(chance.next(in: 0...150))),
        duration: .microseconds(chance.next(in: 1000...60_000)), name: "task")
    }
    let source: Driver.Source =
      chance.next(in: 0...1) == 0
      ? .link() : .timer(interval: .nanoseconds(16_666_666), firstFire: .milliseconds(25))
    return Scenario(
      panel: Panel(rate: .hertz(60)), duration: .milliseconds(1500),
      loads: [
        Load(
          name: "load", tasks: .recorded(tasks),
          delivery: Delivery.allCases[Int(chance.next(in: 0...4))], modes: [.common])
      ],
      drivers: [
        Driver(
          name: "ball", source: source, modes: [.common],
          cost: .constant(.microseconds(chance.next(in: 0...5000))))
      ])
  }

  /// The last instant at which two runs do something different, serial numbers apart.
  private static func lastDifference(_ one: Trace, _ other: Trace) -> Instant {
    let pairs = zip(one.records.reversed(), other.records.reversed())
    let different = pairs.first { one, other in
      one.time != other.time || one.kind != other.kind || one.subject != other.subject
    }
    return max(different?.0.time ?? .start, different?.1.time ?? .start)
  }
}
