import LabKernel
import LabMetrics

/// How a sample is distributed: its cumulative share, and its tail on a scale of its own.
///
/// The left half shows, for every value up to the largest 95th percentile (or value, where that is 0), which share of the sample is not
/// above it. The right half shows the value below which 90 %, 99 %, 99.9 % … of the sample lie, where every
/// tenth part has equal room. All percentiles are Hyndman–Fan type 1: observed values.
public struct Distributions {
  /// The words of the picture with their meanings.
  static let words = [
    ("share", "Which part of the values is not above the value on the horizontal axis."),
    (
      "tail",
      "The largest tenth of the values, on an axis of which each step holds a tenth of the rest."
    ),
  ]

  /// What is measured many times in a run.
  public enum Quantity: String, Hashable, Sendable, CaseIterable {
    /// How late callbacks began; the metrics whose names begin with lateness.
    case lateness = "lateness"
    /// How far the steps of the content differ from those of the display, without sign.
    case animationError = "animation error"

    /// The values of a driver in nanoseconds, those that its metrics are made of.
    public func values(of driver: DrawnDriver) -> [Int64] {
      switch self {
      case .lateness:
        driver.firings.filter(\.isMeasured).map { $0.lateness.wholeNanoseconds }
      case .animationError:
        driver.refreshes.filter(\.isMeasured).compactMap { row in
          row.animationError.map { abs($0.wholeNanoseconds) }
        }
      }
    }
  }

  private static let rugSize = 10

  private struct Sample {
    let driver: DrawnDriver
    let sorted: [Int64]

    /// The type 1 quantile of a share in millionths.
    func quantile(millionths: Int) -> Int64 {
      sorted[max(0, (sorted.count * millionths + 999_999) / 1_000_000 - 1)]
    }
  }

  private let samples: [Sample]
  private let quantity: Quantity
  private let left: Range<Int>
  private let right: Range<Int>
  private let floor: Int
  private var sheet: Sheet

  /// Draws how a quantity of some drivers is distributed; drivers without a value are left out.
  ///
  /// - Parameters:
  ///   - quantity: What is measured.
  ///   - drivers: Whose values.
  ///   - width: How wide the picture is, in pixels; at least 300.
  /// - Returns: The picture; `nil` without any value.
  public static func picture(
    of quantity: Quantity, _ drivers: [DrawnDriver], width: Int = 960
  ) -> Picture? {
    let samples = drivers.map { Sample(driver: $0, sorted: quantity.values(of: $0).sorted()) }
      .filter { !$0.sorted.isEmpty }
    guard !samples.isEmpty else { return nil }
    var curves = Self(samples, quantity, width: px(max(300, width)))
    curves.draw()
    return Picture(
      name: "Distribution of \(quantity.rawValue)", caption: curves.caption, sheet: curves.sheet)
  }

  private init(_ samples: [Sample], _ quantity: Quantity, width: Int) {
    (self.samples, self.quantity) = (samples, quantity)
    left = px(56)..<width / 2 - px(16)
    let names = samples.map(\.driver.label.count).max() ?? 0
    right = width / 2 + px(56)..<max(width / 2 + px(120), width - px(40) - px(7) * min(30, names))
    floor = px(208)
    sheet = Sheet(width: width, height: px(256))
  }

  private mutating func draw() {
    drawShares()
    drawTails()
  }

  private mutating func drawShares() {
    let usual = samples.map { $0.quantile(millionths: 950_000) }.max() ?? 0
    let most = usual > 0 ? usual : samples.compactMap(\.sorted.last).max() ?? 0
    let x = Scale(
      0...(most > 0 ? Double(most) / 1_000_000 : 1), from: left.lowerBound, to: left.upperBound)
    let y = Scale(0...100, from: floor, to: px(30))
    axes(left, x, y, unit: "%", below: "\(quantity.rawValue) ms")
    for sample in samples {
      var points: [(x: Int, y: Int)] = [(left.lowerBound, floor)]
      var count = 0
      for column in stride(from: left.lowerBound, through: left.upperBound, by: px(1)) {
        let share = Double(column - left.lowerBound) / Double(left.count)
        let value = share * x.numbers.upperBound * 1_000_000
        while count < sample.sorted.count, Double(sample.sorted[count]) <= value { count += 1 }
        let height = y.place(100 * Double(count) / Double(sample.sorted.count))
        if height != points[points.count - 1].y {
          points.append((column, points[points.count - 1].y))
          points.append((column, height))
        }
      }
      points.append((left.upperBound, points[points.count - 1].y))
      sheet.line(points, .arm(sample.driver.arm), .arm(sample.driver.arm))
    }
  }

