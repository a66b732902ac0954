import LabExperiment
import LabMetrics
import LabTrace
import TestSupport
import Testing

/// What is said of a driver first, beside the columns of its row.
@Suite struct `The headline of a random script` {
  @Test(arguments: FuzzBatch.all("headline of a random script"))
  func `says what the columns say`(_ batch: FuzzBatch) throws {
    var worst: [Symptom?: Int] = [:]
    for number in batch.numbers {
      let seed = batch.seed &* 1_000_003 &+ UInt64(number)
      let text =
        number.isMultiple(of: 4) ? RandomScript(seed: seed).text : TroubledScript(seed: seed).text
      let flaws = Self.flaws(of: text, &worst)
      guard !flaws.isEmpty else { continue }
      Issue.record("script \(number):\n\(text)\n\(flaws.joined(separator: "\n"))")
      return
    }
    guard batch.numbers.count >= 500 else { return }
    // Easy scripts would show nothing: each thing goes wrong most in some, and nothing in few.
    let whole = worst.values.reduce(0, +)
    for symptom in Symptom.allCases {
      #expect(worst[symptom, default: 0] * 33 >= whole, "\(symptom): \(worst)")
    }
    #expect(worst[nil, default: 0] * 10 <= whole * 3, "\(worst)")
  }

  private static func flaws(of script: String, _ worst: inout [Symptom?: Int]) -> [String] {
    RandomScript.flaws(of: script) { _, run in
      let trace = try Runner(jobs: 1, detail: .everything).trace(of: run)
      let measurement = RunMeasurement(trace)
      return measurement.drivers.flatMap { driver -> [String] in
        worst[Symptoms(driver).worst?.symptom, default: 0] += 1
        return flaws(of: driver, measurement, trace).map { "\(driver.name): \($0)" }
      }
    }
  }

  private static func flaws(
    of driver: DriverMetrics, _ measurement: RunMeasurement, _ trace: Trace
  ) -> [String] {
    guard let headline = Headline(measurement, of: driver.name) else { return ["no headline"] }
    var flaws: [String] = []
    for symptom in Symptom.allCases {
      let count = driver.symptoms[symptom]
      let column = driver[symptom.metric].map {
        Int64(($0.number * (symptom.isTime ? 1e6 : 1)).rounded())
      }
      if column != count?.wrong { flaws.append("\(symptom) is \(column ?? -1), not its count") }
      if headline.what.hasPrefix("Nothing is wrong"), column ?? 0 > 0 {
        flaws.append("\(headline.what) But \(symptom.metric) is \(column ?? 0).")
      }
      let culprits = measurement.culprits(of: symptom, driver: driver.name) ?? []
      let sum = culprits.reduce(0) { $0 + $1.count }
      if sum != count?.wrong ?? 0 {
        flaws.append("\(symptom): \(sum) are put down to causes, of \(count?.wrong ?? 0)")
      }
    }
    if RunTrouble(of: driver.name, in: trace)?.symptoms != driver.symptoms {
      flaws.append("what is measured for a comparison differs")
    }
    guard let worst = Symptoms(driver).worst else {
      return flaws + (headline.why == nil ? [] : ["a cause of nothing"])
    }
    if headline.isSound || headline.why == nil { flaws.append("no cause of \(worst)") }
    if !worst.symptom.isTime, !headline.what.contains("\(worst.wrong)") {
      flaws.append("\(headline.what) But \(worst.symptom.metric) is \(worst.wrong).")
    }
    return flaws
  }
}
