import LabExperiment

extension ResultFiles {
  /// Reads the verdicts of a result again.
  static func verdicts(in folder: String) throws -> [Verdict] {
    let rows = try CSVReader(folder + "/verdicts.csv", with: Self.verdicts.columns.map(\.name))
    var verdicts: [Verdict] = []
    while let row = try rows.next() {
      guard let outcome = Verdict.Outcome(rawValue: row["verdict"]),
        let judged = Int(row["runs_judged"]), let failing = Int(row["runs_failing"])
      else { throw row.mistake(in: "verdict", "this is not a verdict.") }
      let failure = Int(row["first_failing_run"]).map {
        Verdict.Failure(run: $0, values: row["first_failing_values"])
      }
      verdicts.append(
        Verdict(
          text: row["expectation"], outcome: outcome, judged: judged, failing: failing,
          failure: failure))
    }
    return verdicts
  }
}
