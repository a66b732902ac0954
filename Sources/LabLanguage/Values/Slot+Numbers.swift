import LabDisplay
package import LabKernel
import LabLoop
import LabText
import LabWorkload

extension Slot<Duration> {
  package static var duration: Slot<Duration> {
    Slot("DURATION", "16 ms", "a number with ns, us, ms, s, min, h or d; 1/60 s is cut to whole ns")
    { cursor throws(Mistake) in
      let quantity = try cursor.quantity(.time)
      guard let nanoseconds = quantity.value.whole, nanoseconds >= 0 else {
        let text = quantity.text
        throw Mistake(
          quantity.place,
          "a duration cannot be negative."
            + (text.hasPrefix("-") ? " Write '\(text.dropFirst())'." : ""))
      }
      return .nanoseconds(nanoseconds)
    }
  }

  /// A duration of a nanosecond or more.
  package static var positiveDuration: Slot<Duration> {
    Slot(like: .duration) { cursor throws(Mistake) in
      let place = cursor.place
      let duration = try cursor.read(.duration)
      guard duration > .zero else {
        throw Mistake(
          place, "this duration must be a nanosecond or longer. Write for example '1 ms'.")
      }
      return duration
    }
  }
}

extension Slot<Instant> {
  package static var instant: Slot<Instant> {
    Slot("INSTANT", "300 ms", "the duration since the start of the run") { cursor throws(Mistake) in
      .at(try cursor.read(.duration))
    }
  }
}

extension Slot<[Instant]> {
  package static var instants: Slot<[Instant]> {
    Slot("INSTANTS", "300 ms, 1 s", "one or more instants") { cursor throws(Mistake) in
      try cursor.list(Slot<Instant>.instant.read)
    }
  }
}

extension Slot<RefreshRate> {
  package static var rate: Slot<RefreshRate> {
    Slot(
      "RATE", "60 Hz",
      "59.94 Hz (means 5994/100), 60000/1001 Hz, \(Spelling.list(NamedRate.all.map { $0.name }))"
    ) { cursor throws(Mistake) in
      try cursor.quantity(.frequency).refreshRate()
    }
  }
}

extension Quantity {
  /// Returns this frequency as a rate that a panel can have.
  package func refreshRate() throws(Mistake) -> RefreshRate {
    let value = try checked(.frequency).value
    // Numbers of this size are what a rate can hold, and their products cannot overflow.
    let terms: ClosedRange<Int128> = 1...1_000_000_000
    guard terms.contains(value.numerator), terms.contains(value.denominator),
      (1...10_000).contains(value.numerator / value.denominator)
    else {
      throw Mistake(
        place,
        "a display refreshes at 1 Hz to 10 kHz, in a fraction of 9 digits. Write for example"
          + " '60 Hz'.")
    }
    return RefreshRate(Int64(value.numerator), per: Int64(value.denominator))
  }
}

extension Slot<Int64> {
  package static var drift: Slot<Int64> {
    Slot("DRIFT", "10 ppm", "parts per million; -10 ppm is too slow") { cursor throws(Mistake) in
      let quantity = try cursor.quantity(.partsPerMillion)
      guard let count = quantity.value.multiplied(by: Fraction(1000)),
        count.denominator == 1, count.numerator.magnitude <= 100_000_000
      else {
        throw Mistake(
          quantity.place, "a drift has at most 3 decimals and lies within ±100000 ppm.")
      }
      return Int64(count.numerator)
    }
  }
}

extension Slot<Double> {
  package static var perSecond: Slot<Double> {
    Slot("FREQUENCY", "40 per s", "a number per s, per min, …, or in Hz") {
      cursor throws(Mistake) in
      let quantity = try cursor.quantity(.frequency)
      let value = quantity.value
      guard value.numerator > 0, value.approximate <= 1_000_000 else {
        throw Mistake(quantity.place, "a load arrives at most 1000000 times per s, and not 0.")
      }
      return value.approximate
    }
  }

  package static var factor: Slot<Double> {
    number("FACTOR", "1.3", "a number from 0.01 to 100", in: 0.01...100)
  }

  /// A number in a range.
  static func number(
    _ name: String, _ example: String, _ meaning: String, in range: ClosedRange<Double>
  ) -> Self {
    Slot(name, example, meaning) { cursor throws(Mistake) in try cursor.number(in: range) }
  }
}

extension Slot<Fraction> {
  /// A duration that is not cut to whole nanoseconds, in nanoseconds.
  package static var exactNanoseconds: Slot<Fraction> {
    Slot(like: Slot<Duration>.duration) { cursor throws(Mistake) in try cursor.exactNanoseconds() }
  }

