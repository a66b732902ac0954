import LabExperiment
import LabResults
import LabStudy
import LabText

/// `runlooplab check`: parse and validate, list the runs.
enum CheckCommand {
  static let subcommand = Command.Subcommand(
    usage, "find the mistakes in scripts; --plan lists the runs"
  ) { words in
    let arguments = try usage.parse(words)
    let paths = try Scripts.paths(arguments.operands)
    let (lists, columns) = (arguments.traceLists, try arguments.columns())
    let isSized = lists != nil || arguments.has(Option.metrics.name)
    let output = try AnswerOutput(arguments, isBrief: !isSized)
    let options = try PlanOptions(arguments)
    let (experiments, mistaken) = try Scripts.readEach(paths, overriding: options.overriding)
    let plans = try experiments.map { ($0.0, try options.plan($0.1)) }
    for (_, plan) in plans {
      if arguments.has("--plan") { list(plan) }
      Scripts.showNotes(plan.experiment.notes)
    }
    try output.report(mistaken)
    return try output.show(
      plans.map { path, plan in
        let title = arguments.title(of: path).onOneLine
        return isSized
          ? CheckStudy(
            plan, of: title, named: Scripts.name(of: path), listing: lists ?? [],
            columns: columns.names(for: plan.experiment))
          : CheckStudy(plan, of: title)
      })
  }

  /// Prints a line for every run, part by part.
  private static func list(_ plan: Plan) {
    var text = ""
    func flush() {
      // To print ends the line; dropLast() would count all characters.
      if text.popLast() != nil { Terminal.print(text) }
      text = ""
    }
    for index in plan.indices where plan.performs(index) {
      let run = plan.label(of: index)
      text += "\(run.index)  \(run.arm)  "
      for choice in run.place { text += "\(choice.name) = \(choice.value)  " }
      text += "seed \(run.seed)\n"
      if text.utf8.count > 1 << 16 { flush() }
    }
    flush()
  }

  private static let usage = Usage(
    name: "check", operands: "FILE|DIR …",
    options: [
      Option("--plan", nil, "list every run with its arm, sweep values and seed"), .trace, .metrics,
    ] + PlanOptions.options + AnswerOutput.options,
    everyday: ["--plan", "--trace", "--metrics", "--set", "--only", "--report"],
    text:
      "Reads scripts and the recordings that they name, reports every mistake with its place, and"
      + " runs nothing. With --trace or --metrics, performs up to about a hundred runs, and says how"
      + " large the files of 'run' will be.",
    examples: [
      "runlooplab check experiments/modes",
      "runlooplab check experiments/timers/beat.lab --plan --only 'arm == timer'",
    ])
}
