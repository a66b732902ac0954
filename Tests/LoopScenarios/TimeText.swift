import LabKernel

/// Returns a time in milliseconds, with a `+` for each of up to three nanoseconds after a whole
/// number of microseconds.
///
///     20 ms → 20      20 ms + 1 ns → 20+      16 666 666 ns → 16.666666
package func timeText(_ nanoseconds: Int64) -> String {
  let rest = nanoseconds % 1_000
  guard (1...3).contains(rest) else { return Duration.nanoseconds(nanoseconds).millisecondText }
  return timeText(nanoseconds - rest) + String(repeating: "+", count: Int(rest))
}

/// Returns the nanoseconds that ``timeText(_:)`` wrote, or `nil` if the text is no such time.
package func nanoseconds(_ text: some StringProtocol) -> Int64? {
  let digits = text.prefix { $0 != "+" }
  let extra = text.dropFirst(digits.count)
  guard extra.allSatisfy({ $0 == "+" }), extra.count <= 3 else { return nil }
  let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
  guard let whole = Int64(parts[0]), abs(whole) < 1 << 40, parts.count <= 2 else { return nil }
  var fraction: Int64 = 0
  if parts.count == 2 {
    let decimals = parts[1].count
    guard (1...6).contains(decimals), let value = Int64(parts[1]), value >= 0 else { return nil }
    fraction = (decimals..<6).reduce(value) { value, _ in value * 10 }
  }
  let sign: Int64 = digits.hasPrefix("-") ? -1 : 1
  return whole * 1_000_000 + sign * fraction + Int64(extra.count)
}
