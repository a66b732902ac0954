import LabExperiment

/// One experiment among several: its verdict and one number on a line, and its answer below; of very many
/// experiments, the beginning of the answer behind the verdict, or what fails.
public struct TerminalOverview {
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
  public init(_ summary: ExperimentSummary, among count: Int, on screen: Screen) {
    self.summary = summary
    self.screen = screen
    lines = max(1, Self.lineLimit / max(1, count))
  }

  /// The overview, without a line feed at the end.
  public var text: String {
    let style = screen.style
    let isShort = lines == 1 && summary.holds && screen.width < Self.wideLine
    let number = summary.number.map { "; \($0.split(separator: " ").joined(separator: " "))" }
    let answer = lines == 1 ? summary.because.map { "  \($0)" } : nil
    let line = screen.cut(
      "✓ \(summary.name)  \(verdict)\(isShort ? "" : number ?? "")\(answer ?? "")")
    let mark = summary.holds ? style.green("✓") : style.red("✗")
    let rest = line.dropFirst(2 + summary.name.count)
    return (["\(mark) \(style.bold(summary.name))\(rest)"] + answerLines).joined(separator: "\n")
  }

  private var verdict: String {
    let failing = summary.outcomes.count { $0 == .fails }
    let unjudged = summary.outcomes.count { $0 == .notJudged }
    let count = summary.outcomes.count
    let words =
      failing > 0
      ? "\(failing) of \(count) fail"
      : count == 0 ? "no expectations" : "\(count - unjudged) of \(count) hold"
    return words + (unjudged > 0 ? ", \(unjudged) not judged" : "")
      + (summary.isOld ? ", finished before" : "")
  }

  /// The experiment's own answer, as far as there is room for it.
  private var answerLines: [String] {
    guard lines > 1 else { return [] }
    let all = screen.wrapped(summary.because ?? "", indent: 2)
    guard all.count > lines - 1 else { return all }
    let shown = all.prefix(lines - 1)
    return shown.dropLast() + [screen.cut((shown.last ?? "") + " …")]
  }
}
