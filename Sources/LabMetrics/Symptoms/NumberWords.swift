import LabKernel
import LabText

/// A number with one decimal at most; one that would be 0 has more.
package func shortWords(_ number: Double, scale: Double = 10) -> String {
  let scale = [scale, 1e3, 1e6].first { (number * $0).rounded() != 0 } ?? scale
  return MetricValue.number((number * scale).rounded() / scale).description
}

/// A time with one decimal at most, a very short one with three: in milliseconds below 10 s, in
/// hours from 2 on.
package func timeWords(_ time: Duration?) -> String {
  guard let time else { return "an unknown time" }
  let nanoseconds = Double(time.wholeNanoseconds)
  let (unit, name) =
    switch abs(nanoseconds) {
    case ..<1e10: (1e6, "ms")
    case ..<1.2e11: (1e9, "s")
    case ..<7.2e12: (6e10, "min")
    default: (3.6e12, "h")
    }
  return shortWords(nanoseconds / unit, scale: abs(nanoseconds) < 100_000 ? 1e3 : 10) + " \(name)"
}
