import LabExperiment
package import LabStudy

/// One experiment among several: its verdict and one number on a line, and its answer below; of
/// very many experiments, the beginning of the answer behind the verdict, or what fails.
package struct TerminalOverview {
  /// How many lines all experiments together may take, if one is enough for each.
  private static let lineLimit = 116
  /// From how many columns on one line has room for the number too.
  private static let wideLine = 120

  private let summary: ExperimentSummary
  private let screen: Screen
  private let lines: Int

  /// Creates an overview of an experiment.
  ///
  /// - Parameters:
  ///   - summary: What came of it.
  ///   - count: How many experiments there are.
  ///   - screen: What it is shown on.
  package init(_ summary: ExperimentSummary, among count: Int, on screen: Screen) {
    self.summary = summary
    self.screen = screen
    lines = max(1, Self.lineLimit / max(1, count))
  }

  /// Returns what stands above the experiments of a group, below an empty line.
  package static func heading(_ name: String, on screen: Screen) -> String {
    "\n" + screen.style.bold(name)
  }

  /// The overview, without a line feed at the end.
  package var text: String {
    let (verdicts, style) = (summary.verdicts, screen.style)
    let (details, below) = lines == 1 ? (shortDetails, []) : (number, answerLines)
    let words = verdicts.words + (summary.isOld ? ", finished before" : "")
    let sign = verdicts.sign
    let line = screen.cut("\(sign) \(summary.name)  \(words)\(details)")
    let mark = verdicts.all == 0 ? sign : verdicts.hold ? style.green(sign) : style.red(sign)
    let rest = line.dropFirst(sign.count + 1 + summary.name.count)
    return (["\(mark) \(style.bold(summary.name))\(rest)"] + below).joined(separator: "\n")
  }

  private var number: String {
    summary.evidence.map { "; \($0.split(separator: " ").joined(separator: " "))" } ?? ""
  }

  /// What one line has room for: the answer, and before it what fails or, if the line is wide, a
  /// number.
  private var shortDetails: String {
    let isShort = summary.verdicts.hold && screen.width < Self.wideLine
    return (isShort ? "" : number) + (summary.because.map { "  \($0)" } ?? "")
  }

  /// The experiment's own answer, as far as there is room for it.
  private var answerLines: [String] {
    let all = screen.wrapped(summary.because ?? "", indent: 2)
    guard all.count > lines - 1 else { return all }
    let shown = all.prefix(lines - 1)
    return shown.dropLast() + [screen.cut((shown.last ?? "") + " …")]
  }
}
