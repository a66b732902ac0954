import LabText

/// The numbers of a list as intervals; differences are taken of whole numbers, so that instants of
/// nineteen digits lose nothing.
struct ExactSeries {
  let kind: SeriesReading.Kind
  /// The intervals in the unit of the list.
  let intervals: [Double]
  /// The last digit that is told, in the unit of the list.
  let step: Double

  init(_ text: SeriesText, _ title: String) throws(InputError) {
    let places = text.values.reduce(0) { max($0, $1.number.places) }
    var wholes: [Int64] = []
    wholes.reserveCapacity(text.values.count)
    for value in text.values {
      wholes.append(try Self.whole(value, to: places, title))
    }
    let scale = SeriesNumber.power(places)
    step = 1 / scale
    if text.isClock { wholes = Self.unwrapped(wholes, day: 86_400 * Int64(scale)) }
    guard text.isClock || Self.rises(wholes) else {
      (kind, intervals) = (.intervals, wholes.map { Double($0) / scale })
      for (value, whole) in zip(text.values, wholes) where whole < 0 {
        throw InputError(
          path: title, line: value.line,
          "\(decimalText(value.number.value)) is negative, and an interval is not. Delete the line,"
            + " or paste the instants themselves.")
      }
      return
    }
    kind = text.isClock ? .clock : .timestamps
    var intervals: [Double] = []
    for (place, next) in wholes.enumerated().dropFirst() {
      let difference = next - wholes[place - 1]
      guard difference >= 0 else {
        throw InputError(
          path: title, line: text.values[place].line,
          "this instant lies before the one above it. Sort the lines, or paste one run at a time.")
      }
      intervals.append(Double(difference) / scale)
    }
    self.intervals = intervals
  }

  private static func whole(
    _ value: SeriesText.Value, to places: Int, _ title: String
  ) throws(InputError) -> Int64 {
    var whole = value.number.digits
    for _ in value.number.places..<places {
      let (product, isTooLarge) = whole.multipliedReportingOverflow(by: 10)
      guard !isTooLarge, product.magnitude < 4_000_000_000_000_000_000 else {
        throw InputError(
          path: title, line: value.line,
          "this number has too many digits beside the others. Write fewer behind the point.")
      }
      whole = product
    }
    return whole
  }

  /// Times of day go on after midnight.
  private static func unwrapped(_ wholes: [Int64], day: Int64) -> [Int64] {
    var (shift, last) = (Int64(0), wholes[0])
    return wholes.map { whole in
      if whole + shift < last - day / 2, shift < day * 1000 { shift += day }
      last = whole + shift
      return last
    }
  }

  /// Whether numbers are instants: nine of ten are larger than the one before, and if they are few,
  /// by about the same and by much more than their last digit.
  private static func rises(_ wholes: [Int64]) -> Bool {
    let steps = zip(wholes, wholes.dropFirst()).map { $1 - $0 }
    let falling = steps.count { $0 < 0 }
    guard falling * 10 < steps.count, wholes.contains(where: { $0 != wholes[0] }) else {
      return false
    }
    // A list of intervals of one length in whole milliseconds never falls either.
    let rising = steps.count { $0 > 0 }
    guard rising * 10 > steps.count * 6 else { return false }
    if steps.count >= 12 { return true }
    guard falling == 0 else { return false }
    let middle = median(steps.map(Double.init))
    let far = median(steps.map { (Double($0) - middle).magnitude })
    return middle >= 5 && far < 0.5 * middle
  }
}
