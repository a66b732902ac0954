import LabText

/// Returns nanoseconds as milliseconds as a person says them: `1,217 ms`, `34 ms`, `2.5 ms`.
package func spoken(_ nanoseconds: Int64) -> String {
  let tenths = (nanoseconds + (nanoseconds < 0 ? -50_000 : 50_000)) / 100_000
  if tenths.magnitude < 100 { return decimalText(tenths, places: 1, atLeast: 1) + " ms" }
  return grouped((tenths + (tenths < 0 ? -5 : 5)) / 10) + " ms"
}

/// Returns an instant in seconds, with so many decimals.
package func seconds(_ nanoseconds: Int64, decimals: Int = 3) -> String {
  let unit: Int64 = (0..<9 - decimals).reduce(1) { unit, _ in unit * 10 }
  return decimalText((nanoseconds + unit / 2) / unit, places: decimals, atLeast: decimals) + " s"
}
