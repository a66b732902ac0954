import Foundation
import LabExperiment
import LabReport

/// `runlooplab run`: perform, report, judge.
enum RunCommand {
  static let subcommand = Command.Subcommand(
    name: "run", summary: "run experiments and check their expectations", help: help,
    perform: perform)

  private static let help = """
    Usage: runlooplab run FILE|DIR … [OPTION …]

    Performs every run of each experiment in virtual time, prints a table and the verdicts, and writes
    CSV reports to results/<experiment>/. A result that is there already is replaced, unless a file
    in it was changed or is not the lab's.

      --out DIR          the folder for results, instead of 'results'; '-' writes runs.csv to
                         standard output and no files
      --trace            also lists every refresh, firing and event, and sets the rules for bad
                         frames side by side (frame_rules.csv, rule_agreement.csv)
      --presentmon V     also writes presentmon.csv with the columns of PresentMon, v1 or v2
      --resume           goes on with results that were begun and not finished, and
                         skips those that are finished
      --force            discards runs that were begun and not finished
      --shard K/N        performs the K-th of N parts alone, for 'merge' to join; 'auto' and 'auto/N'
                         take K from the array of jobs of Slurm, Kubernetes or GNU parallel
      --seed N           another seed than the script's
      --repeat N         another number of replications
      --set NAME=VALUES  other values for a sweep, such as --set 'hiccup=10 ms, 20 ms'
      --only CONDITION   some of the runs, such as --only 'arm == link && hiccup >= 50 ms'
      --jobs N           how many runs are performed at a time; the results do not depend on it
      --quiet            prints only expectations that fail

    Example: runlooplab run experiments/lost-ticks.lab --trace
    """

  private struct Job {
    let name: String
    let path: String
    let plan: Plan
  }

  private static func perform(_ words: [String]) throws -> ExitStatus {
    let arguments = try Arguments(
      words,
      options: [
        "--out", "--seed", "--repeat", "--set", "--only", "--jobs", "--presentmon", "--shard",
      ],
      switches: ["--trace", "--force", "--resume", "--quiet"])
    let paths = try Scripts.paths(arguments.operands)
    try Scripts.checkNames(of: paths)
    let overrides = try Scripts.overrides(arguments.all("--set"))
    let seed: UInt64? = try arguments.number("--seed", in: 0...UInt64.max)
    let replications: Int? = try arguments.number("--repeat", in: 1...1_000_000)
    let only = arguments.text("--only")
    let presentMon = try presentMonVersion(arguments.text("--presentmon"))
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let jobs = try arguments.number("--jobs", in: 1...1024) ?? cores
    guard let experiments = try Scripts.read(paths, overriding: overrides, showsNotes: true)
    else { return .wrongInput }

    let plans = try zip(paths, experiments).map { path, experiment in
      Job(
        name: Scripts.name(of: path), path: path,
        plan: try experiment.plan(seed: seed, replications: replications, only: only))
    }
    for job in plans { try checkName(of: job) }
    let out = try folder(arguments.text("--out"))
    let shard = try shard(arguments.text("--shard"))
    let isQuiet = arguments.has("--quiet")
    if out == "-" {
      try checkStreaming(plans, arguments, shard)
      return try stream(plans[0], jobs: jobs, quiet: isQuiet)
    }
    let policy = policy(arguments)
    let tasks = try plans.map { job in
      let request = RunRequest(
        job.name, job.plan, listsEvents: arguments.has("--trace"), presentMon: presentMon,
        shard: shard)
      return try task(job, request, out: out, policy)
    }
    Interruption.watch()
    var summaries: [ExperimentSummary] = []
    for (job, task) in zip(plans, tasks) {
      if let summary = try perform(job, task, jobs: jobs, quiet: isQuiet) {
        summaries.append(summary)
      }
    }
    guard shard.isWhole else {
      if !isQuiet {
        Terminal.print("shard \(shard) is in \(out)/. 'runlooplab merge \(out)' joins all of them.")
      }
      return .success
    }
    return Reporting.conclude(summaries, out: out, quiet: isQuiet)
  }

  /// What is to be done for an experiment.
  private enum Task {
    case perform(ResultWriter)
    case nothing(FinishedResult)
  }