  private mutating func drawTails() {
    let most = samples.compactMap { $0.sorted.last }.max() ?? 0
    let largest = samples.map(\.sorted.count).max() ?? 1
    // Every power of ten of the largest sample has a step of its own.
    var steps = [900_000]
    while steps.count < 4, largest >= Self.power(steps.count + 1) {
      steps.append(1_000_000 - (1_000_000 - steps[steps.count - 1]) / 10)
    }
    let y = Scale(0...(most > 0 ? Double(most) / 1_000_000 : 1), from: floor, to: px(30))
    let x = Scale(
      10...Double(Self.power(steps.count + 1)), from: right.lowerBound, to: right.upperBound,
      logarithmic: true)
    axes(right, nil, y, unit: "", below: "share of the values below, %; values in ms")
    for step in steps {
      let place = x.place(1_000_000 / Double(1_000_000 - step))
      sheet.text(
        short(Double(step) / 10_000, decimals: 4), x: place, y: floor + px(16), .middle, .muted)
    }
    for sample in samples { drawTail(sample, x, y) }
    let ends = samples.map { sample in
      let last = Double(sample.sorted.last ?? 0) / 1_000_000
      return (arm: sample.driver.arm, name: sample.driver.label, y: y.place(last))
    }
    sheet.names(ends, x: right.upperBound + px(15), rows: px(22)..<floor)
  }

  private mutating func drawTail(_ sample: Sample, _ x: Scale, _ y: Scale) {
    let count = sample.sorted.count
    var points: [(x: Int, y: Int)] = []
    for (index, value) in sample.sorted.enumerated().dropFirst(count * 9 / 10) {
      let above = max(Double(count - index - 1), 0.5)
      let place = min(right.upperBound, max(right.lowerBound, x.place(Double(count) / above)))
      let height = y.place(Double(value) / 1_000_000)
      if let last = points.last, last.y != height { points.append((last.x, height)) }
      if points.last?.x == place, points.count > 1 { points.removeLast() }
      points.append((place, height))
    }
    sheet.line(points, .arm(sample.driver.arm), .arm(sample.driver.arm))
    for value in sample.sorted.suffix(Self.rugSize) {
      let height = y.place(Double(value) / 1_000_000)
      sheet.line(
        [(right.upperBound + px(4), height), (right.upperBound + px(14), height)],
        .arm(sample.driver.arm), .stroke, .sample)
    }
  }

  private mutating func axes(
    _ columns: Range<Int>, _ x: Scale?, _ y: Scale, unit: String, below: String
  ) {
    sheet.text(unit, x: columns.lowerBound - px(6), y: px(14), .end, .muted)
    for tick in y.ticks(4) {
      let place = y.place(tick)
      sheet.ticks([(columns, place..<place)], .grid)
      sheet.text(
        short(tick), x: columns.lowerBound - px(6), y: place + px(4), .end, .muted)
    }
    for tick in x?.ticks(6) ?? [] {
      let place = x?.place(tick) ?? 0
      sheet.text(short(tick), x: place, y: floor + px(16), .middle, .muted)
    }
    sheet.text(below, x: columns.lowerBound, y: floor + px(32), .start, .muted)
  }

  private static func power(_ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private var caption: String {
    let findings = samples.map { sample in
      let median = milliseconds(sample.quantile(millionths: 500_000))
      let tail = milliseconds(sample.quantile(millionths: 990_000))
      let most = milliseconds(sample.quantile(millionths: 1_000_000))
      return
        "\(sample.driver.label): \(sample.sorted.count) values, half at most \(median) ms, 99 % at"
        + " most \(tail) ms, all at most \(most) ms"
    }
    return "\(findings.joined(separator: "; "))."
      + " Strokes at the right end are the ten largest values of each arm."
  }
}
