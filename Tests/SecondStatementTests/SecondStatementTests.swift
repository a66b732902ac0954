import LabDisplay
import LabExperiment
import LabKernel
import LabMetrics
import LabMotion
import LabPhysics
import LabTrace
import LabWorkload
import TestSupport
import Testing

@testable import LabResults

/// Every metric is stated twice: in LabMetrics, fast, and here, plainly, after the words of the
/// dictionary and from the rows of `events.csv` alone.
///
/// `LAB_FUZZ_COUNT=10000 LAB_FUZZ_SEED=7 swift test --filter 'second statement'` compares any
/// number of random scripts.
@Suite struct `A second statement of the metrics` {
  @Test(arguments: FuzzBatch.all("statement of the metrics"))
  func `agrees on every driver of a random script`(_ batch: FuzzBatch) {
    var told: Set<String> = []
    for number in batch.numbers {
      let script = RandomScript(seed: batch.seed &* 1_000_003 &+ UInt64(number))
      let differences = Self.differences(of: script.text, &told)
      guard !differences.isEmpty else { continue }
      Issue.record("script \(number):\n\(script.text)\n\(differences.joined(separator: "\n"))")
      return
    }
    guard batch.numbers.count >= 200 else { return }
    #expect(Self.seldom.filter { !told.contains($0) } == [])
  }

  /// Metrics that few runs have, which nothing would compare if no script had them.
  private static let seldom = [
    "folded", "refused_vsyncs", "hitches_commit", "hitches_render", "hitch_time_render",
    "hitch_max", "wake_ups",
    "shared_wake_ups", "dropped_worst", "dropped_p95", "position_error_rms",
    "position_error_max", "motion_error_rms", "motion_error_max", "content_step_error_max",
    "held up",
  ]

  /// Where the two statements differ on a script; none for one that cannot be performed.
  ///
  /// The names of the metrics that are defined and not 0 are added to `told`.
  static func differences(of script: String, _ told: inout Set<String>) -> [String] {
    RandomScript.flaws(of: script) { _, run in try differences(of: run, &told) }
  }

  private static func differences(
    of run: RunSpec, _ told: inout Set<String>
  ) throws -> [String] {
    let trace = try Runner(jobs: 1, detail: .everything).trace(of: run)
    let measurement = RunMeasurement(trace)
    let rows = Spool(in: nil)
    EventFile.events(of: RunName("random", run), trace, to: rows)
    try rows.finish()
    let text = String(decoding: rows.bytes, as: UTF8.self)
    let story = Story(
      text.split(separator: "\n").map(Row.init), alarmDelay: Int(trace.header.alarmDelay),
      sleeps: trace.header.wall.stableWords.map { Int($0) },
      wallTimers: trace.header.wallTimers)
    let situation = Situation(run)
    let display = Display(story, situation)
    var differences = measurement.verifyConservation().map { "\($0)" }
    guard story.drivers.map(\.name) == measurement.drivers.map(\.name) else {
      return ["drivers \(story.drivers.map(\.name))"]
    }
    for (driver, metrics) in zip(story.drivers, measurement.drivers) {
      let account = Account(story, situation, display, driver)
      for metric in MetricDictionary.all {
        let first = metric.value(metrics)?.description ?? ""
        let second = account.values[metric.name] ?? ""
        if !["", "0"].contains(second) { told.insert(metric.name) }
        if first != second {
          differences.append("\(driver.name).\(metric.name) is ‘\(first)’, restated ‘\(second)’")
        }
      }
      let bins = metrics.frames?.lateFrames.histogram ?? []
      if bins.map(\.refreshes) != account.lateBins.keys.sorted()
        || bins.contains(where: { account.lateBins[$0.refreshes] != $0.frames })
      {
        differences.append("\(driver.name): late \(bins), restated \(account.lateBins)")
      }
      let heldUp = measurement.delays(ofOwnDrops: driver.name).drops
      if heldUp > 0 { told.insert("held up") }
      if heldUp != account.heldUp {
        differences.append("\(driver.name): \(heldUp) held up, restated \(account.heldUp)")
      }
    }
    return differences
  }
}

extension Situation {
  /// What a script says of the display, the targets and the motions.
  init(_ run: RunSpec) {
    depth = run.scenario.panel.depth
    guardTime = Int(run.scenario.panel.guardTime.wholeNanoseconds)
    switch run.scenario.panel.presentMode {
    case .mailbox: break
    case .fifo(let capacity): self.capacity = capacity
    case .blocking(let capacity): (self.capacity, presentWaits) = (capacity, true)
    case .atTarget: (capacity, framesHaveTargets) = (3, true)
    }
    for driver in run.scenario.drivers {
      switch driver.targetCadence {
      case .refreshes(let count): targets[driver.name] = .refreshes(count)
      case .rate(let rate):
        targets[driver.name] = .rate(Int(rate.numerator), Int(rate.denominator))
      case .undeclared: targets[driver.name] = .undeclared
      case nil: break
      }
      if case .scene(let motion)? = driver.motion?.content {
        let scene = motion.recipe.scene
        scenes[driver.name] = Scene(
          bodies: scene.bodies.count,
          room: scene.room.map { ($0.low.x...$0.high.x, $0.low.y...$0.high.y) })
      }
      guard let trajectory = driver.motion?.trajectory else { continue }
      paths[driver.name] = Path(
        place: { trajectory.position(after: .nanoseconds($0)) },
        duration: trajectory.duration.map { Int($0.wholeNanoseconds) },
        speed: { trajectory.greatestSpeed(until: .nanoseconds($0)) })
    }
  }
}
