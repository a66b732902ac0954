/// A number as it stands in a list: digits and the place of the point, exact.
struct SeriesNumber: Hashable {
  /// The digits as a whole number.
  var digits: Int64
  /// How many of them stand behind the point.
  var places: Int
  /// The unit that stands behind it.
  var unit: SeriesUnit?

  var value: Double { Double(digits) / Self.power(places) }

  /// Reads a number such as -16.7, 1.67e1 or 16.7ms; `nil` for anything else.
  ///
  /// Digits that do not fit are left out behind the point; before it they are too large a number.
  init?(_ text: some StringProtocol) { self.init(bytes: Array(text.utf8)[...]) }

  /// Reads the bytes of a number.
  init?(bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    var (digits, places, count, hasPoint) = (Int64(0), 0, 0, false)
    while let byte = bytes.first {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if 48...57 ~= byte {
        count += 1
        if !hasPoint || (places < 9 && digits < 100_000_000_000_000_000) {
          guard digits < 900_000_000_000_000_000 else { return nil }
          digits = digits * 10 + Int64(byte - 48)
          if hasPoint { places += 1 }
        }
      } else {
        break
      }
      bytes.removeFirst()
    }
    guard count > 0 else { return nil }
    if let power = Self.exponent(&bytes) { places -= power }
    unit = nil
    if !bytes.isEmpty {
      guard let known = SeriesUnit(suffix: String(decoding: bytes, as: UTF8.self)) else {
        return nil
      }
      unit = known
    }
    self.digits = isNegative ? -digits : digits
    self.places = places
    guard normalize() else { return nil }
  }

  /// Creates a number of so many units of 10⁻ᵖ.
  init(digits: Int64, places: Int, unit: SeriesUnit?) {
    (self.digits, self.places, self.unit) = (digits, places, unit)
  }

  /// Leaves 0 to 9 digits behind the point.
  private mutating func normalize() -> Bool {
    guard -18...40 ~= places else { return digits == 0 }
    while places < 0 {
      let (product, isTooLarge) = digits.multipliedReportingOverflow(by: 10)
      guard !isTooLarge, product.magnitude < 900_000_000_000_000_000 else { return false }
      (digits, places) = (product, places + 1)
    }
    while places > 9 { (digits, places) = (digits / 10, places - 1) }
    return true
  }

  /// Reads e and a whole number of up to two digits.
  private static func exponent(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard let mark = bytes.first, mark | 0x20 == UInt8(ascii: "e") else { return nil }
    var rest = bytes.dropFirst()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let digits = rest.prefix { 48...57 ~= $0 }
    guard 1...2 ~= digits.count else { return nil }
    let power = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    bytes = rest.dropFirst(digits.count)
    return isNegative ? -power : power
  }

  static func power(_ places: Int) -> Double {
    (0..<places).reduce(1.0) { power, _ in power * 10 }
  }
}

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
