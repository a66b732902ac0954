import Foundation
import LabExperiment
import LabMetrics
import LabReport
import LabResults
import LabText

/// `runlooplab whatif`: every change tried, ranked by what it saves.
enum WhatIfCommand {
  /// How many bases are printed; all of them are in the file.
  private static let mostPrinted = 12

  static let subcommand = Command.Subcommand(
    usage, "try changes, and rank them by what they save"
  ) { words in
    let arguments = try usage.parse(words)
    return try answering {
      guard let input = try WhatIfInput(arguments) else { return .wrongInput }
      return try perform(input, arguments)
    }
  }

  /// Carries a command out, and says what its input refuses.
  static func answering(_ perform: () throws -> ExitStatus) throws -> ExitStatus {
    do {
      return try perform()
    } catch let refusal as TraceFile.Refusal {
      Terminal.printError(refusal.message)
      return refusal.status
    } catch let error as WhatIfError {
      Terminal.printError("runlooplab: error: \(error)")
      return .wrongInput
    }
  }

  private static func perform(_ input: WhatIfInput, _ arguments: Arguments) throws -> ExitStatus {
    let jobs = try arguments.jobs()
    let budget = try budget(arguments)
    let metric = try metric(arguments.text("--by"))
    let out = arguments.text("--out") ?? "results"
    if let path = arguments.text("--smallest") {
      return try SmallestFiles(path, of: input, by: metric, arguments).write()
    }
    Interruption.watchSearch()
    defer { Interruption.endIfAskedFor() }
    var studies: [WhatIfStudy] = []
    for runs in input.bases where studies.isEmpty || !Interruption.isAskedFor {
      try input.known?.check(runs[0])
      let base = try WhatIf(runs, driver: arguments.text("--driver"), jobs: jobs)
      let progress = Progress("\(input.name), \(runs[0].arm)", total: 0, isShown: true)
      defer { progress.end() }
      let study = try WhatIfStudy(
        base, by: metric, trying: input.plan.changes(of: runs[0].index), budget: budget
      ) { done, count in
        progress.update(done: done, of: count, "changes")
        return !Interruption.isAskedFor
      }
      studies.append(study)
    }
    let bytes = WhatIfFile.bytes(studies, experiment: input.name)
    let text = text(studies, on: out == "-" ? Screen() : Terminal.screen)
    guard out != "-" else {
      try Terminal.writeResults(bytes)
      Terminal.printError(text)
      return .success
    }
    Terminal.print(text)
    let path = try write(bytes, to: out, name: input.name)
    Terminal.print("\nEvery change is in \(path).")
    return .success
  }

  static func budget(_ arguments: Arguments) throws(UsageError) -> Int {
    try arguments.number("--reruns", in: 10...10_000_000) ?? 5000
  }

  private static func text(_ studies: [WhatIfStudy], on screen: Screen) -> String {
    let reports = studies.prefix(mostPrinted).map { WhatIfReport($0, on: screen).text }
    let hidden = studies.count - reports.count
    return
      (reports + (hidden > 0 ? ["… and \(hidden) more in \(WhatIfFile.name)"] : []))
      .joined(separator: "\n\n")
  }

  static func metric(_ text: String?) throws(UsageError) -> SavingMetric? {
    guard let text else { return nil }
    guard let metric = SavingMetric(rawValue: text) else {
      throw UsageError(
        "'--by \(text)' is no metric that changes are ranked by. Write"
          + " \(Spelling.list(SavingMetric.allCases.map(\.rawValue))).")
    }
    return metric
  }

  /// Writes the file beside the result of the same name, which it is no part of.
  private static func write(_ bytes: [UInt8], to out: String, name: String) throws -> String {
    let folder = (out as NSString).appendingPathComponent("\(name).whatif")
    try WholeFiles.makeFolder(folder)
    let path = (folder as NSString).appendingPathComponent(WhatIfFile.name)
    try WholeFiles([(path, String(decoding: bytes, as: UTF8.self))]).write(replacing: true)
    return path
  }

  static let driver = Option(
    "--driver", "NAME", "the timer or link that is judged (default: the one that is worst off)")
  static let by = Option(
    "--by", "METRIC", "rank by this metric (default: dropped, or double_fires without any)")
  static let reruns = Option(
    "--reruns", "N", "the most reruns for one arm at one sweep point (default: 5000)")

  private static let usage = Usage(
    name: "whatif", operands: "FILE",
    options: WhatIfInput.options + [
      driver, by, reruns, .jobs,
      Option(
        "--smallest", "FILE.lab",
        "instead: write a smallest set of tasks that still cause the problems of the first run, as a"
          + " script and recordings"),
      Option("--force", nil, "with --smallest: replace files that are there already"),
      Option("--out", "DIR", "where the file goes (default: results; '-': standard output)"),
    ] + WhatIfInput.traceOptions,
    text:
      "Performs the runs of FILE again with one thing changed, for a list of changes and for every"
      + " single task, and ranks the changes by what they save. FILE is a script, a recording"
      + " (start_us,duration_us,name), or a trace that 'import' reads. Every change is a row of"
      + " DIR/NAME.whatif/whatif.csv.",
    remarks: [
      "A change is made to what is planned: tasks arrive at the same instants (those that follow"
        + " others, when these have ended), and all draws stay the same. 'elsewhere' is one other"
        + " thread, first come, first served, and a block of 0.1 ms on the main queue at the return of"
        + " each task.",
      "Ctrl-C ends the search: what was tried so far is ranked and written, and the exit status is"
        + " that of an interrupted command (130 in a shell).",
      "'runlooplab explain saving' says what a saving is, and why attribution is something else.",
    ],
    example: "experiments/work/real-page.lab --only 'page == plotly'")
}
