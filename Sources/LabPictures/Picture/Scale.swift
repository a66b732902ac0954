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

/// The way from an instant to a place on the sheet, in whole numbers.
///
///     x(t) = left + ⌊(t − begin) × width / (end − begin)⌋
struct TimeAxis: Hashable {
  let stretch: Range<Instant>
  let left: Int
  let width: Int

  /// The columns of the sheet that belong to the stretch.
  var columns: Range<Int> { left..<left + width }

  /// Returns the place of an instant, which may lie outside the stretch.
  func place(_ instant: Instant) -> Int {
    let passed = Int128(instant.nanoseconds - stretch.lowerBound.nanoseconds)
    let length = Int128(stretch.upperBound.nanoseconds - stretch.lowerBound.nanoseconds)
    let place = passed * Int128(width)
    let limit = Int128(width) * 8
    let share = max(-limit, min(limit, (place >= 0 ? place : place - length + 1) / length))
    return left + Int(share)
  }

  /// Returns the columns that a part of the run takes, cut at the ends of the stretch.
  func columns(from begin: Instant, to end: Instant) -> Range<Int>? {
    let first = max(place(begin), left)
    let last = min(place(end), left + width)
    return first <= last && begin < stretch.upperBound && end >= stretch.lowerBound
      ? first..<last : nil
  }

  /// Returns whether an instant lies in the stretch.
  func shows(_ instant: Instant) -> Bool { stretch.contains(instant) }
}

extension Range<Instant> {
  /// The stretch in words, such as ‘266.7 to 566.7 ms’.
  var words: String {
    "\(milliseconds(lowerBound.nanoseconds, decimals: 1)) to"
      + " \(milliseconds(upperBound.nanoseconds, decimals: 1)) ms"
  }
}

extension Canvas {
  /// Draws the times of an axis: round ones in one unit, so far apart that there is room for them.
  mutating func times(on axis: TimeAxis, y: Int, rows: Range<Int>) {
    let (begin, end) = (axis.stretch.lowerBound.nanoseconds, axis.stretch.upperBound.nanoseconds)
    let room = max(2, axis.width / px(110))
    let step = max(1, Int64(Scale.step(Double(end - begin) / Double(room))))
    for time in stride(from: (begin + step - 1) / step * step, through: end, by: Int(step)) {
      let x = axis.place(Instant(nanoseconds: time))
      line([(x, rows.lowerBound), (x, rows.upperBound)], .grid)
      let isLast = x > width - px(40)
      text(
        Self.words(time, step: step),
        x: isLast ? width - px(2) : x < px(40) ? max(px(2), x - px(20)) : x, y: y,
        isLast ? .end : x < px(40) ? .start : .middle, .muted)
    }
  }

  private static func words(_ time: Int64, step: Int64) -> String {
    if step >= 1_000_000_000 { return "\(time / 1_000_000_000) s" }
    if step >= 100_000_000 { return seconds(time, decimals: 1) }
    return step >= 1_000_000 ? grouped(time / 1_000_000) + " ms" : milliseconds(time) + " ms"
  }

  /// Draws every refresh of a stretch as a cell: the new ones in the colour of the arm, dropped
  /// ones red, others as outlines.
  mutating func cells(of driver: DrawnDriver, on axis: TimeAxis, _ rows: Range<Int>) {
    var columns: [MarkKind: [Range<Int>]] = [:]
    for refresh in driver.refreshes(in: axis.stretch) {
      guard let cell = axis.columns(from: refresh.vsync, to: driver.end(of: refresh)) else {
        continue
      }
      let gap = cell.count >= px(4) ? px(1) : 0
      columns[refresh.kind, default: []].append(
        cell.lowerBound..<max(cell.lowerBound, cell.upperBound - gap))
    }
    boxes(columns[.new, default: []], rows, .band(driver.arm), .new)
    boxes(columns[.rest, default: []], rows, .grid, .rest, paint: .stroke)
    boxes(columns[.dropped, default: []], rows, .dropped, .dropped)
  }

  /// Writes the shape and the name of a driver, and what counts in it: at the right end, or below
  /// the name where there is no room.
  mutating func heading(
    _ driver: DrawnDriver, _ count: Int, _ word: String, _ rest: String, y: Int,
    right: Int, isNarrow: Bool
  ) {
    symbol(ofArm: driver.arm, x: px(16), y: y + px(12))
    text(driver.label, x: px(28), y: y + px(17), .start, .text, size: px(14), paint: .bold)
    let isBad = count > 0
    text(
      "\(grouped(count)) \(word)", x: right, y: y + px(isNarrow ? 33 : 17), .end,
      isBad ? .dropped : .muted, size: px(13), paint: isBad ? .bold : .fill, rest: rest)
  }

  /// Whether names need a line of their own beside words of some width.
  func isNarrow(_ drivers: [DrawnDriver], beside room: Int) -> Bool {
    width < px(600) || drivers.contains { px(8) * $0.label.count > width - room }
  }
}
