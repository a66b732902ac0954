import LabExperiment

extension ResultFiles {
  /// Reads the verdicts of a result again.
  static func verdicts(in folder: String) throws -> [Verdict] {
    let rows = try CSVReader(folder + "/verdicts.csv")
    let columns = try [
      "expectation", "verdict", "runs_judged", "runs_failing", "first_failing_run",
      "first_failing_values",
    ].map { name in try rows.column(name) }
    var verdicts: [Verdict] = []
    while let row = try rows.next() {
      guard let outcome = Verdict.Outcome(rawValue: row[columns[1]]),
        let judged = Int(row[columns[2]]), let failing = Int(row[columns[3]])
      else { throw row.mistake(at: columns[1], "this is no verdict.") }
      let failure = Int(row[columns[4]]).map {
        Verdict.Failure(run: $0, values: row[columns[5]])
      }
      verdicts.append(
        Verdict(
          text: row[columns[0]], outcome: outcome, judged: judged, failing: failing,
          failure: failure))
    }
    return verdicts
  }
}