  /// Opens the result of an experiment; with `--resume` a finished one counts as done.
  private static func task(
    _ job: Job, _ request: RunRequest, out: String, _ policy: ResultFolder.Policy
  ) throws(ResultFolder.Failure) -> Task {
    let path = (out as NSString).appendingPathComponent(request.folder)
    let resumes = policy == .resume || policy == .resumeOrDiscard
    if resumes, let finished = FinishedResult(of: request, at: path) { return .nothing(finished) }
    return .perform(try ResultWriter(request, job.plan, at: path, policy))
  }

  private static func perform(
    _ job: Job, _ task: Task, jobs: Int, quiet: Bool
  ) throws -> ExperimentSummary? {
    switch task {
    case .nothing(let finished):
      Reporting.report(finished, quiet: quiet)
      return ExperimentSummary(finished)
    case .perform(let writer):
      let progress = Progress(job.name, total: writer.limit, isShown: !quiet)
      defer { progress.end() }
      guard let result = try writer.perform(jobs: jobs, progress: progress.update) else {
        return nil
      }
      progress.end()
      Reporting.report(result, quiet: quiet)
      if !quiet { Reporting.explain(result, path: job.path, jobs: jobs) }
      return ExperimentSummary(result)
    }
  }

  /// Throws if the name of a script cannot be that of a folder and of an experiment in tables.
  private static func checkName(of job: Job) throws(Arguments.Mistake) {
    guard !RunRequest.isName(job.name) else { return }
    throw Arguments.Mistake(
      message: "'\(job.path)' gives its experiment the name '\(job.name)'. Rename the file, so that"
        + " its name begins with a letter or a digit and holds nothing invisible.")
  }

  private static func folder(_ text: String?) throws(Arguments.Mistake) -> String {
    let out = text ?? "results"
    guard out != "~", !out.hasPrefix("~/") else {
      throw Arguments.Mistake(
        message: "the shell does not expand '--out=\(out)'. Write '--out \(out)' with a space.")
    }
    return out
  }

  /// Throws if something is asked for that standard output cannot hold.
  private static func checkStreaming(
    _ plans: [Job], _ arguments: Arguments, _ shard: Shard
  ) throws(Arguments.Mistake) {
    guard shard.isWhole else {
      throw Arguments.Mistake(message: "a shard is a folder. Leave out '--out -'.")
    }
    guard plans.count == 1 else {
      throw Arguments.Mistake(
        message: "'--out -' writes one runs.csv, and there are \(plans.count) scripts. Name one.")
    }
    for option in ["--trace", "--presentmon", "--force", "--resume"]
    where arguments.has(option) || arguments.text(option) != nil {
      throw Arguments.Mistake(
        message: "'\(option)' is about files, and '--out -' writes none. Leave one of them out.")
    }
  }

  private static func shard(_ text: String?) throws(Arguments.Mistake) -> Shard {
    guard let text else { return .whole }
    do {
      return try Shard(text, environment: ProcessInfo.processInfo.environment)
    } catch {
      throw Arguments.Mistake(message: error.message)
    }
  }

  private static func presentMonVersion(
    _ text: String?
  ) throws(Arguments.Mistake) -> PresentMonVersion? {
    guard let text else { return nil }
    guard let version = PresentMonVersion(rawValue: text) else {
      throw Arguments.Mistake(message: "'--presentmon \(text)' is neither 'v1' nor 'v2'.")
    }
    return version
  }

  private static func policy(_ arguments: Arguments) -> ResultFolder.Policy {
    switch (arguments.has("--force"), arguments.has("--resume")) {
    case (true, true): .resumeOrDiscard
    case (true, false): .discard
    case (false, true): .resume
    case (false, false): .keep
    }
  }

  /// Writes `runs.csv` to standard output, and what else there is to say to standard error.
  private static func stream(_ job: Job, jobs: Int, quiet: Bool) throws -> ExitStatus {
    let result = try ExperimentResult(name: job.name, performing: job.plan, jobs: jobs)
    try result.writeRuns(to: Terminal.writeResults)
    let text = Reporting.text(result, quiet: quiet, colours: false)
    if !text.isEmpty { Terminal.printError(text) }
    return result.holds ? .success : .expectationFailed
  }
}
