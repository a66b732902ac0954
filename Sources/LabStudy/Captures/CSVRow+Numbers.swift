import LabLanguage
import LabResults
import LabText

extension CSVRow {
  /// Returns a field of a file of another tool.
  ///
  /// - Throws: That the row ends before it.
  func field(_ column: Int) throws(InputError) -> String {
    guard column < fields.count else {
      throw mistake(
        at: column,
        "the row ends after \(fields.count) fields. Delete it if the capture was cut off here.")
    }
    return fields[column]
  }

  /// Reads a time.
  ///
  /// - Parameters:
  ///   - column: The column; `nil` if the file has none.
  ///   - digits: How many decimal digits there are from the column's unit to the nanosecond.
  ///   - canBeNegative: Whether a time below 0 makes sense.
  /// - Returns: The nanoseconds; `nil` without the column, or where the field is `NA` or empty.
  /// - Throws: That the row ends before the field, or that it holds no such number.
  func time(
    _ column: Int?, digits: Int = 6, canBeNegative: Bool = false
  ) throws(InputError) -> Int64? {
    guard let column else { return nil }
    let text = try field(column).trimmed
    if ["", "na", "nan"].contains(text.lowercased()) { return nil }
    guard let time = decimal(text, digits: digits), time.magnitude <= Limits.nanoseconds else {
      throw mistake(
        at: column, "'\(text)' is not a number of at most 1000 days, with a decimal point.")
    }
    guard time >= 0 || canBeNegative else {
      throw mistake(at: column, "'\(text)' is negative. Nothing happens before the capture.")
    }
    return time
  }

  /// Reads a date with a time of day, such as `2026-11-22 9:05:07.123456789`.
  ///
  /// - Returns: The nanoseconds since the beginning of 2020, without a time zone; `nil` where the
  ///   field is `NA` or empty.
  /// - Throws: That the row ends before the field, or that it holds no such date.
  func date(_ column: Int) throws(InputError) -> Int64? {
    let text = try field(column).trimmed
    if ["", "na", "nan"].contains(text.lowercased()) { return nil }
    let parts = text.split { "-T :".contains($0) }
    let numbers = parts.prefix(5).compactMap { Int64($0) }
    guard parts.count == 6, numbers.count == 5, 2020..<2100 ~= numbers[0], 1...12 ~= numbers[1],
      1...31 ~= numbers[2], 0..<24 ~= numbers[3], 0..<60 ~= numbers[4],
      let seconds = decimal(parts[5], digits: 9), 0..<61_000_000_000 ~= seconds
    else {
      throw mistake(
        at: column, "'\(text)' is not a date such as '2026-11-22 9:05:07.123456789'.")
    }
    let days = Self.days(year: numbers[0], month: numbers[1], day: numbers[2])
    return ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60_000_000_000 + seconds
  }

  /// The days from the beginning of 2020 to a date of the Gregorian calendar.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    // Counted from March on, so that a leap day is the last of its year; 2020 began 306 days after
    // the first of March 2019.
    let years = month > 2 ? year - 2019 : year - 2020
    let months = (month + 9) % 12
    let leaps = (years + 2019) / 4 - (years + 2019) / 100 + (years + 2019) / 400 - 489
    return years * 365 + leaps + (153 * months + 2) / 5 + day - 1 - 306
  }

  /// Returns whether a field is set; `false` without the column.
  func flag(_ column: Int?) throws(InputError) -> Bool {
    guard let column else { return false }
    switch try field(column).trimmed {
    case "0": return false
    case "1": return true
    case let text: throw mistake(at: column, "'\(text)' is neither 0 nor 1.")
    }
  }
}

extension String {
  /// This text without the spaces around it.
  fileprivate var trimmed: Substring {
    let begun = drop { $0 == " " }
    return begun[..<(begun.lastIndex { $0 != " " }.map(begun.index(after:)) ?? begun.startIndex)]
  }
}

/// Returns a decimal number times a power of ten, rounded half away from 0; `nil` for anything
/// else.
///
/// In whole numbers, so that a time printed to the nanosecond is read to the nanosecond.
private func decimal(_ text: Substring, digits: Int) -> Int64? {
  let isNegative = text.hasPrefix("-")
  let parts = text.drop { $0 == "-" }.split(
    separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  let fraction = parts.count > 1 ? parts[1] : ""
  guard text.prefix(2) != "--", !(parts[0] + fraction).isEmpty,
    (parts[0] + fraction).utf8.allSatisfy({ (48...57).contains($0) })
  else { return nil }
  let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
  guard let whole = Int64(parts[0] + fraction.prefix(digits) + zeros) else { return nil }
  let roundsUp = fraction.dropFirst(digits).first.map { $0 >= "5" } ?? false
  let (magnitude, overflow) = whole.addingReportingOverflow(roundsUp ? 1 : 0)
  guard !overflow else { return nil }
  return isNegative ? -magnitude : magnitude
}