  package static var fraction: Slot<Fraction> {
    Slot("FRACTION", "0.5", "a number from 0 to 1, as 0.5, 1/2 or 50 %") { cursor throws(Mistake) in
      var quantity = try cursor.quantity()
      if quantity.dimension == .percent {
        quantity.value = quantity.value.divided(by: Fraction(100)) ?? quantity.value
        quantity.dimension = .number
      }
      if quantity.dimension == .time {
        throw Mistake(
          quantity.place,
          "a fraction of a refresh is needed here, not a duration. Write for example '0.5'.")
      }
      let value = try quantity.checked(.number).value
      guard value.numerator >= 0, value.numerator <= value.denominator,
        value.denominator <= 1_000_000_000_000_000_000
      else {
        throw Mistake(
          quantity.place,
          "a fraction lies between 0 and 1, with at most 18 digits. Write for example '0.5'.")
      }
      return value
    }
  }
}

extension Slot<Int> {
  /// A version of the language.
  package static var version: Slot<Int> { count("VERSION", "2", "1, or 2") }

  /// The most events of a run.
  package static var events: Slot<Int> {
    // An `Int` may have 32 bits.
    let most = Int(clamping: 1_000_000_000_000_000 as Int64)
    return count("EVENTS", "50000000", "a whole number", in: 1...most)
  }

  /// How often a run is repeated.
  package static var replications: Slot<Int> { count(in: 1...Limits.runs) }

  /// A number of refreshes, of views or of anything else that costs something.
  package static var count: Slot<Int> { count(in: 1...1_000_000) }

  /// The refreshes between commit and display.
  package static var depth: Slot<Int> {
    count("DEPTH", "1", "refreshes between commit and display: 0 to 2 (default: 1)", in: 0...2)
  }

  /// A whole number in a range.
  private static func count(
    _ name: String = "COUNT", _ example: String = "3", _ meaning: String = "a whole number",
    in range: ClosedRange<Int> = 1...1_000_000
  ) -> Self {
    Slot(name, example, meaning) { cursor throws(Mistake) in try cursor.count(in: range) }
  }
}

extension Slot<UInt64> {
  /// The number from which draws derive, which has up to twenty digits for a later replication.
  package static var seed: Slot<UInt64> {
    Slot("COUNT", "3", "a whole number") { cursor throws(Mistake) in
      if let seed = cursor.next.flatMap({ UInt64($0.text) }), seed > Int64.max {
        _ = try cursor.take("a seed")
        return seed
      }
      return UInt64(try cursor.quantity(.number).count(in: 0...Int64.max))
    }
  }
}

extension TokenCursor {
  /// Reads a whole number in a range.
  package mutating func count(in range: ClosedRange<Int>) throws(Mistake) -> Int {
    Int(try quantity(.number).count(in: Int64(range.lowerBound)...Int64(range.upperBound)))
  }
}

extension Quantity {
  /// Returns this whole number, which lies in a range.
  func count(in range: ClosedRange<Int64>) throws(Mistake) -> Int64 {
    let value = try checked(.number).value
    guard value.denominator == 1, let whole = value.whole, range.contains(whole) else {
      throw Mistake(
        place,
        "a whole number from \(range.lowerBound) to \(range.upperBound) is needed here. Write for"
          + " example '\(Self.near(value.approximate, in: range))'."
      )
    }
    return whole
  }

  /// The whole number of a range that is nearest to another number.
  private static func near(_ value: Double, in range: ClosedRange<Int64>) -> Int64 {
    guard value > Double(range.lowerBound) else { return range.lowerBound }
    guard value < Double(range.upperBound) else { return range.upperBound }
    return min(range.upperBound, max(range.lowerBound, Int64(value)))
  }
}

/// A refresh rate known by name.
package struct NamedRate: Sendable {
  package let name: String
  /// In hertz.
  package let rate: Fraction

  /// Rates measured on real panels, and the rate of American television.
  package static let all: [NamedRate] = [
    NamedRate("desktop", 599_503, 10000),
    NamedRate("phone", 59992, 1000),
    NamedRate("ntsc", 60000, 1001),
  ]

  /// Returns the rate of a name, or `nil` if there is no such rate.
  package static func named(_ name: String) -> NamedRate? { all.first { $0.name == name } }

  private init(_ name: String, _ numerator: Int128, _ denominator: Int128) {
    self.name = name
    rate = Fraction(numerator, denominator) ?? .zero
  }
}

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
