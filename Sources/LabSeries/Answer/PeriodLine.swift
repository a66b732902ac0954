import LabKernel
import LabMetrics

/// A straight line through instants against the numbers of their dates.
///
///     period = Σ (k − k̄)(t − t̄) / Σ (k − k̄)²
///     error = t(0.975, n − 2) √(Σ r² / ((n − 2) Σ (k − k̄)²))
struct PeriodLine {
  /// The slope in milliseconds a date.
  let period: Double
  /// Half of the interval that holds the period with 95 %.
  let error: Double
  /// The standard deviation of the instants about the line.
  let spread: Double

  /// Draws the line; `nil` for fewer than four instants or dates, or no period.
  ///
  /// Instants farther from the grid than twelve times its scale are left out: they were held up.
  init?(_ times: [Double], near fit: Fit, resolution course: Course) {
    guard let grid = Grid(times, near: fit.period, within: 0.002) else { return nil }
    let limit = max(12 * fit.scale, 3 * course.resolution)
    var points: [(date: Double, time: Double)] = []
    points.reserveCapacity(times.count)
    let origin = grid.number(times[times.count / 2])
    let middle = times[times.count / 2]
    for time in times where grid.error(time).magnitude <= limit {
      points.append((grid.number(time) - origin, time - middle))
    }
    let count = Double(points.count)
    guard points.count >= 4 else { return nil }
    let date = points.reduce(0) { $0 + $1.date } / count
    let time = points.reduce(0) { $0 + $1.time } / count
    var (square, product) = (0.0, 0.0)
    for point in points {
      square += (point.date - date) * (point.date - date)
      product += (point.date - date) * (point.time - time)
    }
    guard square > 0 else { return nil }
    let slope = product / square
    var rest = 0.0
    for point in points {
      let off = point.time - time - slope * (point.date - date)
      rest += off * off
    }
    let least = course.resolution * course.resolution / 12
    let variance = max(rest / (count - 2), least)
    let quantile = StudentQuantile.of(degrees: points.count - 2)
    // What each interval was rounded by may lie to one side in all of them.
    let hidden = course.isRounded ? course.resolution / 2 / Double(max(1, fit.multiple)) : 0
    (period, spread) = (slope, variance.squareRoot())
    error = quantile * (variance / square).squareRoot() + hidden
  }
}
