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
    CSV reports to results/<experiment>/.

      --out DIR          the folder for results, instead of 'results'; '-' writes runs.csv to
                         standard output and no files
      --trace            also lists every refresh, firing and event, and sets the rules for bad
                         frames side by side (zoo.csv, disagreement.csv)
      --presentmon V     also writes presentmon.csv with the columns of PresentMon, v1 or v2
      --force            replaces results that are there already
      --resume           goes on with results that were begun and not finished
      --shard K/N        performs the K-th of N parts alone, for 'merge' to join; 'auto' and 'auto/N'
                         take K from the array of jobs of Slurm, Kubernetes or GNU parallel
      --seed N           another seed than the script's
      --repeat N         another number of replications
      --set NAME=VALUES  other values for a sweep, such as --set 'hiccup=10 ms, 20 ms'
      --only CONDITION   some of the runs, such as --only 'arm == link && hiccup >= 50 ms'
      --jobs N           how many runs are performed at a time; the results do not depend on it
      --quiet            prints only expectations that fail

    Example: runlooplab run experiments/lost-ticks.lab --trace --force
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
    let out = arguments.text("--out") ?? "results"
    let shard = try shard(arguments.text("--shard"))
    if out == "-" {
      guard shard.isWhole else {
        throw Arguments.Mistake(message: "a shard is a folder. Leave out '--out -'.")
      }
      return try stream(plans, jobs: jobs)
    }
    let writers = try plans.map { job in
      let commission = RunRequest(
        job.name, job.plan, listsEvents: arguments.has("--trace"), presentMon: presentMon,
        shard: shard)
      return try ResultWriter(
        commission, job.plan, at: (out as NSString).appendingPathComponent(commission.folder),
        try policy(arguments))
    }
    Interruption.watch()
    var results: [ExperimentResult] = []
    for (job, writer) in zip(plans, writers) {
      guard let result = try perform(job, writer, jobs: jobs) else { continue }
      Reporting.report(result, quiet: arguments.has("--quiet"))
      results.append(result)
    }
    guard shard.isWhole else {
      Terminal.print("shard \(shard) is in \(out)/. 'runlooplab merge \(out)' joins all of them.")
      return .success
    }
    return Reporting.conclude(results, out: out)
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

  private static func perform(
    _ job: Job, _ writer: ResultWriter, jobs: Int
  ) throws -> ExperimentResult? {
    let progress = Progress(job.name, total: writer.limit)
    defer { progress.end() }
    return try writer.perform(jobs: jobs, progress: progress.update)
  }

  private static func policy(
    _ arguments: Arguments
  ) throws(Arguments.Mistake) -> ResultFolder.Policy {
    switch (arguments.has("--force"), arguments.has("--resume")) {
    case (true, true):
      throw Arguments.Mistake(
        message: "'--force' begins anew and '--resume' goes on. Choose one of them.")
    case (true, false): return .replace
    case (false, true): return .resume
    case (false, false): return .keep
    }
  }

  /// Writes `runs.csv` to standard output, and what else there is to say to standard error.
  private static func stream(_ plans: [Job], jobs: Int) throws -> ExitStatus {
    var holds = true
    for job in plans {
      let result = try ExperimentResult(name: job.name, performing: job.plan, jobs: jobs)
      try result.writeRuns(to: Terminal.writeResults)
      Terminal.printError(TerminalReport(result, colours: false).text + "\n")
      holds = holds && result.holds
    }
    return holds ? .success : .expectationFailed
  }
}
