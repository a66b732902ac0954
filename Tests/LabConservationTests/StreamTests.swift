import Foundation
import LabDisplay
import LabExperiment
import LabKernel
import LabLoop
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// A run that is measured while it is made has the numbers of one that is measured as a whole.
@Suite struct `A run in parts` {
  @Test(arguments: FuzzBatch.all(.parts))
  func `has the same numbers, whatever the parts`(_ batch: FuzzBatch) throws {
    var bad = 0
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) where bad < 12 {
      let stage = RandomStage(seed: seed).mostlyMeasuringTasks
      let trace = try Stage(stage.scenario, seed: seed).run()
      let whole = RunMeasurement(trace)
      for count in [1, 7, 1000] {
        let (stream, fingerprint) = try stage.stream(keeping: count)
        #expect(fingerprint == trace.fingerprint)
        #expect(stream.loads == whole.loads, "stage \(seed) in parts of \(count)")
        guard stream.drivers == whole.drivers, stream.violations.isEmpty else {
          Issue.record("stage \(seed) in parts of \(count): \(differences(whole, stream))")
          bad += 1
          break
        }
      }
    }
  }

  @Test(arguments: FuzzBatch.all(.passes))
  func `is the same in the memory of the run before, alone and as a whole`(
    _ batch: FuzzBatch
  ) throws {
    let (runner, memory) = (Runner(jobs: 1), RunMemory())
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let run = RunSpec(RandomStage(seed: seed).scenario, seed: seed)
      let lean = try runner.result(of: run, in: memory)
      let trace = try runner.trace(of: run)
      for other in [try runner.result(of: run), try RunResult(run, trace)] {
        #expect(lean.fingerprint == other.fingerprint, "stage \(seed)")
        #expect(lean.drivers == other.drivers, "stage \(seed)")
      }
    }
  }

  @Test(arguments: FuzzBatch.all(.passes))
  func `finds exact percentiles the second time, and almost exact ones the first`(
    _ batch: FuzzBatch
  ) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let stage = RandomStage(seed: seed).mostlyMeasuringTasks
      let whole = try stage.measurement()
      let (first, _) = try stage.stream(keeping: 100, room: 4)
      let (second, _) = try stage.stream(keeping: 100, room: 4, refining: first)
      #expect(second.loads == whole.loads, "stage \(seed)")
      guard second.drivers == whole.drivers, !second.isApproximate else {
        Issue.record("stage \(seed): \(differences(whole, second))")
        return
      }
      for (exact, near) in zip(whole.drivers, first.drivers) {
        for metric in MetricDictionary.all {
          guard let value = metric.value(exact)?.number, let other = metric.value(near)?.number
          else {
            // In buckets alone, ties at the end of the tail cannot be told.
            let isAbsent = metric.value(exact) != nil && metric.value(near) == nil
            #expect(
              !isAbsent || metric.name == "fps_low1_average", "\(metric.name) of stage \(seed)")
            continue
          }
          // The delay variation is a lateness less the smallest.
          let whole = metric.name.replacing("pdv_", with: "lateness_")
          let basis = MetricDictionary.metric(named: whole)?.value(exact)?.number ?? value
          let isNear = abs(value - other) <= abs(basis) / 1000
          #expect(isNear, "\(metric.name) of stage \(seed): \(value), \(other)")
        }
      }
    }
  }

  /// Quiet stretches, in which most numbers are equal, and busy ones.
  @Test(arguments: FuzzBatch.all(.longRuns))
  func `finds the percentiles of long runs at once, or the second time`(
    _ batch: FuzzBatch
  ) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let stage = RandomStage.long(seed)
      let whole = try stage.measurement()
      var (stream, _) = try stage.stream(keeping: 500, room: [64, 512, 4096][Int(seed % 3)])
      if stream.isApproximate {
        stream = try stage.stream(keeping: 500, refining: stream).stream
      }
      #expect(!stream.isApproximate && !stream.isIncomplete, "stage \(seed)")
      #expect(stream.drivers == whole.drivers, "stage \(seed): \(differences(whole, stream))")
    }
  }

  /// Of long runs the first seconds, unless `LAB_EVERY_POINT` asks for all.
  @Test(arguments: Checkout.experimentNames)
  func `of an experiment has the same numbers`(name: String) throws {
    let experiment = try Experiment(path: Checkout.experiment(name).path)
    let isWhole = Count.isComplete
    for run in try experiment.plan(replications: 1).prefix(experiment.arms.count) {
      var stage = RandomStage(scenario: run.scenario, seed: run.seed)
      if !isWhole { stage.scenario.duration = min(stage.scenario.duration, .seconds(5)) }
      let whole = try stage.measurement()
      let (stream, _) = try stage.stream(keeping: 500)
      #expect(stream.drivers == whole.drivers, "\(run.words()): \(differences(whole, stream))")
    }
  }

  /// The refresh that a pause leaves without a frame has its vsync when the pause is over already.
  @Test func `has the same slots after a pause that is shorter than the guard time`() throws {
    let lives = [(0, 100_000), (100_500, 400_000)].map { begin, end in
      Driver.Life(from: .at(.microseconds(begin)), until: .at(.microseconds(end)))
    }
    let stage = RandomStage(
      scenario: Scenario(
        panel: Panel(
          rate: .hertz(60), phase: .microseconds(2_200), guardTime: .milliseconds(2)),
        duration: .milliseconds(500),
        drivers: [Driver.Source.link(), .timer(interval: .milliseconds(33))].map { source in
          Driver(
            name: "\(source)", source: source, modes: [.default],
            targetCadence: .rate(.hertz(30)), lives: lives)
        }),
      seed: 1)
    let whole = try stage.measurement()
    for count in [1, 7, 90] {
      #expect(try stage.stream(keeping: count).stream.drivers == whole.drivers, "\(count)")
    }
  }

  @Test func `needs no more memory the longer it is`() throws {
    var stage = RandomStage(scenario: .busy(.seconds(3)), seed: 1)
    let (short, _) = try stage.stream(keeping: 200, room: 100)
    stage.scenario.duration = .seconds(30)
    let (long, _) = try stage.stream(keeping: 200, room: 100)
    #expect(short.mostKept <= 2000)
    #expect(long.mostKept <= short.mostKept + 200)
    // Every gesture starves the drivers, and their dates are due again when it is over.
    stage.scenario.gestures = (0..<1_000).map {
      Gesture(name: "touch \($0)", begins: .at(.milliseconds(30 * $0)), lasts: .milliseconds(9))
    }
    let whole = try stage.measurement()
    let (touched, _) = try stage.stream(keeping: 200, room: 100)
    #expect(touched.mostKept <= short.mostKept + 200)
    #expect(touched.drivers.map(\.starvedSpan) == whole.drivers.map(\.starvedSpan))
    #expect(touched.drivers[0].starvedSpan > .seconds(8))
  }

  private func differences(_ whole: RunMeasurement, _ stream: RunStream) -> String {
    zip(whole.drivers, stream.drivers).flatMap { one, other in
      MetricDictionary.all.compactMap { metric in
        let (left, right) = (metric.value(one), metric.value(other))
        return left == right
          ? nil
          : "\(one.name).\(metric.name) \(left.map { "\($0)" } ?? "-") ≠ \(right.map { "\($0)" } ?? "-")"
      }
    }.joined(separator: ", ") + " \(stream.violations)"
  }
}

