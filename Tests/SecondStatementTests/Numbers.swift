import Foundation

/// The text of a number of nanoseconds, in milliseconds.
func milliseconds(_ nanoseconds: Int) -> String {
  let digits = String(nanoseconds.magnitude)
  let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
  var text = padded.dropLast(6) + "." + padded.suffix(6)
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return (nanoseconds < 0 ? "-" : "") + text
}

/// The text of a number with six decimals at most.
func decimal(_ number: Double) -> String {
  var text = String(format: "%.6f", number)
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text == "-0" ? "0" : text
}

/// Hyndman and Fan, definition 1: sorted[⌈n q⌉ − 1], with q in thousandths.
func percentile(_ values: [Int], _ thousandths: Int) -> Int {
  values.sorted()[(values.count * thousandths + 999) / 1000 - 1]
}

/// The mean, rounded half to even.
func mean(_ values: [Int]) -> Int { mean(of: values.reduce(0, +), values.count) }

func mean(of sum: Int, _ count: Int) -> Int {
  var floor = sum / count
  if floor * count > sum { floor -= 1 }
  let rest = 2 * (sum - floor * count)
  return rest > count || (rest == count && floor % 2 != 0) ? floor + 1 : floor
}

/// A root of a quotient, rounded half up to whole nanoseconds.
func root(_ dividend: Int128, _ divisor: Int128) -> Int {
  var root = Int128((Double(dividend) / Double(divisor)).squareRoot())
  while root > 0, (2 * root - 1) * (2 * root - 1) * divisor > 4 * dividend { root -= 1 }
  while (2 * root + 1) * (2 * root + 1) * divisor <= 4 * dividend { root += 1 }
  return Int(root)
}

/// √(Σ (v − mean)² / (n − 1)), without a rounding before the root.
func deviation(_ values: [Int]) -> Int? {
  guard values.count >= 2 else { return nil }
  let n = Int128(values.count)
  let sum = values.reduce(Int128(0)) { $0 + Int128($1) }
  let squares = values.reduce(Int128(0)) { $0 + Int128($1) * Int128($1) }
  return root(n * squares - sum * sum, n * (n - 1))
}

/// √(Σ v² / n).
func meanSquare(_ values: [Int]) -> Int? {
  guard !values.isEmpty else { return nil }
  return root(
    values.reduce(Int128(0)) { $0 + Int128($1) * Int128($1) }, Int128(values.count))
}

func range(_ values: [Int]) -> Int? {
  guard let least = values.min(), let most = values.max() else { return nil }
  return most - least
}
