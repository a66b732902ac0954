import LabAnswer
import LabExperiment
import LabText

/// `runlooplab list`: the experiments with their questions.
enum ListCommand {
  static let subcommand = Command.Subcommand(
    usage, "list experiments with their questions"
  ) { words in
    let arguments = try usage.parse(words)
    let output = try AnswerOutput(arguments)
    let operands = arguments.operands
    let title = operands.map(arguments.title).joined(separator: " ")
    let (read, mistaken) = try Scripts.readEach(
      Scripts.paths(operands.isEmpty ? [Shipped.folder ?? "experiments"] : operands))
    try output.report(mistaken)
    guard !read.isEmpty else { return try output.finish() }
    let (paths, experiments) = (read.map(\.0), read.map(\.1))
    let rows = zip(paths, experiments).map { path, experiment in
      (Scripts.name(of: path), experiment.question ?? experiment.title ?? "")
    }
    let headings = Scripts.headings(of: paths)
    let starts = headings.indices.filter { headings[$0] != nil || $0 == 0 }
    var (text, paragraphs): (String, [[Answer.Part]]) = ("", [])
    for (start, end) in zip(starts, starts.dropFirst() + [rows.count]) {
      let group = Array(rows[start..<end])
      text += start > 0 ? "\n\n" : ""
      text += (headings[start].map { $0 + "\n" } ?? "") + Terminal.list(group)
      paragraphs.append(
        (headings[start].map { [.heading($0)] } ?? [])
          + [.terms(group.map { Answer.Term($0, $1) })])
    }
    let table = Table(
      "experiments", [.words("name"), .words("path"), .words("title"), .words("question")],
      zip(paths, experiments).map { path, experiment in
        [.text(Scripts.name(of: path)), .text(path)]
          + [experiment.title, experiment.question].map { $0.map { .text($0) } ?? .blank }
      })
    try output.show(
      Answer(
        "list", of: operands.isEmpty ? "experiments" : title, paragraphs, data: [table]), as: text)
    if operands.isEmpty, Terminal.isTerminal, let folder = Shipped.folder {
      Terminal.print("\nThey are in \(folder). Run one:\nrunlooplab run \(paths[0])")
    }
    return try output.finish()
  }

  private static let usage = Usage(
    name: "list", operands: "[FILE|DIR …]", options: AnswerOutput.options,
    text:
      "Lists the experiments of a folder with the question each asks (default: 'experiments' here, or"
      + " those of the checkout from which the command was built).",
    examples: ["runlooplab list experiments/modes"])
}
