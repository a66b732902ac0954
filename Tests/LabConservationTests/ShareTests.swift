import LabMetrics
import TestSupport
import Testing

/// A count never exceeds what it is a count of, in numbers and in sentences.
@Suite struct `The shares of a random stage` {
  @Test(arguments: FuzzBatch.all("shares of a random"))
  func `lie between none and all`(_ batch: FuzzBatch) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let measurement = try RandomStage(seed: seed).measurement()
      for driver in measurement.drivers {
        let flaws = flaws(of: driver) + flaws(of: sentences(about: driver.name, in: measurement))
        #expect(flaws.isEmpty, "stage \(seed), \(driver.name)")
      }
    }
  }

  private func flaws(of driver: DriverMetrics) -> [String] {
    var flaws: [String] = []
    func check<Count: BinaryInteger>(_ part: Count, of all: Count, _ name: String) {
      if part < 0 || part > all { flaws.append("\(name): \(part) of \(all)") }
    }
    // How far a driver is behind is a time, which can be longer than the run.
    for symptom in Symptom.allCases where symptom != .behind {
      guard let count = driver.symptoms[symptom] else { continue }
      check(count.wrong, of: count.all, "\(symptom)")
    }
    if let frames = driver.frames {
      let firings = frames.firings
      check(firings.empty, of: firings.refreshes, "empty")
      check(firings.doubleFires, of: firings.refreshes - firings.empty, "double")
      check(frames.refreshes.new, of: frames.refreshes.refreshes, "new")
    }
    for metric in MetricDictionary.all where metric.unit == .percent {
      // By its formula it has no bound: each error can be longer than the frame.
      guard metric.name != "animation_error_share" else { continue }
      guard let value = metric.value(driver)?.number, !(0...100).contains(value) else { continue }
      flaws.append("\(metric.name): \(value) %")
    }
    return flaws
  }

  /// What is said first of a driver, whatever it is judged by.
  private func sentences(about driver: String, in measurement: RunMeasurement) -> [String] {
    ([nil] + SavingMetric.allCases).compactMap {
      Headline(measurement, of: driver, by: $0)
    }.flatMap { [$0.what, $0.why ?? ""] }
  }

  private func flaws(of sentences: [String]) -> [String] {
    sentences.filter { sentence in
      sentence.matches(of: #/(\d+) of (?:its |the )?(\d+)/#).contains { match in
        (Int(match.1) ?? 0) > (Int(match.2) ?? 0)
      }
    }
  }
}