extension Scenario {
  /// A timer and a link at 120 Hz beside a load.
  static func busy(_ duration: Duration) -> Scenario {
    Scenario(
      panel: Panel(rate: .hertz(120)), duration: duration,
      loads: [
        Load(
          name: "work",
          tasks: .drawn(
            .poisson(perSecond: 20), takes: .uniform(.milliseconds(1) ... .milliseconds(30))),
          door: .mainQueue, modes: [.default])
      ],
      drivers: [
        Driver(
          name: "timer", source: .timer(interval: .nanoseconds(8_333_333)), modes: [.default],
          cost: .constant(.milliseconds(1))),
        Driver(
          name: "link", source: .link(), modes: [.default], cost: .constant(.milliseconds(1))),
      ])
  }
}

extension RandomStage {
  /// Returns a stage of 30 to 60 s beside a load that is the same throughout, or comes in between.
  static func long(_ seed: UInt64) -> RandomStage {
    var chance = RandomStream(seed: seed, name: "long")
    var scenario = Scenario.busy(.seconds(chance.next(in: 30...60)))
    let most = Duration.microseconds(chance.next(in: 100...30_000))
    scenario.loads[0].tasks = .drawn(
      .poisson(perSecond: Double(chance.next(in: 1...60))), takes: .uniform(.zero...most))
    if chance.next(in: 0...9) == 0 { scenario.loads[0].begins = .at(.seconds(15)) }
    let jitter = Duration.microseconds(chance.next(in: 0...200) * chance.next(in: 0...1))
    scenario.panel = Panel(rate: .hertz(120), jitter: jitter)
    return RandomStage(scenario: scenario, seed: seed)
  }

  /// The same stage; of three in four the tasks are measured too.
  fileprivate var mostlyMeasuringTasks: RandomStage {
    seed.isMultiple(of: 4) ? self : measuringTasks
  }

  /// Measures the run while it is made, so many records at a time.
  func stream(
    keeping count: Int, room: Int = RunStream.usualRoom, refining other: RunStream? = nil,
    listing receiver: (any RowReceiver)? = nil
  ) throws -> (stream: RunStream, fingerprint: UInt64) {
    let stage = Stage(scenario, seed: seed, keeping: count)
    let stream =
      other?.refined()
      ?? RunStream(until: scenario.duration.wholeNanoseconds, room: room, listing: receiver)
    let trace = try stage.run(handingOver: count) { stream.consume($0) }
    stream.finish(trace.header)
    return (stream, trace.fingerprint)
  }
}
