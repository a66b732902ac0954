import LabExperiment
import LabMetrics
import LabResults
import LabText

/// Every number of the CSV files as one JSON object.
///
/// A row is an object whose keys are the names of the columns; what is undefined has no key. Seeds
/// and fingerprints are texts, since a number of 64 bits does not survive in JavaScript.
struct JSONDocument: ReportDocument {
  private var experiments: [String] = []

  mutating func add(_ result: ExperimentResult) throws {
    experiments.append(try Self.object(result))
  }

  var files: [(name: String, bytes: [UInt8])] {
    let head =
      "{\"schema\":\"runlooplab/report/1\",\"schema_version\":\(SchemaColumn.version),"
      + "\"lab_version\":\(JSONText.quoted(RunLoopLab.version)),\"experiments\":[\n"
    return [("", Array((head + experiments.joined(separator: ",\n") + "\n]}\n").utf8))]
  }

  var summary: String { counted(experiments.count, "experiment") }

  private static func object(_ result: ExperimentResult) throws -> String {
    let (experiment, name) = (result.experiment, result.name)
    let sweeps = SweepColumn.all(of: experiment)
    var members: [(String, String)] = [("name", JSONText.quoted(name))]
    for (key, text) in [
      ("path", experiment.path), ("title", experiment.title), ("question", experiment.question),
      ("because", experiment.because), ("only", result.plan.only),
    ] {
      if let text { members.append((key, JSONText.quoted(text))) }
    }
    members += [
      ("seed", JSONText.quoted("\(result.plan.seed)")),
      ("replications", "\(result.plan.replications)"),
      ("holds", "\(result.holds)"),
      (
        "runs",
        rows(
          ResultFiles.runs(sweeps: SweepColumn.ofRuns(experiment), result.table.selection),
          runs(result))
      ),
      ("summary", try summary(result)),
      ("verdicts", rows(ResultFiles.verdicts, result.verdicts.map { (name, $0) })),
      (
        "predictions",
        rows(PredictionFile.file(sweeps: sweeps), result.predictions.map { (name, $0) })
      ),
      ("findings", rows(ResultFiles.findings, result.findings.map { (name, $0) })),
    ]
    try result.table.check()
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",\n") + "}"
  }

  private static func runs(_ result: ExperimentResult) -> [ResultFiles.Run] {
    result.table.runs.flatMap { run -> [ResultFiles.Run] in
      guard let record = result.table.record(of: run) else { return [] }
      return result.table.drivers(of: run).enumerated().map { position, driver in
        ResultFiles.Run(
          experiment: result.name, run: result.plan.label(of: run), record: record,
          position: position, driver: driver)
      }
    }
  }

  private static func summary(_ result: ExperimentResult) throws -> String {
    let file = SummaryFile.file(sweeps: SweepColumn.all(of: result.experiment))
    var objects: [String] = []
    var row = JSONRow(file)
    try SummaryFile(result).forEachRow { objects.append(row.text(of: $0)) }
    return array(objects)
  }

  private static func rows<Row>(_ file: CSVFile<Row>, _ rows: [Row]) -> String {
    var row = JSONRow(file)
    return array(rows.map { row.text(of: $0) })
  }

  private static func array(_ objects: [String]) -> String {
    objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n]"
  }
}

/// Rows of a CSV file as JSON objects: a field that is written as a number is one.
struct JSONRow<Row> {
  private let file: CSVFile<Row>
  private let keys: [String]
  private var csv = CSVWriter(guardingFormulas: false)

  init(_ file: CSVFile<Row>) {
    self.file = file
    keys = file.header.map(JSONText.quoted)
  }

  mutating func text(of row: Row) -> String {
    var members: [String] = []
    for (key, column) in zip(keys, file.columns) {
      csv.removeAll()
      column.write(row, &csv)
      let field = String(decoding: csv.bytes, as: UTF8.self)
      guard !field.isEmpty else {
        csv.endRow()
        continue
      }
      members.append("\(key):\(csv.lastIsText ? JSONText.quoted(Self.unquoted(field)) : field)")
      csv.endRow()
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func unquoted(_ field: String) -> String {
    guard field.first == "\"" else { return field }
    return String(field.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }
}
