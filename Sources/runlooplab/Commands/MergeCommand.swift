import Foundation
import LabAnswer
import LabReport
import LabResults
import LabStudy
import LabText

/// `runlooplab merge`: many shards, one result.
enum MergeCommand {
  static let subcommand = Command.Subcommand(
    usage, "join the shards of experiments into one result"
  ) { words in
    let arguments = try usage.parse(words)
    guard !arguments.operands.isEmpty else {
      throw UsageError("no shard is named. Name the folders that hold them.")
    }
    let out = arguments.text("--out") ?? "results"
    let merges = try ShardMerge.find(in: arguments.operands)
    let told = RunReport(
      of: merges.count, isQuiet: arguments.has("--quiet"), on: Terminal.screen,
      plots: Terminal.plots, say: Terminal.print)
    let reasons = FailureReasons(jobs: ProcessInfo.processInfo.activeProcessorCount) {
      .terminal(about: $0)
    }
    var reports = try ReportOption(
      arguments, try merges.map { ($0.name, try $0.plan) }, out: out)
    let summaries = try merges.map { merge in
      let result = try merge.write(
        to: (out as NSString).appendingPathComponent(merge.name),
        arguments.has("--force") ? .discard : .keep)
      let answer = try reports.answer(about: result)
      try told.add(result, found: answer)
      try reports.add(answer, of: result, reasons)
      return ExperimentSummary(result)
    }
    try reports.finish()
    return told.conclude(summaries, out: out).status
  }

  private static let usage = Usage(
    name: "merge", operands: "DIR …",
    options: [
      Option(
        "--out", "DIR", "the folder for results (default: results)", value: .folder, short: "-o"),
      Option("--force", nil, "discard runs of the whole that were begun and not finished"), .quiet,
    ] + ReportOption.options,
    text:
      "Joins the shards that 'run --shard' wrote into the very bytes that one run would have written"
      + " to results/NAME/, and prints the table and the verdicts. A DIR is a shard, or"
      + " contains shards.",
    examples: [
      "runlooplab run carousel --shard 1/2 --out parts",
      "runlooplab run carousel --shard 2/2 --out parts",
      "runlooplab merge parts",
    ], experiment: nil)
}
