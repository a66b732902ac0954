import Foundation
import LabMetrics
import LabText

/// The rows of `runs.csv` or `loads.csv` of one result, read one sweep point at a time.
struct ComparedRuns {
  /// What is known of one run of a driver or load.
  struct Row {
    let seed: String
    let fingerprint: String
    /// The fields of the metrics that both results have, in their common order.
    let values: [String]
    let row: CSVRow
  }

  /// The rows of one sweep point, by arm and driver in the order of the file.
  typealias Point = [(driver: [String], rows: [Row])]

  let folder: String
  private let manifest: Manifest
  /// The experiment's short name.
  var experiment: String { manifest.experiment }
  /// The version of the columns.
  var schemaVersion: Int { manifest.schemaVersion }
  /// The names of the sweeps, in order.
  var sweeps: [String] { manifest.sweepNames }
  /// The script; `nil` of runs on a host without one.
  var script: String? { manifest.script }
  /// What `--set` and `--only` changed of the script.
  var options: [String] { manifest.request?.options ?? [] }
  /// The lines that the script adds to another one that it includes, be it by others, each with its
  /// number; `nil` if it does not include that script with the same text.
  func lines(addedTo other: String) -> [(number: Int, text: Substring)]? {
    guard let scripts = manifest.request?.scripts(including: other) else { return nil }
    let added = scripts.reversed().map(Self.linesBesideInclude)
    let known = added.compactMap { $0 }
    return known.count == added.count ? known.flatMap { $0 } : nil
  }

  /// The lines of a script that includes another one, but for that; `nil` if it includes several.
  private static func linesBesideInclude(_ script: String) -> [(number: Int, text: Substring)]? {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let said = zip(1..., lines).filter { _, line in
      line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
    }
    let own = said.filter { $1.split(whereSeparator: \.isWhitespace).first != "include" }
    return own.count == said.count - 1 ? own.map { ($0, $1) } : nil
  }
  /// The columns of the metrics, in order.
  let metrics: [String]

  /// The column in which the driver or load of a row stands.
  private let subject: String
  private let reader: CSVReader
  private let points: [Int]
  private var metricColumns: [Int] = []

  /// Opens the result in a folder, with its rows of drivers or of loads.
  init(_ folder: String, ofLoads: Bool = false) throws {
    self.folder = folder
    subject = ofLoads ? "load" : "driver"
    manifest = try Self.manifest(in: folder)
    let key = ofLoads ? ResultFiles.loadKey : ResultFiles.runKey
    let names = key.map(\.name) + [ResultFiles.fingerprint.name]
    reader = try CSVReader(folder + (ofLoads ? "/loads.csv" : "/runs.csv"))
    let header = reader.header.fields.map(SchemaColumn.today)
    guard Set(header).count == header.count else {
      throw reader.header.mistake(at: nil, "two columns have the same name.")
    }
    points = try manifest.sweepNames.map(SweepColumn.column).map(reader.column)
    for name in names { _ = try reader.column(name) }
    metrics = header[(try reader.column("fingerprint") + 1)...].filter { $0 != SchemaColumn.name }
  }

  /// Reads the manifest of a folder that can be compared.
  private static func manifest(in folder: String) throws(InputError) -> Manifest {
    guard let manifest = Manifest(in: folder) else {
      let path = folder + "/" + Manifest.name
      throw InputError(
        FileManager.default.fileExists(atPath: path)
          ? "'\(path)' was changed since it was written. Run the script again."
          : "'\(folder)' is not a result: it holds no \(Manifest.name). Name a folder that"
            + " 'runlooplab run' has written.")
    }
    guard manifest.schemaVersion <= SchemaColumn.version else {
      throw InputError("'\(folder)': \(SchemaColumn.newer(manifest.schemaVersion))")
    }
    guard manifest.shard == nil else {
      throw InputError(
        "'\(folder)' is a shard. Join all shards with 'runlooplab merge' and compare the result.")
    }
    return manifest
  }

  /// Whether there are rows of loads.
  var hasLoads: Bool { manifest.files.contains { $0.name == "loads.csv" } }

  /// Returns the files besides `runs.csv` and `loads.csv`, and what follows from the runs and the
  /// lists, by their names; what is missing or cannot be read has no seal.
  func otherFiles() -> [String: FileSeal?] {
    let following = ["runs.csv", "loads.csv", "summary.csv", DataPackage.file]
    let names = manifest.files.map(\.name).filter { !following.contains($0) }
    return Dictionary(names.map { ($0, try? FileSeal($0, in: folder)) }) { first, _ in first }
  }

  /// The files that follow from others, and so are not compared, and are not as they were written.
  var damagedFiles: [String] {
    manifest.files.filter { seal in
      ["summary.csv", DataPackage.file].contains(seal.name)
        && (try? FileSeal(seal.name, in: folder)) != seal
    }.map(\.name)
  }

  /// Says which metrics are read of every row.
  mutating func select(_ metrics: [String]) throws {
    metricColumns = try metrics.map(reader.column)
  }

  /// Where the next row begins.
  var position: CSVReader.Position { reader.position }

  /// Goes to where a row begins.
  func seek(to position: CSVReader.Position) { reader.seek(to: position) }

  /// Returns where the rows of each sweep point begin, in the order of the file.
  func places() throws -> [(point: [String], begin: CSVReader.Position)] {
    var places: [(point: [String], begin: CSVReader.Position)] = []
    var known: Set<[String]> = []
    var begin = reader.position
    while let row = try reader.next() {
      let point = points.map { row[$0] }
      if places.last?.point != point {
        guard known.insert(point).inserted else {
          throw row.mistake(at: nil, "the rows of this sweep point do not stand together.")
        }
        places.append((point, begin))
      }
      begin = reader.position
    }
    return places
  }

  /// Reads the rows of the sweep point that begins at a place.
  func point(at begin: CSVReader.Position) throws -> Point {
    reader.seek(to: begin)
    var point: [String]?
    var order: [[String]] = []
    var rows: [[String]: [Row]] = [:]
    while let row = try reader.next() {
      let here = points.map { row[$0] }
      guard point == nil || point == here else { break }
      point = here
      let driver = [row["arm"], row[subject]]
      if rows[driver] == nil { order.append(driver) }
      rows[driver, default: []].append(
        Row(
          seed: row["seed"], fingerprint: row["fingerprint"],
          values: metricColumns.map { row[$0] }, row: row))
    }
    return order.map { ($0, rows[$0] ?? []) }
  }

  /// Reads a field of a metric; `nil` if it is empty.
  ///
  /// - Throws: That it is no number that the lab writes.
  func number(_ index: Int, of row: Row) throws -> Double? {
    let text = row.values[index]
    if text.isEmpty { return nil }
    guard let number = Double(text), number.magnitude <= MetricValue.largestNumber else {
      throw row.row.mistake(at: metricColumns[index], "'\(text)' is not the number of a metric.")
    }
    return number
  }
}
