import LabExperiment
import LabReport

/// `runlooplab plan`: the runs of an experiment, one a line.
enum PlanCommand {
  static let subcommand = Command.Subcommand(
    usage, "list the runs of experiments"
  ) { words in
    let arguments = try usage.parse(words)
    let paths = try Scripts.paths(arguments.operands)
    let overrides = try Scripts.overrides(arguments.all("--set"))
    guard let experiments = try Scripts.read(paths, overriding: overrides) else {
      return .wrongInput
    }
    for experiment in experiments {
      let plan = try experiment.plan(
        seed: try arguments.number("--seed", in: 0...UInt64.max),
        replications: try arguments.number("--repeat", in: 1...1_000_000),
        only: arguments.text("--only"))
      var text = ""
      for index in plan.indices where plan.performs(index) { text += line(plan.label(of: index)) }
      // To print ends the line; dropLast() would count all characters.
      _ = text.popLast()
      Terminal.print(text)
      if let lists = arguments.traceLists { Terminal.print(sizes(of: lists, plan)) }
    }
    return .success
  }

  /// About how large lists will be, in words.
  private static func sizes(of lists: [TraceList], _ plan: Plan) -> String {
    var table = TextTable([.left, .right])
    for list in lists {
      let size = list.estimate(of: plan).map { bytes in
        bytes < 1_000_000 ? "about \(max(1, bytes / 1000)) kB" : "about \(bytes / 1_000_000) MB"
      }
      table.append(["\(list.rawValue).csv", size ?? "by what happens"])
    }
    return table.lines.joined(separator: "\n")
  }

  private static func line(_ run: Plan.Label) -> String {
    var line = "\(run.index)  \(run.arm)  "
    for choice in run.point { line += "\(choice.name) = \(choice.value)  " }
    return line + "seed \(run.seed)\n"
  }

  private static let usage = Usage(
    name: "plan", operands: "FILE|DIR …", options: [.seed, .replications, .set, .only, .trace],
    text:
      "Lists every run with its arm, sweep values and seed, and runs nothing; with --trace also about"
      + " how large the lists will be.",
    example: "experiments/lost-ticks.lab --only 'block >= 50 ms'")
}
