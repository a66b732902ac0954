/// A metric over the values of a sweep: a line through the means, the 95 % interval of each mean as
/// a band, and what theory says.
package struct SweepPlot: Hashable, Sendable {
  /// The words of the picture with their meanings.
  static let words: [(word: String, meaning: String)] = [
    ("band", "The 95 % interval of the mean over replications."),
    ("theory", "What a 'predict' statement says of the same metric, as a grey line with rings."),
    ("bound", "The bound of an 'expect' statement, as a dashed line."),
    (
      "difference",
      "A metric of one arm less that of another that met the same draws, replication by replication."
    ),
  ]

  /// The horizontal axis.
  package struct Axis: Hashable, Sendable {
    /// The name of the sweep.
    package let name: String
    /// The values as they are written, in order.
    package let values: [String]
    /// The values as numbers, if they are quantities of one kind; else they stand side by side.
    package let numbers: [Double]?
    /// The unit of the numbers; empty for plain ones.
    package let unit: String

    package init(name: String, values: [String], numbers: [Double]?, unit: String) {
      (self.name, self.values, self.numbers, self.unit) = (name, values, numbers, unit)
    }

    /// Whether the numbers are better told apart by their ratios: they span more than a factor of
    /// 20, in steps that grow.
    var isLogarithmic: Bool {
      guard let sorted = numbers?.sorted(), let low = sorted.first, let high = sorted.last,
        low > 0, high > 20 * low
      else { return false }
      let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
      return (steps.max() ?? 0) > 4 * (steps.min() ?? 0)
    }
  }

  /// What was measured at one value of the sweep.
  package struct Point: Hashable, Sendable {
    /// The position of the value on the axis.
    package let position: Int
    /// The values of the replications that are defined.
    package let values: [Double]
    /// Their mean; `nil` without any.
    package let mean: Double?
    /// The 95 % interval of the mean; `nil` with fewer than two values.
    package let interval: ClosedRange<Double>?

    package init(
      position: Int, values: [Double], mean: Double?, interval: ClosedRange<Double>?
    ) {
      (self.position, self.values) = (position, values)
      (self.mean, self.interval) = (mean, interval)
    }
  }

  /// A line of the plot.
  package struct Series: Hashable, Sendable {
    /// What stands beside it.
    package let label: String
    /// What was measured, in the order of the axis.
    package let points: [Point]
    /// What theory says, by position.
    package let theory: [Int: Double]
    /// What an expectation demands, by position.
    package let bounds: [[Int: Double]]
    /// The position of its arm, which chooses its colour.
    package let arm: Int
    /// The number of its symbol, which it keeps from plot to plot.
    package let number: Int

    package init(
      label: String, arm: Int, number: Int, points: [Point], theory: [Int: Double] = [:],
      bounds: [[Int: Double]] = []
    ) {
      (self.label, self.arm, self.number, self.points) = (label, arm, number, points)
      (self.theory, self.bounds) = (theory, bounds)
    }
  }

  /// What is measured.
  package let metric: String
  /// The unit of the values; empty for counts.
  package let unit: String
  /// Of which part of the experiment; empty for all of it.
  package let place: String
  /// The horizontal axis.
  package let axis: Axis
  /// The lines.
  package let series: [Series]
  /// Whether the values are differences between arms, of which 0 is a landmark.
  package let isDifference: Bool
  /// The values that the vertical axis has room for; `nil` for its own.
  package var scale: ClosedRange<Double>?

  package init(
    metric: String, unit: String, place: String, axis: Axis, series: [Series],
    isDifference: Bool = false
  ) {
    (self.metric, self.unit, self.place) = (metric, unit, place)
    (self.axis, self.series) = (axis, series)
    self.isDifference = isDifference
  }

  /// The least and the greatest value that is drawn; `nil` without any.
  package var range: ClosedRange<Double>? {
    let numbers = series.flatMap { series in
      series.points.flatMap { point in
        [point.mean, point.interval?.lowerBound, point.interval?.upperBound].compactMap { $0 }
          + point.values
      } + series.theory.values
    }
    return ClosedRange(of: numbers + (isDifference ? [0] : []))
  }

  /// Whether every value is 0, but for what a sum of rounded numbers leaves, and theory says so.
  package var isZero: Bool {
    let values = series.flatMap { $0.points.flatMap { $0.values } + $0.theory.values }
    return !values.isEmpty && values.allSatisfy { $0.magnitude < 1e-5 }
  }

  /// What is measured, with its unit.
  package var title: String {
    (isDifference ? "Difference of " : "") + metric + (unit.isEmpty ? "" : ", \(unit)")
  }

  /// How wide and high a small picture is that has room for all of its words, in pixels.
  package var smallSize: (width: Int, height: Int) {
    let names = 8 * (series.map { $0.label.count }.max() ?? 0)
    return (
      width: max(330, 230 + names, 8 * max(title.count, place.count)),
      height: max(150, 60 + 15 * series.count) + (place.isEmpty ? 0 : 14)
    )
  }

  /// Draws the plot.
  ///
  /// - Parameters:
  ///   - width: How wide the picture is, in pixels; at least 200.
  ///   - height: How high it is, in pixels; at least 120.
  /// - Returns: The picture; of values that are all undefined it has axes alone.
  package func picture(width: Int = 640, height: Int = 304) -> Picture {
    var drawing = SweepDrawing(self, width: px(max(200, width)), height: px(max(120, height)))
    drawing.draw()
    return Picture(
      name: title + (place.isEmpty ? "" : ", \(place)") + " over \(axis.name)",
      caption: drawing.caption, sheet: drawing.sheet)
  }
}
