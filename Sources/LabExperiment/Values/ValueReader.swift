import LabDisplay
import LabKernel
import LabLoop
import LabWorkload

/// How the value of a slot is read.
struct ValueReader<Value> {
  let read: (inout TokenCursor) throws(Mistake) -> Value
}

extension TokenCursor {
  /// Reads one value.
  mutating func read<Value>(_ reader: ValueReader<Value>) throws(Mistake) -> Value {
    try reader.read(&self)
  }
}

extension ValueReader<Duration> {
  /// A duration of 0 or more.
  static var duration: Self {
    ValueReader { cursor throws(Mistake) in
      let quantity = try cursor.quantity(.time)
      guard let nanoseconds = quantity.value.whole, nanoseconds >= 0 else {
        throw Mistake(quantity.place, "a duration cannot be negative.")
      }
      return .nanoseconds(nanoseconds)
    }
  }

  /// A duration of a nanosecond or more.
  static var positiveDuration: Self {
    ValueReader { cursor throws(Mistake) in
      let place = cursor.place
      let duration = try cursor.read(.duration)
      guard duration > .zero else {
        throw Mistake(place, "this duration must be a nanosecond or longer.")
      }
      return duration
    }
  }
}

extension ValueReader<Instant> {
  /// The duration since the start.
  static var instant: Self {
    ValueReader { cursor throws(Mistake) in .at(try cursor.read(.duration)) }
  }
}

extension ValueReader<[Instant]> {
  /// One or more instants.
  static var instants: Self {
    ValueReader { cursor throws(Mistake) in try cursor.list(ValueReader<Instant>.instant.read) }
  }
}

extension ValueReader<RefreshRate> {
  /// A rate that a panel can have.
  static var rate: Self {
    ValueReader { cursor throws(Mistake) in
      try cursor.quantity().refreshRate()
    }
  }
}

extension Quantity {
  /// Returns this frequency as a rate that a panel can have.
  func refreshRate() throws(Mistake) -> RefreshRate {
    let value = try checked(.frequency).value
    // Numbers of this size are what a rate can hold, and their products cannot overflow.
    let terms: ClosedRange<Int128> = 1...1_000_000_000
    guard terms.contains(value.numerator), terms.contains(value.denominator),
      (1...10_000).contains(value.numerator / value.denominator)
    else {
      throw Mistake(place, "a display refreshes at 1 Hz to 10 kHz, in a fraction of 9 digits.")
    }
    return RefreshRate(Int64(value.numerator), per: Int64(value.denominator))
  }
}

extension ValueReader<Int64> {
  /// How much faster something is than it says, in parts per billion: at most 100000 ppm.
  static var drift: Self {
    ValueReader { cursor throws(Mistake) in
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

extension ValueReader<Double> {
  /// How many per second, at most a million.
  static var perSecond: Self {
    ValueReader { cursor throws(Mistake) in
      let quantity = try cursor.quantity(.frequency)
      let value = quantity.value
      guard value.numerator > 0, value.approximate <= 1_000_000 else {
        throw Mistake(quantity.place, "a load arrives at most 1000000 times per s, and not 0.")
      }
      return value.approximate
    }
  }
}

extension ValueReader<Double> {
  /// A positive number of moderate size.
  static var factor: Self {
    ValueReader { cursor throws(Mistake) in
      let quantity = try cursor.quantity(.number)
      let value = quantity.value.approximate
      guard (0.01...100).contains(value) else {
        throw Mistake(quantity.place, "a number from 0.01 to 100 is due here.")
      }
      return value
    }
  }
}

extension ValueReader<Fraction> {
  /// A duration that is not cut to whole nanoseconds, in nanoseconds.
  static var exactNanoseconds: Self {
    ValueReader { cursor throws(Mistake) in try cursor.exactNanoseconds() }
  }

  /// A number from 0 to 1, or a percentage.
  static var fraction: Self {
    ValueReader { cursor throws(Mistake) in
      var quantity = try cursor.quantity()
      if quantity.dimension == .percent {
        quantity.value = quantity.value.divided(by: Fraction(100)) ?? quantity.value
        quantity.dimension = .number
      }
      let value = try quantity.checked(.number).value
      guard value.numerator >= 0, value.numerator <= value.denominator,
        value.denominator <= 1_000_000_000_000_000_000
      else { throw Mistake(quantity.place, "a fraction lies between 0 and 1, with 18 digits.") }
      return value
    }
  }
}

extension ValueReader<Int> {
  /// A number of refreshes.
  static var refreshes: Self { .count(in: 1...1_000_000) }

  /// How many refreshes lie between latch and light.
  static var depth: Self { .count(in: 0...2) }

  /// A whole number in a range.
  static func count(in range: ClosedRange<Int>) -> Self {
    ValueReader { cursor throws(Mistake) in
      let quantity = try cursor.quantity(.number)
      let value = quantity.value
      guard value.denominator == 1, let whole = value.whole, range.contains(Int(whole)) else {
        throw Mistake(
          quantity.place,
          "a whole number from \(range.lowerBound) to \(range.upperBound) is due here.")
      }
      return Int(whole)
    }
  }
}
