import LabExperiment
import LabKernel
import LabMetrics
import LabTrace
import LabWorkload
import TestSupport
import Testing

/// Nobody who waits is overlooked: beside ‘Nothing is wrong’ no driver, no input, no load that is
/// waited for and no piece of work is in trouble, and beside any other headline somebody is.
@Suite struct `Whoever waits in a random script` {
  @Test(arguments: FuzzBatch.all("Whoever waits"))
  func `is named, and nobody else`(_ batch: FuzzBatch) throws {
    var worst: [String: Int] = [:]
    for number in batch.numbers {
      let script = WaitingScript(seed: batch.seed &* 1_000_003 &+ UInt64(number)).text
      let flaws = Self.flaws(of: script, &worst)
      guard !flaws.isEmpty else { continue }
      Issue.record("script \(number):\n\(script)\n\(flaws.joined(separator: "\n"))")
      return
    }
    guard batch.numbers.count >= 500 else { return }
    let whole = worst.values.reduce(0, +)
    for kind in ["input", "load", "starved", "thread", "old frames"] {
      #expect(worst[kind, default: 0] * 33 >= whole, "\(kind): \(worst)")
    }
    #expect(worst["nobody", default: 0] * 10 <= whole * 3, "\(worst)")
  }

  private static func flaws(of script: String, _ worst: inout [String: Int]) -> [String] {
    RandomScript.flaws(of: script) { plan, run in
      let trace = try Runner(jobs: 1, detail: .everything).trace(of: run)
      let measurement = RunMeasurement(trace)
      let trouble = Plan.Trouble(run: 0, asked: plan.asked)
      guard let headline = Headline(measurement, of: run.scenario, about: trouble) else {
        return ["no headline"]
      }
      worst[kind(of: headline, measurement), default: 0] += 1
      let troubled = troubled(measurement, run.scenario, plan.asked, trace)
      let claims = ["Nothing is wrong", "Nothing was due"].contains { headline.text.contains($0) }
      var flaws: [String] = []
      if headline.isSound != troubled.isEmpty || claims != troubled.isEmpty {
        flaws.append("‘\(headline.text)’, but in trouble: \(troubled)")
      }
      if !headline.isSound, headline.why == nil { flaws.append("no cause: \(headline.text)") }
      flaws += Self.overlooked(headline, measurement, run.scenario, troubled)
      return flaws
    }
  }

  /// The inputs that waited longer than 100 ms before they began, in no trouble otherwise, and are
  /// not named beside the one that is.
  private static func overlooked(
    _ headline: Headline, _ measurement: RunMeasurement, _ scenario: Scenario, _ troubled: [String]
  ) -> [String] {
    let slow = scenario.loads.filter { load in
      load.isInput && !troubled.contains(load.name) && headline.subject.load != load.name
        && measurement.taskRows(of: load.name).contains { row in
          row.arrival.duration(to: row.began ?? measurement.end) > .milliseconds(100)
        }
    }
    let isTold = !troubled.isEmpty
    return slow.prefix(3).filter { load in
      headline.text.contains("Beside that, the input \(load.name) waited up to ") != isTold
    }.map { "\($0.name) is \(isTold ? "not " : "")told beside: \(headline.text)" }
  }

  private static func kind(of headline: Headline, _ measurement: RunMeasurement) -> String {
    guard !headline.isSound else { return "nobody" }
    switch headline.subject {
    case .waiter(let waiter): return waiter.isInput ? "input" : "load"
    case .thread: return "thread"
    case .tasks: return "tasks"
    case .driver(let name):
      guard let name, let driver = measurement[driver: name] else { return "driver" }
      guard let symptom = Symptoms(driver).worst, symptom.symptom < .late else {
        return measurement.oldFrames(of: name) == nil ? "late" : "old frames"
      }
      let causes = measurement.culprits(of: symptom.symptom, driver: name)
      return causes?.first?.cause == .starved ? "starved" : "\(symptom.symptom)"
    }
  }

  // MARK: Who is in trouble, by the records

  private static func troubled(
    _ measurement: RunMeasurement, _ scenario: Scenario, _ asked: [String], _ trace: Trace
  ) -> [String] {
    var names = measurement.drivers.filter { Symptoms($0).worst != nil }.map(\.name)
    names += measurement.drivers.map(\.name).filter { measurement.oldFrames(of: $0) != nil }
    let end = trace.records.last { $0.kind == .ended }?.time ?? .start
    let pieces = pieces(of: trace, until: end)
    for load in scenario.loads
    where load.isInput || load.driver != nil || asked.contains(load.name) {
      let waits = measurement.taskRows(of: load.name).map { row in
        row.arrival.duration(to: (load.driver == nil ? row.ended : row.photon) ?? end)
      }.sorted()
      let limit = Duration.milliseconds(load.isInput ? 200 : 250)
      let rank = load.isInput && waits.count >= 50 ? (waits.count * 98 + 99) / 100 : waits.count
      // One that hangs the thread itself is named there.
      let hangs = pieces.count { $0.owner == load.name && $0.length >= .milliseconds(250) }
      guard rank > 0, waits[rank - 1] > limit, hangs < waits.count(where: { $0 > limit }) else {
        continue
      }
      names.append(load.name)
    }
    return names + (pieces.contains { $0.length >= .milliseconds(250) } ? ["thread"] : [])
  }

  /// Every stretch in which one task or callback held the thread and nothing else began or ended.
  private static func pieces(
    of trace: Trace, until end: Instant
  ) -> [(owner: String, length: Duration)] {
    var pieces: [(owner: String, length: Duration)] = []
    var stack: [String?] = []
    var since = Instant.start
    func settle(at now: Instant) {
      if let owner = stack.last.flatMap(\.self) {
        pieces.append((owner, since.duration(to: now)))
      }
      since = now
    }
    for record in trace.records {
      guard record.time <= end, record.kind != .ended else { break }
      switch record.event {
      case .taskBegan(let load, _, _):
        settle(at: record.time)
        stack.append(trace.names[Int(load)])
      case .calloutBegan(let subject, _, _, _):
        settle(at: record.time)
        stack.append(trace.names[Int(subject)])
      case .runBegan:
        settle(at: record.time)
        stack.append(nil)
      case .taskEnded, .calloutEnded, .runReturned:
        settle(at: record.time)
        _ = stack.popLast()
      default: break
      }
    }
    settle(at: end)
    return pieces
  }
}
