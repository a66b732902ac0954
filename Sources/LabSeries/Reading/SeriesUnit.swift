/// The unit of the numbers of a list.
package enum SeriesUnit: String, Hashable, Sendable, CaseIterable {
  /// Nanoseconds, microseconds, milliseconds and seconds.
  case ns, us, ms, s

  /// How many nanoseconds it is, as a power of ten.
  var digits: Int {
    switch self {
    case .ns: 0
    case .us: 3
    case .ms: 6
    case .s: 9
    }
  }

  /// How many milliseconds it is.
  var milliseconds: Double {
    switch self {
    case .ns: 0.000_001
    case .us: 0.001
    case .ms: 1
    case .s: 1000
    }
  }

  /// Reads the letters behind a number.
  init?(suffix: String) {
    switch suffix.lowercased() {
    case "ns": self = .ns
    case "us", "µs", "μs", "usec": self = .us
    case "ms", "msec": self = .ms
    case "s", "sec": self = .s
    default: return nil
    }
  }

  /// The unit in which a usual interval is between 2 ms and 3 s, of several the first: what was
  /// asked decides if it is known.
  static func guess(_ usual: Double, asked: Double?) -> SeriesUnit {
    if let asked {
      // The unit that brings the usual interval nearest to what was asked.
      return allCases.min { distance(usual, $0, asked) < distance(usual, $1, asked) } ?? .ms
    }
    return usual < 2 ? .s : usual <= 3000 ? .ms : usual <= 3_000_000 ? .us : .ns
  }

  private static func distance(_ usual: Double, _ unit: SeriesUnit, _ asked: Double) -> Double {
    let ratio = usual * unit.milliseconds / asked
    return ratio > 0 ? max(ratio, 1 / ratio) : .infinity
  }
}
