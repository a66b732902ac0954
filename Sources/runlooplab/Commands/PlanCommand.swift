import LabExperiment
import LabReport
import LabResults
import LabText

/// `runlooplab plan`: the runs of an experiment, one a line.
enum PlanCommand {
  static let subcommand = Command.Subcommand(
    usage, "list the runs of experiments"
  ) { words in
    let arguments = try usage.parse(words)
    let paths = try Scripts.paths(arguments.operands)
    guard let plans = try PlanOptions(arguments).plans(paths) else { return .wrongInput }
    for plan in plans {
      print(plan)
      let (lists, columns) = (arguments.traceLists, try arguments.columns())
      if lists != nil || arguments.text(Option.metrics.name) != nil {
        Terminal.print(sizes(of: lists ?? [], columns.names(for: plan.experiment), plan))
      }
    }
    return .success
  }

  /// Prints a line for every run, part by part.
  private static func print(_ plan: Plan) {
    var text = ""
    func flush() {
      // To print ends the line; dropLast() would count all characters.
      if text.popLast() != nil { Terminal.print(text) }
      text = ""
    }
    for index in plan.indices where plan.performs(index) {
      text += line(plan.label(of: index))
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

  private static func line(_ run: RunLabel) -> String {
    var line = "\(run.index)  \(run.arm)  "
    for choice in run.point { line += "\(choice.name) = \(choice.value)  " }
    return line + "seed \(run.seed)\n"
  }

  private static let usage = Usage(
    name: "plan", operands: "FILE|DIR …",
    options: PlanOptions.options + [.trace, .metrics],
    text:
      "Lists every run with its arm, sweep values and seed, and runs nothing; with --trace or --metrics"
      + " also about how large the files will be.",
    example: "experiments/lost-ticks.lab --only 'block >= 50 ms'")
}
