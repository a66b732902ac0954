import LabExperiment
import LabKernel
import LabMetrics

/// The mean of a table whose rows and columns both vary, with its 95 % interval.
///
/// A cell is the change of one recording before and one after. The rows share their recording, and
/// so do the columns: what varies is the mean of a row and the mean of a column,
///
///     v = s²(rows) / n + s²(columns) / m,
///     ν = v² / ((s²(rows) / n)² / (n − 1) + (s²(columns) / m)² / (m − 1))
///
/// and the interval is the mean ± t(0.975, ν) √v, with ν cut to a whole number.
///
/// - Source: B. L. Welch, "The generalization of ‘Student's’ problem when several different
///   population variances are involved", Biometrika 34 (1947).
package struct WelchInterval: Hashable, Sendable {
  /// So many recordings a side are needed.
  package static let least = 3

  /// The mean of all cells.
  package let mean: Double
  /// The 95 % interval; `nil` below three rows or columns.
  package let interval: ClosedRange<Double>?

  /// Takes a table, row by row.
  ///
  /// - Precondition: It has a cell, and all rows are as long as the first.
  package init(_ rows: [[Double]]) {
    precondition(
      !rows.isEmpty && !rows[0].isEmpty && rows.allSatisfy { $0.count == rows[0].count },
      "a table of changes has no cell, or rows of different lengths")
    let (n, m) = (Double(rows.count), Double(rows[0].count))
    let ofRows = SampleStatistics(rows.map { $0.reduce(0, +) / m })
    let ofColumns = SampleStatistics(
      rows[0].indices.map { column in rows.reduce(0) { $0 + $1[column] } / n })
    mean = ofRows.mean ?? 0
    guard rows.count >= Self.least, rows[0].count >= Self.least,
      let a = ofRows.variance.map({ $0 / n }), let b = ofColumns.variance.map({ $0 / m })
    else {
      interval = nil
      return
    }
    let below = a * a / (n - 1) + b * b / (m - 1)
    guard below > 0 else {
      interval = mean...mean
      return
    }
    let degrees = max(1, Int((a + b) * (a + b) / below))
    let half = StudentQuantile.of(degrees: degrees) * (a + b).squareRoot()
    interval = mean - half...mean + half
  }
}
