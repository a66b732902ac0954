import LabExperiment
import LabKernel
import LabMetrics
import LabResults
import LabStudy
import LabText

/// The lateness of every callback as percentiles, a file for each driver of the runs that are
/// shown.
///
/// The values are exact, in milliseconds: those of Hyndman and Fan's definition 1, not the bounds
/// of buckets, of which there are none.
///
/// - Source: HdrHistogram, `outputPercentileDistribution`, with five steps for each half distance.
enum LatenessReport {
  /// The files of a result, by their names.
  static func files(
    of result: ExperimentResult, run: Int?
  ) throws -> [(name: String, bytes: [UInt8])] {
    try result.plan.shownRuns(run).flatMap { run in
      let measurement = RunMeasurement(try Runner(jobs: 1).trace(of: run))
      return measurement.drivers.map(\.name).compactMap {
        driver -> (name: String, bytes: [UInt8])? in
        let values = measurement.firingRows(of: driver).filter(\.isMeasured)
          .map(\.lateness.wholeNanoseconds).sorted()
        guard !values.isEmpty else { return nil }
        let name = "\(result.name).run\(run.index).\(run.arm).\(driver).lateness.hgrm"
        return (name, Array(Self.text(of: values).utf8))
      }
    }
  }

  /// The percentiles of some ascending values in nanoseconds.
  static func text(of values: [Int64]) -> String {
    var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
    for (numerator, denominator) in steps(count: values.count) {
      // Type 1: the value at position ⌈p n⌉, from 1.
      let position = max(1, (numerator * values.count + denominator - 1) / denominator)
      let below = values.partitionIndex { $0 > values[position - 1] }
      text += padded(thousandths(values[position - 1]), 12)
      text += " " + fraction(numerator, denominator, digits: 12)
      text += " " + padded("\(below)", 10)
      if numerator < denominator {
        text += " " + padded(fraction(denominator, denominator - numerator, digits: 2), 14)
      }
      text += "\n"
    }
    let sample = SampleStatistics(values.map { Double($0) / 1_000_000 })
    let count = Double(values.count)
    // HdrHistogram divides by n, not by n − 1.
    let deviation = (sample.deviation ?? 0) * ((count - 1) / count).squareRoot()
    text += "#[Mean    = \(padded(rounded(sample.mean ?? 0), 12)),"
    text += " StdDeviation   = \(padded(rounded(deviation), 12))]\n"
    text += "#[Max     = \(padded(thousandths(values[values.count - 1]), 12)),"
    text += " Total count    = \(padded("\(values.count)", 12))]\n"
    return text + "#[Buckets = \(padded("0", 12)), SubBuckets     = \(padded("0", 12))]\n"
  }

  /// The percentiles as fractions: five steps from each half of the way to 1 to the next, as far as
  /// they tell values apart, and 1.
  private static func steps(count: Int) -> [(numerator: Int, denominator: Int)] {
    var steps: [(Int, Int)] = []
    var half = 1
    while half <= count, half < 1 << 40 {
      for step in 0..<5 {
        let denominator = 10 * half
        steps.append((denominator - 10 + step, denominator))
      }
      half *= 2
    }
    return steps + [(1, 1)]
  }

  /// Nanoseconds as milliseconds with three decimals, halves up.
  private static func thousandths(_ nanoseconds: Int64) -> String {
    let thousandths = (nanoseconds + 500) / 1000
    return fraction(Int(thousandths), 1000, digits: 3)
  }

  private static func rounded(_ number: Double) -> String {
    fraction(Int((number * 1000).rounded()), 1000, digits: 3)
  }

  /// A quotient in decimal digits, halves up.
  private static func fraction(_ numerator: Int, _ denominator: Int, digits: Int) -> String {
    let number = (0..<digits).reduce(Int128(numerator)) { number, _ in number * 10 }
    let divisor = Int128(denominator)
    return decimalText(
      (2 * number + divisor) / (2 * divisor), places: digits, atLeast: digits)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
