import LabExperiment

/// What a person reads last after several experiments: a line for each, and its answer.
public struct TerminalOverview {
  private let summaries: [ExperimentSummary]
  private let style: Style

  /// Creates an overview.
  ///
  /// - Parameters:
  ///   - summaries: What to say of the experiments.
  ///   - colours: Whether to use the terminal's colours.
  public init(_ summaries: [ExperimentSummary], colours: Bool) {
    self.summaries = summaries
    style = Style(isOn: colours)
  }

  /// The overview, without a line feed at the end.
  public var text: String {
    summaries.flatMap { summary in
      let held = summary.outcomes.count { $0 == .holds }
      let unjudged = summary.outcomes.count { $0 == .notJudged }
      let mark = summary.holds ? style.green("✓") : style.red("✗")
      return [
        "\(mark) \(style.bold(summary.name))  \(held) of \(summary.outcomes.count) expectations hold"
          + (unjudged > 0 ? ", \(unjudged) not judged" : "")
          + (summary.isOld ? " (finished before)" : "")
      ] + wrapped(summary.because ?? "", indent: 2)
    }.joined(separator: "\n")
  }
}
