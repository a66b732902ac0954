import LabExperiment
import LabReport
import LabResults
import LabText

/// `runlooplab check`: parse and validate, list the runs; run nothing.
enum CheckCommand {
  static let subcommand = Command.Subcommand(
    usage, "find the mistakes in scripts; --plan lists the runs"
  ) { words in
    let arguments = try usage.parse(words)
    let paths = try Scripts.paths(arguments.operands)
    let (lists, columns) = (arguments.traceLists, try arguments.columns())
    let isSized = lists != nil || arguments.has(Option.metrics.name)
    guard let plans = try PlanOptions(arguments).plans(paths) else { return .wrongInput }
    for (path, plan) in zip(paths, plans) {
      if arguments.has("--plan") { list(plan) }
      if isSized {
        Terminal.print(sizes(of: lists ?? [], columns.names(for: plan.experiment), plan))
      }
      if !isSized, !arguments.has("--plan") { judge(plan, path) }
    }
    return .success
  }

  private static func judge(_ plan: Plan, _ path: String) {
    Scripts.showNotes(on: plan.experiment)
    let path = path.onOneLine
    let expectations = plan.experiment.expectationTexts.count
    Terminal.print(
      "\(path): \(counted(plan.count, "run")), \(counted(expectations, "expectation")), no mistakes"
    )
    if expectations == 0 {
      Terminal.printError(
        "\(path): warning: no expectations. Without 'expect' an experiment cannot fail.")
    }
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
      for choice in run.point { text += "\(choice.name) = \(choice.value)  " }
      text += "seed \(run.seed)\n"
      if text.utf8.count > 1 << 16 { flush() }
    }
    flush()
  }

  /// About how large files will be, in words.
  private static func sizes(
    of lists: [TraceList], _ columns: [String]?, _ plan: Plan
  ) -> String {
    func words(_ bytes: Int) -> String {
      bytes < 1_000_000 ? "about \(max(1, bytes / 1000)) kB" : "about \(bytes / 1_000_000) MB"
    }
    var table = TextTable([.left, .right])
    for (name, bytes) in FileSizes(of: plan, columns: columns).files {
      table.append([name, words(bytes)])
    }
    for list in lists {
      table.append([
        "\(list.rawValue).csv", list.estimate(of: plan).map(words) ?? "by what happens",
      ])
    }
    return table.lines.joined(separator: "\n")
  }

  private static let usage = Usage(
    name: "check", operands: "FILE|DIR …",
    options: [
      Option("--plan", nil, "list every run with its arm, sweep values and seed"), .trace, .metrics,
    ] + PlanOptions.options,
    text:
      "Reads scripts and the recordings that they name, reports every mistake with its place, and"
      + " runs nothing. With --trace or --metrics, says about how large the files of 'run' will be.",
    example:
      "experiments\n         runlooplab check mine.lab --plan --only '{block} >= 50 ms'")
}
