package import LabAnswer
import LabExperiment
package import LabMetrics
package import LabResults
import LabText

/// What every arm has of the judged metric in one result and in another, and the verdict that
/// follows: of the dropped refreshes, unless another metric is asked for.
package struct ComparisonVerdict {
  /// The judged metric of a driver of an arm, over all sweep points.
  package struct Arm: Hashable, Sendable {
    /// The arm, with its driver if it has several.
    package let name: String
    /// The means of the first and the second result: what is counted is added over the sweep
    /// points, of anything else the mean is taken.
    package let means: [Double]
    /// Half the interval of the difference, over the sweep points; `nil` for a pair of runs.
    package let halfWidth: Double?
    /// Whether less is better.
    let isBetterBelow: Bool

    /// The second result − the first.
    package var difference: Double { means[1] - means[0] }
    /// The range in which the second result is worse: of one pair of runs the difference itself.
    package var worsening: ClosedRange<Double> {
      let worse = isBetterBelow ? difference : -difference
      return (worse - (halfWidth ?? 0))...(worse + (halfWidth ?? 0))
    }
    /// Whether it is better or worse.
    package var word: String {
      if difference == 0, halfWidth ?? 0 == 0 { return "same" }
      if worsening.contains(0) { return "within noise" }
      return worsening.lowerBound < 0 ? "better" : "worse"
    }
  }

  /// The metrics of which the first that both results have is judged.
  ///
  /// - Parameter metric: The metric or the family that is asked for; `nil` for the usual.
  /// - Returns: The metric or those by which the family is known, as far as more or less of it is
  ///   better; none if neither is.
  package static func judged(by metric: String?) -> [Metric] {
    let names = metric.map { MetricFamily.named($0)?.heads ?? [$0] } ?? ["dropped"]
    return names.compactMap { MetricDictionary.metric($0) }.filter { $0.isBetterBelow != nil }
  }

  /// How many arms are better or worse, as `Arms: 1 better, 2 same`.
  package var counts: String {
    let counts = ["worse", "better", "within noise", "same"].compactMap { word in
      let count = arms.count { $0.word == word }
      return count > 0 ? "\(count) \(word)" : nil
    }
    return arms.isEmpty ? "not identical" : "Arms: " + counts.joined(separator: ", ")
  }

  /// Every arm, in the order of the results.
  package let arms: [Arm]
  /// The lines in which the scripts differ.
  package let script: [String]
  /// What the two results are called.
  private let names: [String]
  /// What the numbers of the arms are, in parentheses; empty for those of one run.
  private let scope: String
  /// The metric that is judged, and its unit.
  private let metric: String
  private let unit: MetricUnit
  /// What differs beside the judged metric, as the end of a sentence; empty if nothing does for
  /// certain.
  private let others: String

  /// How many arms are listed on a terminal.
  package static let mostArms = 12
  private static let mostLines = 20

  private static let mostOthers = 3

  /// Takes a comparison, and the changes that are listed of it.
  ///
  /// - Parameters:
  ///   - comparison: What was compared.
  ///   - changes: What is listed of it.
  ///   - names: What the two results are called; `nil` for what tells them apart.
  package init(
    _ comparison: ResultComparison, _ changes: ComparisonFindings, named names: [String]? = nil
  ) {
    (script, self.names) = (comparison.scriptLines, names ?? comparison.names)
    let metric = comparison.judged.first.flatMap { MetricDictionary.metric(inColumn: $0.metric) }
    self.metric = metric?.name ?? "dropped"
    unit = metric?.unit ?? .refreshes
    others = Self.words(of: changes, in: comparison)
    var order: [[String]] = []
    var changes: [[String]: [ResultComparison.Change]] = [:]
    for change in comparison.judged {
      let key = Array(change.labels.suffix(2))
      if changes[key] == nil { order.append(key) }
      changes[key, default: []].append(change)
    }
    let counts = Dictionary(grouping: order) { $0[0] }.mapValues(\.count)
    let isCounted = unit == .refreshes || unit == .count
    scope = Self.scope(
      points: changes.values.map(\.count).max() ?? 1,
      runs: comparison.judged.map(\.paired.differences.count).max() ?? 1, isCounted)
    arms = order.map { key in
      let all = changes[key] ?? []
      let widths = all.map(\.paired.differences.halfWidth)
      let parts = isCounted ? 1 : Double(all.count)
      return Arm(
        name: counts[key[0]] == 1 ? key[0] : key.joined(separator: "."),
        means: [
          all.reduce(0) { $0 + ($1.means.0 ?? 0) } / parts,
          all.reduce(0) { $0 + ($1.means.1 ?? 0) } / parts,
        ],
        halfWidth: widths.contains { $0 == nil }
          ? nil : widths.reduce(0) { $0 + ($1 ?? 0) } / parts,
        isBetterBelow: metric?.isBetterBelow ?? true)
    }
  }

  private static func scope(points: Int, runs: Int, _ isCounted: Bool) -> String {
    let means = runs > 1 ? "means of \(runs) runs" : ""
    guard points > 1 else { return means.isEmpty ? "" : " (\(means))" }
    let places = "\(points) sweep points"
    guard isCounted else {
      return " (\(means.isEmpty ? "means of" : means + " at each of") \(places))"
    }
    return " (\(means.isEmpty ? "" : means + ", ")added over \(places))"
  }

  /// The verdict in a sentence; `nil` if no driver has the metric, as drops without a target.
  package var headline: String? {
    guard !arms.isEmpty else { return nil }
    func listed(_ word: String) -> String? {
      let found = arms.filter { $0.word == word }
      let named = found.prefix(3).map {
        "arm ‘\($0.name)’ \(number($0.means[0])) → \(number($0.means[1]))\(symbol)"
      }
      let more = found.count > 3 ? " and \(found.count - 3) more" : ""
      return found.isEmpty ? nil : named.joined(separator: ", ") + more
    }
    let rest = scope + others
    guard metric == "dropped" else {
      let found = ["worse", "better"].compactMap { word in
        listed(word).map { "\(word) than ‘\(names[0])’ by \(metric): \($0)" }
      }
      guard found.isEmpty else {
        return "‘\(names[1])’ is " + found.joined(separator: "; ") + scope + "."
      }
      return listed("within noise").map {
        "No arm is better or worse by \(metric) for certain: \($0)\(rest)."
      } ?? "Every arm is as good by \(metric) in ‘\(names[1])’ as in ‘\(names[0])’\(rest)."
    }
    let found = [("worse", "more"), ("better", "fewer")].compactMap { word, drops in
      listed(word).map { "\(drops) frames than ‘\(names[0])’: \($0)" }
    }
    guard found.isEmpty else {
      return "‘\(names[1])’ drops " + found.joined(separator: "; ") + scope + "."
    }
    return arms.allSatisfy { $0.word == "same" }
      ? "Every arm drops as many frames in ‘\(names[1])’ as in ‘\(names[0])’\(rest)."
      : listed("within noise").map {
        "No arm drops more or fewer frames for certain: \($0)\(rest)."
      }
  }

  /// Which metrics differ, as the end of a sentence: what people complain of before the others, and
  /// what differs most first.
  private static func words(
    of changes: ComparisonFindings, in comparison: ResultComparison
  ) -> String {
    let judged = comparison.judged.first?.metric
    let rows = changes.ranked.filter { $0.state != .other && $0.change.metric != judged }
    let all = (rows.map(\.change) + comparison.judged).map(\.labels)
    let varying = comparison.labels.indices.filter { place in Set(all.map { $0[place] }).count > 1 }
    let told = (rows.filter(isComplaint) + rows.filter { !isComplaint($0) }).map { row in
      let metric = MetricDictionary.metric(inColumn: row.change.metric)
      let unit = metric.map { $0.unit.symbol.isEmpty ? "" : " \($0.unit.symbol)" } ?? ""
      let values = [row.change.means.0, row.change.means.1].map {
        $0.map { decimalText($0, decimals: 0...2) } ?? "undefined"
      }
      let place = place(of: row.change.labels, named: comparison.labels, varying: varying)
      return "\(metric?.name ?? row.change.metric) of \(place)"
        + " \(values.joined(separator: " → "))\(unit)"
    }
    guard let first = told.first else { return "" }
    let (rest, more) = (told.dropFirst().prefix(mostOthers - 1), told.count - mostOthers)
    return "; what differs most is \(first)"
      + (rest.isEmpty ? "" : ", then \(rest.joined(separator: ", "))")
      + (more > 0 ? " and \(more) more" : "")
  }

  /// The driver, with its arm and the values of those sweeps of which there are several.
  private static func place(
    of labels: [String], named names: [String], varying: [Int]
  ) -> String {
    let arm = names.count - 2
    let driver = labels[(varying.contains(arm) ? arm : arm + 1)...].joined(separator: ".")
    let sweeps = varying.filter { $0 < arm }.map { "\(names[$0]) = \(labels[$0])" }
    return driver + (sweeps.isEmpty ? "" : " at \(sweeps.joined(separator: ", "))")
  }

  /// Whether a change is of something that people complain of: a symptom, or how long tasks take.
  private static func isComplaint(_ row: ComparisonFindings.Row) -> Bool {
    guard let metric = MetricDictionary.metric(inColumn: row.change.metric) else { return false }
    return metric.isOfTasks || metric.trouble == .doubleFires || metric.trouble?.symptom != nil
  }

  /// The verdict, what changed in the script, and the judged metric of every arm; without a driver
  /// that has it the change alone.
  package var paragraphs: [[Answer.Part]] {
    let lines = Table(
      "script", [.words("change", [])], script.prefix(Self.mostLines).map { [.text($0)] })
    let hidden = script.count - Self.mostLines
    let changes: [Answer.Part] =
      script.isEmpty
      ? []
      : [.sentences(["What was changed:"]), .table(lines)]
        + (hidden > 0 ? [.sentences(["… and \(hidden) more"])] : [])
    return [
      headline.map { [.sentences([Answer.Sentence($0, as: "verdict")])] } ?? [], changes,
      counts(upTo: Self.mostArms),
    ]
  }

  /// The judged metric of every arm, of the first arms; nothing without any.
  ///
  /// - Returns: The table, and how many arms it leaves out.
  package func counts(
    upTo limit: Int, of sides: [String] = ResultStudy.sides
  ) -> [Answer.Part] {
    guard !arms.isEmpty else { return [] }
    let hidden = arms.count - limit
    return [.table(table(of: sides).prefix(limit))]
      + (hidden > 0 ? [.sentences(["… and \(hidden) more"])] : [])
  }

  private func table(of sides: [String]) -> Table {
    Table(
      metric == "dropped" ? metric : "judged",
      [
        .words("arm", ["\(metric)\(symbol)"]).cut,
        .number("first", [sides[0]], .atMost(decimals)),
        .number("second", [sides[1]], .atMost(decimals)),
        .number("change", nil, .atMost(decimals)).signed,
        .number("half_width", ["±"], .atMost(decimals)), .words("verdict"),
      ],
      arms.map { arm in
        [.text(arm.name)] + arm.means.map(Table.Cell.number) + [
          .number(arm.difference), arm.halfWidth.map { .number($0) } ?? .blank, .text(arm.word),
        ]
      }
    ).withoutBlank("half_width")
  }

  private var symbol: String { unit.symbol.isEmpty ? "" : " \(unit.symbol)" }
  private var decimals: Int { unit == .refreshes ? 1 : 2 }

  private func number(_ value: Double) -> String { decimalText(value, decimals: 0...decimals) }
}

