import Foundation
import LabAnswer
import LabExperiment
import LabLanguage
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab run`: perform, report, judge.
enum RunCommand {
  static let subcommand = Command.Subcommand(
    usage, "run scripts, and check what they expect", perform: perform)

  private struct Job {
    let name: String
    let path: String
    let heading: String?
    let plan: Plan
  }

  private static func perform(_ words: [String]) throws -> ExitStatus {
    let arguments = try usage.parse(words)
    let paths = try Scripts.paths(arguments.operands)
    try Scripts.checkNames(of: paths)
    let presentMon = arguments.text("--presentmon").flatMap(PresentMonVersion.init)
    let (jobs, metrics) = (try arguments.jobs(), try arguments.metrics("--metric"))
    let (plans, mistaken) = try plans(of: paths, arguments)
    let columns = try arguments.columns(shown: metrics)
    for job in plans { try check(metrics, among: columns, of: job) }
    let out = try folder(arguments.text("--out"))
    let shard = try shard(arguments.text("--shard"))
    var reports = try ReportOption(
      arguments, plans.map { ($0.path, $0.plan) }, out: out, isWhole: shard.isWhole,
      metrics: metrics)
    let reasons = FailureReasons(jobs: jobs) { .terminal(about: $0) }
    let isQuiet = arguments.has("--quiet")
    guard let first = plans.first else {
      if !reports.isEmpty { try WholeFiles.makeFolder(out) }
      try reports.finish(mistaken)
      return .wrongInput
    }
    let pages = try Pages(arguments, in: out, names: plans.map(\.name), shard: shard)
    let told = RunReport(
      of: paths.count, isQuiet: isQuiet, isFull: arguments.has("--tables"),
      isStrict: arguments.has("--strict"), metrics: metrics,
      on: out == "-" ? Screen() : Terminal.screen, plots: out == "-" ? nil : Terminal.plots,
      say: Terminal.print)
    if out == "-" {
      try checkStreaming(plans, arguments, shard)
      return try stream(
        first, jobs: jobs, columns, told, &reports, reasons)
    }
    let runs = try plans.map { job in
      let request = RunRequest(
        job.name, job.plan, lists: arguments.traceLists ?? [], presentMon: presentMon,
        shard: shard, columns: columns.names(for: job.plan.experiment))
      return try ExperimentRun(
        request, job.plan, in: out, arguments.policy, isReported: !reports.isEmpty)
    }
    let traced = plans.map { (out as NSString).appendingPathComponent($0.name) }.filter(hasLists)
    Interruption.watch()
    var summaries: [ExperimentSummary] = []
    for (job, run) in zip(plans, runs) {
      told.begin(job.heading)
      let progress = Progress(job.name, total: run.limit, isShown: !isQuiet)
      if let summary = try perform(job, run, jobs: jobs, told, progress, &reports, pages, reasons) {
        summaries.append(summary)
      }
    }
    try reports.finish(mistaken)
    try pages?.writeIndex(of: summaries, under: plans.map(\.heading))
    guard shard.isWhole else {
      if !isQuiet {
        Terminal.print("shard \(shard) is in \(out)/. 'runlooplab merge \(out)' joins all of them.")
      }
      return mistaken.isEmpty ? .success : .wrongInput
    }
    told.add(removedFrom: traced.filter { !hasLists($0) })
    let status = told.conclude(summaries, out: out).status
    if !isQuiet, let page = pages?.first(of: summaries) { Terminal.print("Page: \(page)") }
    return mistaken.isEmpty ? status : .wrongInput
  }

  /// Whether a folder has lists of `--trace`.
  private static func hasLists(_ folder: String) -> Bool {
    TraceList.allCases.contains {
      FileManager.default.fileExists(atPath: "\(folder)/\($0.rawValue).csv")
    }
  }

  /// Reads scripts and plans their runs; shows the mistakes of those that cannot be read.
  private static func plans(
    of paths: [String], _ arguments: Arguments
  ) throws -> (plans: [Job], mistaken: [(String, ScriptError)]) {
    let options = try PlanOptions(arguments)
    let (experiments, mistaken) = try Scripts.readEach(paths, overriding: options.overriding)
    let headings = Scripts.headings(of: experiments.map(\.0))
    let jobs = try zip(experiments, headings).map { script, heading in
      try Scripts.checkNames(in: script.1, of: script.0)
      return Job(
        name: Scripts.name(of: script.0), path: script.0, heading: heading,
        plan: try options.plan(script.1))
    }
    return (jobs, mistaken)
  }

  private static func perform(
    _ job: Job, _ run: ExperimentRun, jobs: Int, _ told: RunReport, _ progress: Progress,
    _ reports: inout ReportOption, _ pages: Pages?, _ reasons: FailureReasons
  ) throws -> ExperimentSummary? {
    let found: ExperimentRun.Found
    do {
      defer { progress.end() }
      found = try run.perform(
        jobs: jobs,
        underway: { run, now in progress.update(run: run.index, at: now, of: run.duration) },
        progress: { done in
          progress.update(done: done)
          try Interruption.check()
        })
    } catch let stop as Interruption.Stop {
      if let known = run.known { told.add(known: known, of: job.plan) }
      Interruption.end()
      throw stop
    }
    switch found {
    case .part: return nil
    case .before(let finished):
      try pages?.write(finished: job.plan, named: job.name)
      told.add(finished)
      return ExperimentSummary(finished)
    case .result(let result):
      let elapsed = progress.elapsed
      let answer = try reports.answer(about: result)
      try told.add(result, found: answer)
      let explanation =
        told.isExplained || pages != nil ? reasons.explanation(of: result) : nil
      told.add(explanation, of: result)
      // What came with the command is meant as it is.
      if told.isExplained, !Shipped.contains(job.path) {
        Scripts.showNotes(job.plan.experiment.notes)
      }
      try reports.add(answer, of: result, taking: elapsed, reasons)
      try pages?.write(Page(result, why: explanation), named: result.name)
      return ExperimentSummary(result)
    }
  }

  /// Throws if the table is to show a metric that is not kept.
  private static func check(
    _ metrics: [String], among columns: MetricColumns, of job: Job
  ) throws(UsageError) {
    guard case .named(let columns) = columns,
      let missing = RunRequest.metricNotKept(metrics, columns: columns, of: job.plan.experiment)
    else { return }
    throw UsageError(
      "'--metric \(missing)' is not among '--metrics \(columns.joined(separator: ","))'."
        + " Write '--metrics \((columns + [missing]).joined(separator: ","))'.")
  }

  private static func folder(_ text: String?) throws(UsageError) -> String {
    let out = text ?? "results"
    guard out != "~", !out.hasPrefix("~/") else {
      throw UsageError(
        "the shell does not expand '--out=\(out)'. Write '--out \(out)' with a space.")
    }
    return out
  }

  /// Throws if something is asked for that standard output cannot hold.
  private static func checkStreaming(
    _ plans: [Job], _ arguments: Arguments, _ shard: Shard
  ) throws(UsageError) {
    guard shard.isWhole else {
      throw UsageError("a shard is a folder. Leave out '--out -'.")
    }
    guard plans.count == 1 else {
      throw UsageError(
        "'--out -' writes one runs.csv, and there are \(plans.count) scripts. Name one.")
    }
    for option in ["--trace", "--presentmon", "--html", "--force", "--resume"]
    where arguments.has(option) {
      throw UsageError(
        "'\(option)' is about files, and '--out -' writes none. Leave one of them out.")
    }
  }

  private static func shard(_ text: String?) throws(UsageError) -> Shard {
    guard let text else { return .whole }
    return try Shard(text, environment: ProcessInfo.processInfo.environment)
  }

  /// Writes `runs.csv` to standard output, and what else there is to say to standard error.
  private static func stream(
    _ job: Job, jobs: Int, _ columns: MetricColumns, _ told: RunReport,
    _ reports: inout ReportOption, _ reasons: FailureReasons
  ) throws -> ExitStatus {
    let progress = Progress(job.name, total: job.plan.count, isShown: false)
    let result = try ExperimentResult(
      name: job.name, performing: job.plan, jobs: jobs,
      columns: columns.names(for: job.plan.experiment))
    let elapsed = progress.elapsed
    try result.writeRuns(to: Terminal.writeResults)
    let answer = try reports.answer(about: result)
    try told.add(result, found: answer)
    try reports.add(answer, of: result, taking: elapsed, reasons)
    try reports.finish()
    return told.conclude([ExperimentSummary(result)], out: nil).status
  }

  private static let usage = Usage(
    name: "run", operands: "FILE|DIR …",
    options: [
      Option(
        "--out", "DIR",
        "the folder for results (default: results)",
        more: "; '-' writes runs.csv to standard output and no files", value: .folder, short: "-o"),
      .trace,
      Option(
        "--presentmon", "V",
        "also write presentmon.csv with the columns of PresentMon: v1 or v2",
        value: .word(of: PresentMonVersion.allCases.map(\.rawValue))),
      Pages.option,
    ] + ReportOption.options + [
      Option(
        "--resume", nil,
        "go on with results that were begun and not finished, and skip those that are finished"
      ).without("--force"),
      Option(
        "--force", nil,
        "discard runs that were begun and not finished, and replace files that are not the lab's"),
      Option(
        "--shard", "K/N",
        "make the K-th of N parts alone, for 'merge' to join; 'auto' and 'auto/N' take K from the"
          + " array of jobs of Slurm, Kubernetes or GNU parallel"),
      .jobs,
      Option(
        "--strict", nil,
        "an expectation that is not judged fails, and so does a script without any"),
      Option("--tables", nil, "report each of several experiments in full"),
      .metric, .metrics, .quiet,
    ] + PlanOptions.options,
    everyday: ["--html", "--out", "--set", "--report", "--trace", "--quiet"],
    text:
      "Runs scripts in virtual time, prints a table and the verdicts, and writes CSV to"
      + " results/NAME/.",
    remarks: [
      "A result that is there already is replaced, unless a file in it was changed or is not the lab's."
    ],
    examples: [
      "runlooplab run carousel --html",
      "runlooplab run carousel --set 'display=120 Hz'",
    ])
}
