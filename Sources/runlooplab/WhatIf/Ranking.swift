import Foundation
import LabExperiment
import LabMetrics
import LabReport
import LabResults
import LabStudy
import LabText

/// Every change tried and ranked by what it saves, as `why --all` prints and writes it.
enum Ranking {
  /// How many bases are printed; all of them are in the file.
  private static let mostPrinted = 12

  /// Tries the changes, prints the ranks, and writes every change to a file.
  static func perform(_ source: RunSource, _ arguments: Arguments) throws -> ExitStatus {
    let jobs = try arguments.jobs()
    let budget = try budget(arguments)
    let metric = try metric(arguments)
    let asked = try Scripts.run(of: source.plan, arguments)
    let out = arguments.text("--out") ?? "results"
    try OutputName.check(out, for: "--out", [])
    Interruption.watchSearch()
    defer { Interruption.endIfAskedFor() }
    var studies: [WhatIfStudy] = []
    for runs in source.bases where studies.isEmpty || !Interruption.isAskedFor {
      if let asked, !runs.contains(where: { $0.index == asked }) { continue }
      try source.known?.check(runs[0])
      let base = try WhatIf(
        runs, driver: arguments.text("--driver") ?? source.explained?.driver, jobs: jobs)
      let progress = Progress("\(source.name), \(runs[0].arm)", total: 0, isShown: true)
      defer { progress.end() }
      let study = try WhatIfStudy(
        base, by: metric, trying: source.plan.changes(of: runs[0].index), budget: budget
      ) { done, count in
        progress.update(done: done, of: count, "changes")
        return !Interruption.isAskedFor
      }
      studies.append(study)
    }
    let bytes = WhatIfFile.bytes(studies, experiment: source.name)
    let recorded = source.recorded.map { Reporting.wrapped($0.text) + "\n\n" } ?? ""
    let text = recorded + text(studies, on: out == "-" ? Screen() : Terminal.screen)
    guard out != "-" else {
      try Terminal.writeResults(bytes)
      Terminal.printError(text)
      return .success
    }
    Terminal.print(text)
    let path = try write(
      bytes, to: out, name: source.name, replacing: arguments.has("--force"))
    Terminal.print("\nEvery change is in \(path).")
    return .success
  }

  /// The most reruns for one arm at one sweep point.
  static func budget(_ arguments: Arguments) throws(UsageError) -> Int {
    try arguments.number("--budget", in: 10...10_000_000) ?? 5000
  }

  private static func text(_ studies: [WhatIfStudy], on screen: Screen) -> String {
    let reports = studies.prefix(mostPrinted).map { WhatIfReport($0, on: screen).text }
    let hidden = studies.count - reports.count
    return
      (reports + (hidden > 0 ? ["… and \(hidden) more in \(WhatIfFile.name)"] : []))
      .joined(separator: "\n\n")
  }

  /// What is ranked by; `nil` for the usual.
  static func metric(_ arguments: Arguments) throws(UsageError) -> SavingMetric? {
    guard let text = arguments.text("--by") else { return nil }
    let isKnown = MetricDictionary.metric(named: text) != nil
    guard let metric = SavingMetric(rawValue: text) ?? (isKnown ? SavingMetric(near: text) : nil)
    else {
      if TaskQuestion(text) != nil {
        throw UsageError(
          "'--by \(text)' is about tasks, of which '--all' and '--smallest' say nothing. Leave these"
            + " out.")
      }
      throw UsageError(
        "'--by \(text)' is no metric that changes are ranked by. Write"
          + " \(Spelling.list(SavingMetric.allCases.map(\.rawValue))).")
    }
    return metric
  }

  /// Writes the file into a folder of its own, beside the result of the same name.
  static func write(
    _ bytes: [UInt8], to out: String, name: String, replacing replaces: Bool
  ) throws -> String {
    let folder = (out as NSString).appendingPathComponent("\(name).whatif")
    try WholeFiles.makeFolder(folder)
    let path = (folder as NSString).appendingPathComponent(WhatIfFile.name)
    try WholeFiles([(path, String(decoding: bytes, as: UTF8.self))]).write(replacing: replaces)
    return path
  }
}