/// How much worse is too much: a share of the count before, or a number.
package struct WorseThan: Hashable, Sendable {
  /// What follows for the exit status.
  package enum Decision: Hashable, Sendable {
    /// It is worse than that, even at the better end of the range.
    case exceeded
    /// It is not, even at the worse end.
    case met
    /// The threshold lies within the range.
    case open
  }

  /// The number.
  package let amount: Double
  /// Whether it is a share in percent.
  package let isShare: Bool

  /// Reads `5 %` or `3`; `nil` for anything else.
  package init?(_ text: String) {
    let words = text.split(separator: " ").joined()
    isShare = words.hasSuffix("%")
    let number = isShare ? String(words.dropLast()) : words
    guard number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
      let amount = Double(number), amount.isFinite
    else { return nil }
    self.amount = amount
  }

  /// Compares a change with the threshold.
  ///
  /// - Parameters:
  ///   - range: What the change is at least and at most.
  ///   - before: How much there was before.
  /// - Returns: Whether it is worse than that, or that is open.
  package func decision(_ range: ClosedRange<Double>, before: Double) -> Decision {
    let limit = isShare ? amount / 100 * before : amount
    if range.lowerBound > limit { return .exceeded }
    return range.upperBound <= limit ? .met : .open
  }
}

extension WorseThan.Decision {
  /// How an answer ends that is judged by it.
  package var outcome: Outcome {
    switch self {
    case .met: .holds
    case .open: .undecided
    case .exceeded: .fails
    }
  }
}
