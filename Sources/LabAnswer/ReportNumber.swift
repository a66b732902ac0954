import LabKernel
package import LabMetrics
import LabText

/// Numbers as tables and sentences show them.
///
/// What is not 0 is never shown as 0: a number that its decimals cannot show has two significant
/// digits, as far as six decimals go.
package enum ReportNumber {
  /// The most decimals that are shown, as many as in the files.
  private static let mostDecimals = 6

  /// Returns a number with as many decimals as its unit deserves: none for whole counts, one for
  /// means of counts, two for the rest.
  package static func text(_ number: Double, _ unit: MetricUnit) -> String {
    switch unit {
    case .count, .refreshes: fixed(number, decimals: number == number.rounded() ? 0 : 1)
    default: fixed(number, decimals: 2)
    }
  }

  /// Returns the same with its unit behind it, if it has one.
  package static func quantity(_ number: Double, _ unit: MetricUnit) -> String {
    [text(number, unit), unit.symbol].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns a time in nanoseconds as milliseconds with two decimals.
  package static func milliseconds(_ nanoseconds: Int64) -> String {
    fixed(Double(nanoseconds) / 1_000_000, decimals: 2)
  }

  /// Returns a time as milliseconds with two decimals.
  package static func milliseconds(_ time: Duration) -> String {
    milliseconds(time.wholeNanoseconds)
  }

  /// Returns a number with some decimals, or more if it would show as 0.
  package static func fixed(_ number: Double, decimals least: Int) -> String {
    let decimals = decimals(of: number, least)
    return text(number, decimals: decimals...decimals)
  }

  private static func text(_ number: Double, decimals: ClosedRange<Int>) -> String {
    let rounded = rounds(number, to: decimals.upperBound)
    guard rounded != 0 || number == 0 else { return number < 0 ? ">-0.000001" : "<0.000001" }
    return decimalText(rounded / power(decimals.upperBound), decimals: decimals)
  }

  /// Returns a count as it is, anything else with two decimals.
  package static func short(_ value: MetricValue) -> String {
    if case .count(let count) = value { return "\(count)" }
    return fixed(value.number, decimals: 2)
  }

  /// Returns a number with some decimals at most, or more if it would show as 0.
  package static func short(_ number: Double, decimals least: Int) -> String {
    text(number, decimals: 0...decimals(of: number, least))
  }

  /// How many decimals show a number.
  package static func decimals(of number: Double, _ least: Int) -> Int {
    guard number != 0, rounds(number, to: least) == 0 else { return least }
    return (least...mostDecimals).first { rounds(number, to: $0).magnitude >= 10 } ?? mostDecimals
  }

  /// Returns a number in units of its last decimal, rounded.
  package static func rounds(_ number: Double, to decimals: Int) -> Double {
    (number * power(decimals)).rounded()
  }

  /// Returns a power of ten.
  package static func power(_ decimals: Int) -> Double {
    (0..<decimals).reduce(1) { product, _ in product * 10 }
  }
}
