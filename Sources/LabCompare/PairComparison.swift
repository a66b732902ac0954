import LabExperiment
import LabMetrics

/// One recording before and one after a change of the app: what is due to the change, and what to
/// the work that there was.
///
/// With W the work, S the setting of the driver and P its phase, of the recordings A and B:
///
///     change = ½ [(W_A S_B − W_A S_A) + (W_B S_B − W_B S_A)]
///     work   = ½ [(W_B S_A − W_A S_A) + (W_B S_B − W_A S_B)]
///     rest   = measured − change − work − phase
///
/// Where kind and interval are equal on both sides, the phase is luck and a third part: each part
/// is its mean over the six orders in which W, S and P can be exchanged.
package struct PairComparison: Sendable {
  /// What really happened before and after.
  package let measured: [Double]
  /// What the replays say of the same.
  package let replayed: [Double]
  /// What the change does, negative if there is less; `nil` if the driver was not changed.
  package let change: Double?
  /// What is due to the phase; `nil` where it goes with the setting.
  package let phase: Double?
  /// What is due to other work.
  package let work: Double
  /// What the change does in the old work and in the new.
  package let inWorks: [Double]
  /// The least and the most that the change does at other phases; `nil` if the phase is its own
  /// part, or set by the app.
  package let atPhases: ClosedRange<Double>?

  package var difference: Double { measured[1] - measured[0] }
  /// What neither explains.
  package var rest: Double { difference - (change ?? 0) - work - (phase ?? 0) }
  /// How differently the change does in the two works.
  package var interaction: Double { inWorks[1] - inWorks[0] }
  /// Whether the rest is too large for the change to be told.
  package var isUndecided: Bool { change.map { abs(rest) > abs($0) && rest != 0 } ?? false }
  /// Whether the change does so differently in the two works that the order matters.
  package var ordersMatter: Bool { change.map { abs(interaction) > abs($0) } ?? false }

  /// How many phases are tried where the app did not set it.
  private static let phases: Int64 = 8

  /// How a pair is taken apart.
  enum Manner {
    /// The driver was not changed.
    case unchanged
    /// The phase is a part of its own.
    case phaseApart
    /// The phase goes with the setting; it may be tried at others, before and after.
    case phaseWithin(open: [CounterfactualReplay.Side])
  }

  init(_ crossing: CounterfactualReplay, _ manner: Manner, period: Int64) throws {
    let values = [crossing.before, crossing.after].map { recording in
      [recording.real, recording.replayed].map { Double(crossing.metric.value($0) ?? 0) }
    }
    measured = values.map { $0[0] }
    replayed = values.map { $0[1] }
    switch manner {
    case .unchanged:
      (change, phase, inWorks, atPhases) = (nil, nil, [0, 0], nil)
      work = replayed[1] - replayed[0]
    case .phaseApart:
      let cube = try Self.cube(crossing)
      (change, phase, atPhases) = (Self.share(of: 1, in: cube), Self.share(of: 2, in: cube), nil)
      work = Self.share(of: 0, in: cube)
      inWorks = [
        (cube[0b010] - cube[0b000] + cube[0b110] - cube[0b100]) / 2,
        (cube[0b011] - cube[0b001] + cube[0b111] - cube[0b101]) / 2,
      ]
    case .phaseWithin(let open):
      let crossed = [
        try crossing.value(work: .before, setting: .after),
        try crossing.value(work: .after, setting: .before),
      ]
      inWorks = [crossed[0] - replayed[0], replayed[1] - crossed[1]]
      change = (inWorks[0] + inWorks[1]) / 2
      work = ((crossed[1] - replayed[0]) + (replayed[1] - crossed[0])) / 2
      phase = nil
      atPhases = try Self.range(crossing, open, replayed: replayed, crossed, period)
    }
  }

  /// The eight replays: bit 0 is the work, bit 1 the setting, bit 2 the phase of the one after.
  private static func cube(_ crossing: CounterfactualReplay) throws -> [Double] {
    try (0..<8).map { number in
      func side(_ bit: Int) -> CounterfactualReplay.Side {
        number >> bit & 1 == 1 ? .after : .before
      }
      return try crossing.value(work: side(0), setting: side(1), phase: side(2))
    }
  }

  /// The mean of what one part does over the six orders in which three are exchanged.
  private static func share(of part: Int, in cube: [Double]) -> Double {
    let bit = 1 << part
    let others = [0, 1, 2].filter { $0 != part }.map { 1 << $0 }
    func gain(_ rest: Int) -> Double { cube[rest | bit] - cube[rest] }
    return (2 * gain(0) + gain(others[0]) + gain(others[1]) + 2 * gain(others[0] | others[1])) / 6
  }

  /// What the change does at other phases of the sides whose phase was not set by the app.
  private static func range(
    _ crossing: CounterfactualReplay, _ open: [CounterfactualReplay.Side], replayed: [Double],
    _ crossed: [Double],
    _ period: Int64
  ) throws -> ClosedRange<Double>? {
    var changes: [Double] = []
    for side in open {
      for phase in 1..<phases {
        let later = period * phase / phases
        let old = try crossing.value(work: .before, setting: side, later: later)
        let new = try crossing.value(work: .after, setting: side, later: later)
        changes.append(
          side == .after
            ? ((old - replayed[0]) + (new - crossed[1])) / 2
            : ((crossed[0] - old) + (replayed[1] - new)) / 2)
      }
    }
    guard let least = changes.min(), let most = changes.max() else { return nil }
    return least...most
  }
}

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
