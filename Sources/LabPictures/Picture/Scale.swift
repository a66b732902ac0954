import LabKernel
import LabMetrics
import LabText

/// The way from a number to a place on the sheet.
struct Scale {
  let numbers: ClosedRange<Double>
  /// Where the least and the greatest number are.
  let from: Int
  let to: Int
  let isLogarithmic: Bool

  /// Makes a scale that has room for all numbers; one for a single number has it in the middle.
  init(_ numbers: ClosedRange<Double>, from: Int, to: Int, logarithmic: Bool = false) {
    let (low, high) = (numbers.lowerBound, numbers.upperBound)
    isLogarithmic = logarithmic && low > 0
    self.numbers = low < high ? low...high : isLogarithmic ? low / 2...low * 2 : low - 1...high + 1
    (self.from, self.to) = (from, to)
  }

  /// Returns the place of a number, rounded to whole hundredths.
  func place(_ number: Double) -> Int {
    let share: Double
    if isLogarithmic {
      let low = naturalLogarithm(numbers.lowerBound)
      share =
        (naturalLogarithm(number) - low) / (naturalLogarithm(numbers.upperBound) - low)
    } else {
      share = (number - numbers.lowerBound) / (numbers.upperBound - numbers.lowerBound)
    }
    return from + Int((Double(to - from) * min(4, max(-3, share))).rounded())
  }

  /// Round numbers on the scale, at most so many: 1, 2 or 5 times a power of ten apart.
  ///
  /// - Parameters:
  ///   - most: How many at most.
  ///   - whole: Whether only whole numbers make sense.
  /// - Returns: The numbers in ascending order.
  func ticks(_ most: Int, whole: Bool = false) -> [Double] {
    if isLogarithmic { return decades(most) }
    let least = (numbers.upperBound - numbers.lowerBound) / Double(max(1, most))
    let step = Self.step(whole ? max(1, least) : least)
    let first = (numbers.lowerBound / step).rounded(.up)
    let last = (numbers.upperBound / step).rounded(.down)
    guard last >= first, last - first <= Double(most) else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  private func decades(_ most: Int) -> [Double] {
    for digits in [[1.0, 2, 5], [1.0, 3], [1.0]] {
      var ticks: [Double] = []
      var power = Self.power(below: numbers.lowerBound)
      while power <= numbers.upperBound, ticks.count <= 1_000 {
        ticks += digits.map { $0 * power }.filter(numbers.contains)
        power *= 10
      }
      if ticks.count <= most { return ticks }
    }
    return [numbers.lowerBound, numbers.upperBound]
  }

  /// Returns the least of 1, 2, 5, 10 … that is not below a number.
  static func step(_ least: Double) -> Double {
    guard least > 0, least.isFinite else { return 1 }
    let power = power(below: least)
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? 10 * power
  }

  /// Returns the greatest power of ten that is not above a number.
  private static func power(below number: Double) -> Double {
    var power = 1.0
    while power > number { power /= 10 }
    while power * 10 <= number { power *= 10 }
    return power
  }
}

extension ClosedRange<Double> {
  /// The range of some numbers; `nil` without any.
  init?(of numbers: some Sequence<Double>) {
    var range: ClosedRange<Double>?
    for number in numbers {
      range =
        range.map { Swift.min($0.lowerBound, number)...Swift.max($0.upperBound, number) }
        ?? number...number
    }
    guard let range else { return nil }
    self = range
  }
}

/// Returns a number as text with at most so many decimals, up to six.
func short(_ number: Double, decimals: Int = 2) -> String {
  decimalText(number, decimals: 0...decimals)
}

/// Returns nanoseconds as milliseconds with at most so many decimals.
func milliseconds(_ nanoseconds: Int64, decimals: Int = 2) -> String {
  short(Double(nanoseconds) / 1_000_000, decimals: decimals)
}
