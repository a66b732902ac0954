import LabExperiment
import LabReport
import LabResults
import LabText

/// `runlooplab list`: the experiments with their questions.
enum ListCommand {
  static let subcommand = Command.Subcommand(
    usage, "list experiments with their questions"
  ) { words in
    let operands = try usage.parse(words).operands.map(Shipped.place)
    let paths = try Scripts.paths(operands.isEmpty ? [Shipped.folder ?? "experiments"] : operands)
    guard let experiments = try Scripts.read(paths) else { return .wrongInput }
    let rows = zip(paths, experiments).map { path, experiment in
      (Scripts.name(of: path), experiment.question ?? experiment.title ?? "")
    }
    let headings = Scripts.headings(of: paths)
    let starts = headings.indices.filter { headings[$0] != nil || $0 == 0 }
    for (start, end) in zip(starts, starts.dropFirst() + [rows.count]) {
      let heading = headings[start].map { (start > 0 ? "\n" : "") + $0 + "\n" } ?? ""
      Terminal.print(heading + Terminal.list(Array(rows[start..<end])))
    }
    if operands.isEmpty, Terminal.isTerminal, let folder = Shipped.folder {
      Terminal.print("\nThey are in \(folder). Run one:\nrunlooplab run \(paths[0])")
    }
    return .success
  }

  private static let usage = Usage(
    name: "list", operands: "[FILE|DIR …]", options: [],
    text:
      "Lists the experiments of a folder with the question each asks (default: 'experiments' here, or"
      + " those of the checkout from which the command was built).",
    examples: ["runlooplab list experiments/modes"])
}
