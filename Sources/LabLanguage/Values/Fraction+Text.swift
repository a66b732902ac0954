import LabKernel

extension Fraction {
  /// Reads digits with at most one point between them; `nil` beyond 18 digits.
  package init?(digits: String) {
    let parts = digits.split(separator: ".")
    let decimals = parts.count > 1 ? parts[1].count : 0
    guard digits.utf8.count <= 19, let numerator = Int128(parts.joined()) else { return nil }
    self.init(numerator, (0..<decimals).reduce(1) { power, _ in power * 10 })
  }

  /// Returns the nearest number with nine decimals; `nil` if it is too large.
  package init?(rounding value: Double) {
    guard value.magnitude < 1e18 else { return nil }
    self.init(Int128((value * 1e9).rounded()), 1_000_000_000)
  }

  /// The nearest floating-point number, or one next to it.
  package var approximate: Double { nearestDouble(to: numerator) / nearestDouble(to: denominator) }

  /// The number as a script writes it: `12.5`, or `1/3` where digits would not end.
  ///
  /// `nil` beyond the digits that a script may write.
  package var text: String? {
    var (rest, decimals) = (denominator, 0)
    while decimals < 18, rest != 1 {
      let power: Int128 = rest % 10 == 0 ? 10 : rest % 5 == 0 ? 5 : 2
      guard rest % power == 0 else { break }
      rest /= power
      decimals += 1
    }
    let sign = numerator < 0 ? "-" : ""
    guard rest == 1 else {
      let parts = [String(numerator.magnitude), String(denominator)]
      return parts.allSatisfy { $0.count <= 18 } ? sign + parts.joined(separator: "/") : nil
    }
    let scale = (0..<decimals).reduce(Int128(1)) { power, _ in power * 10 }
    let (scaled, isTooLarge) = numerator.magnitude.multipliedReportingOverflow(
      by: UInt128(scale / denominator))
    guard !isTooLarge else { return nil }
    let (whole, part) = scaled.quotientAndRemainder(dividingBy: UInt128(scale))
    let digits = String(part)
    let padding = String(repeating: "0", count: max(0, decimals - digits.count))
    let text = decimals == 0 ? "\(whole)" : "\(whole).\(padding)\(digits)"
    return text.count <= 19 ? sign + text : nil
  }
}
