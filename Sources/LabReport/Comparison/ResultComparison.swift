import Foundation
import LabExperiment

/// Two results of one experiment, compared run by run on the same draws.
public struct ResultComparison {
  /// What became of a metric of a driver at a sweep point.
  public struct Change {
    /// The values of the sweeps, the arm and the driver.
    let labels: [String]
    /// The column of runs.csv.
    let metric: String
    /// The means in both results over the pairs.
    let means: (Double, Double)
    /// The second result − the first one.
    let paired: PairedStatistics

    /// Whether the 95 % interval of the mean change leaves out 0.
    var isReal: Bool { paired.differences.interval.map { !$0.contains(0) } ?? false }
  }

  /// How many metrics were compared, changed, and changed beyond doubt.
  public private(set) var compared = 0
  /// How many of them are not the same in every pair.
  public private(set) var changed = 0
  /// For how many the interval leaves out 0.
  public private(set) var real = 0
  /// How many pairs of runs there are.
  public private(set) var pairs = 0
  /// How many of these pairs have the same fingerprint.
  public private(set) var identical = 0
  /// The names of the columns that tell sweep points, arms and drivers apart.
  let labels: [String]

  private typealias Row = (seed: String, fingerprint: String, values: [Double?])
  private let metrics: [String]

  /// Compares two folders.
  ///
  /// - Parameters:
  ///   - first: The folder of the first result.
  ///   - second: The folder of the second result.
  ///   - receive: Is given every metric that changed, point by point.
  /// - Throws: ``ComparisonMistake`` if they are not results of one experiment.
  public init(
    _ first: String, _ second: String, receive: (Change) throws(ComparisonMistake) -> Void
  ) throws(ComparisonMistake) {
    let names = (try Self.experiment(in: first), try Self.experiment(in: second))
    guard names.0 == names.1 else {
      throw ComparisonMistake(
        "'\(first)' and '\(second)' are results of different experiments, ‘\(names.0)’ and"
          + " ‘\(names.1)’.")
    }
    let one = try CSVRows(first + "/runs.csv")
    let other = try CSVRows(second + "/runs.csv")
    let sweeps = (try Self.sweeps(one, first), try Self.sweeps(other, second))
    guard sweeps.0 == sweeps.1 else {
      throw ComparisonMistake("'\(first)' and '\(second)' have different sweeps.")
    }
    labels = sweeps.0 + ["arm", "driver"]
    metrics = one.header[(sweeps.0.count + 7)...].filter(other.header.contains)
    // Where the rows of each sweep point begin in the second result.
    var places: [[String]: Int] = [:]
    var place = other.offset
    while let row = try other.next() {
      let point = Array(row[6..<6 + sweeps.0.count])
      if places[point] == nil { places[point] = place }
      place = other.offset
    }
    var begin = one.offset
    while true {
      one.seek(to: begin)
      guard let (point, rows) = try point(of: one, end: &begin) else { break }
      guard let place = places[point] else { continue }
      other.seek(to: place)
      var end = 0
      guard let (_, others) = try self.point(of: other, end: &end) else { continue }
      try compare(point, rows, others, receive)
    }
    guard pairs > 0 else {
      throw ComparisonMistake(
        "no run of '\(first)' has the sweep values, the arm and the seed of a run of '\(second)'.")
    }
  }

  /// Returns the experiment's name in a manifest.
  private static func experiment(in folder: String) throws(ComparisonMistake) -> String {
    let path = folder + "/" + ResultFiles.manifestName
    let manifest = FileManager.default.contents(atPath: path)
      .flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    guard let name = manifest?["experiment"] as? String else {
      throw ComparisonMistake(
        "'\(folder)' is no result: it holds no \(ResultFiles.manifestName). Name a folder such as"
          + " results/beat.")
    }
    return name
  }

  private static func sweeps(_ rows: CSVRows, _ folder: String) throws(ComparisonMistake)
    -> [String]
  {
    let key = ["experiment", "run", "replication", "seed", "arm", "driver"]
    guard rows.header.starts(with: key), let end = rows.header.firstIndex(of: "fingerprint") else {
      throw ComparisonMistake("'\(folder)/runs.csv' has other columns than this version writes.")
    }
    return Array(rows.header[key.count..<end])
  }

  /// Reads the rows of one sweep point, by arm and driver in order.
  private func point(
    of file: CSVRows, end: inout Int
  ) throws(ComparisonMistake) -> (point: [String], rows: [([String], [Row])])? {
    let sweeps = labels.count - 2
    let columns = metrics.map { file.header.firstIndex(of: $0) ?? 0 }
    var point: [String]?
    var order: [[String]] = []
    var rows: [[String]: [Row]] = [:]
    end = file.offset
    while let row = try file.next() {
      guard row.count == file.header.count else {
        throw ComparisonMistake("a row of runs.csv has \(row.count) fields; it is damaged.")
      }
      let here = Array(row[6..<6 + sweeps])
      guard point == nil || point == here else { break }
      point = here
      let driver = [row[4], row[5]]
      if rows[driver] == nil { order.append(driver) }
      rows[driver, default: []].append((row[3], row[6 + sweeps], columns.map { Double(row[$0]) }))
      end = file.offset
    }
    return point.map { ($0, order.map { ($0, rows[$0] ?? []) }) }
  }

  private mutating func compare(
    _ point: [String], _ rows: [([String], [Row])], _ others: [([String], [Row])],
    _ receive: (Change) throws(ComparisonMistake) -> Void
  ) throws(ComparisonMistake) {
    for (driver, rows) in rows {
      let twins = others.first { $0.0 == driver }?.1 ?? []
      let bySeed = Dictionary(twins.map { ($0.seed, $0) }) { first, _ in first }
      let both = rows.compactMap { row in bySeed[row.seed].map { (row, $0) } }
      guard !both.isEmpty else { continue }
      pairs += both.count
      identical += both.count { $0.0.fingerprint == $0.1.fingerprint }
      for (index, metric) in metrics.enumerated() {
        compared += 1
        let values = both.map { ($0.0.values[index], $0.1.values[index]) }
        guard values.contains(where: { $0.0 != $0.1 }) else { continue }
        let defined = values.filter { $0.0 != nil && $0.1 != nil }
        let change = Change(
          labels: point + driver, metric: metric,
          means: (
            SampleStatistics(defined.compactMap(\.0)).mean ?? .nan,
            SampleStatistics(defined.compactMap(\.1)).mean ?? .nan
          ),
          paired: PairedStatistics(values.map { ($0.1, $0.0) }))
        changed += 1
        if change.isReal { real += 1 }
        try receive(change)
      }
    }
  }
}
