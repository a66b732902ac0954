package import LabAnswer
import LabExperiment
import LabMetrics
package import LabResults
import LabText

/// How many refreshes every arm drops in one result and in another, and the verdict that follows.
package struct DropVerdict {
  /// The dropped refreshes of a driver of an arm, over all sweep points.
  package struct Arm: Hashable, Sendable {
    /// The arm, with its driver if it has several.
    package let name: String
    /// The means of the first and the second result, added over the sweep points.
    package let dropped: [Double]
    /// Half the interval of the difference, added over the sweep points; `nil` for a pair of runs.
    package let halfWidth: Double?

    /// The second result − the first.
    package var difference: Double { dropped[1] - dropped[0] }
    /// The range in which the difference lies: of one pair of runs the difference itself.
    package var range: ClosedRange<Double> {
      (difference - (halfWidth ?? 0))...(difference + (halfWidth ?? 0))
    }
    /// Whether it is better or worse.
    package var word: String {
      if difference == 0, halfWidth ?? 0 == 0 { return "same" }
      if range.contains(0) { return "within noise" }
      return difference < 0 ? "better" : "worse"
    }
  }

  /// How many arms are better or worse, as `1 better, 2 same`.
  package var counts: String {
    ["worse", "better", "within noise", "same"].compactMap { word in
      let count = arms.count { $0.word == word }
      return count > 0 ? "\(count) \(word)" : nil
    }.joined(separator: ", ")
  }

  /// Every arm, in the order of the results.
  package let arms: [Arm]
  /// The lines in which the scripts differ.
  package let script: [String]
  /// What the two results are called.
  private let names: [String]
  /// What differs beside the drops, as the end of a sentence; empty if nothing does for certain.
  private let others: String

  /// How many arms are listed on a terminal.
  package static let mostArms = 12
  private static let mostLines = 20

  private static let mostOthers = 3

  /// Takes a comparison, and the changes that are listed of it.
  package init(_ comparison: ResultComparison, _ changes: ComparisonFindings) {
    (script, names) = (comparison.scriptLines, comparison.names)
    others = Self.words(of: changes)
    var order: [[String]] = []
    var changes: [[String]: [ResultComparison.Change]] = [:]
    for change in comparison.dropped {
      let key = Array(change.labels.suffix(2))
      if changes[key] == nil { order.append(key) }
      changes[key, default: []].append(change)
    }
    let counts = Dictionary(grouping: order) { $0[0] }.mapValues(\.count)
    arms = order.map { key in
      let all = changes[key] ?? []
      let widths = all.map(\.paired.differences.halfWidth)
      return Arm(
        name: counts[key[0]] == 1 ? key[0] : key.joined(separator: "."),
        dropped: [
          all.reduce(0) { $0 + ($1.means.0 ?? 0) }, all.reduce(0) { $0 + ($1.means.1 ?? 0) },
        ],
        halfWidth: widths.contains { $0 == nil } ? nil : widths.reduce(0) { $0 + ($1 ?? 0) })
    }
  }

  /// The verdict in a sentence; `nil` if no driver has a target.
  package var headline: String? {
    guard !arms.isEmpty else { return nil }
    func listed(_ word: String) -> String? {
      let found = arms.filter { $0.word == word }
      let named = found.prefix(3).map {
        "arm ‘\($0.name)’ \(Self.number($0.dropped[0])) → \(Self.number($0.dropped[1]))"
      }
      let more = found.count > 3 ? " and \(found.count - 3) more" : ""
      return found.isEmpty ? nil : named.joined(separator: ", ") + more
    }
    let found = [("worse", "more"), ("better", "fewer")].compactMap { word, drops in
      listed(word).map { "\(drops) frames than ‘\(names[0])’: \($0)" }
    }
    guard found.isEmpty else { return "‘\(names[1])’ drops " + found.joined(separator: "; ") + "." }
    return arms.allSatisfy { $0.word == "same" }
      ? "Every arm drops as many frames in ‘\(names[1])’ as in ‘\(names[0])’\(others)."
      : listed("within noise").map {
        "No arm drops more or fewer frames for certain: \($0)\(others)."
      }
  }

  /// Which metrics differ, as the end of a sentence: what people complain of before the others, and
  /// what differs most first.
  private static func words(of changes: ComparisonFindings) -> String {
    let rows = changes.ranked.filter { $0.state != .other && $0.change.metric != "dropped" }
    let told = (rows.filter(isComplaint) + rows.filter { !isComplaint($0) }).map { row in
      let metric = MetricDictionary.metric(inColumn: row.change.metric)
      let unit = metric.map { $0.unit.symbol.isEmpty ? "" : " \($0.unit.symbol)" } ?? ""
      let values = [row.change.means.0, row.change.means.1].map {
        $0.map { decimalText($0, decimals: 0...2) } ?? "undefined"
      }
      return "\(metric?.name ?? row.change.metric) of \(row.change.labels.last ?? "")"
        + " \(values.joined(separator: " → "))\(unit)"
    }
    guard let first = told.first else { return "" }
    let (rest, more) = (told.dropFirst().prefix(mostOthers - 1), told.count - mostOthers)
    return "; what differs most is \(first)"
      + (rest.isEmpty ? "" : ", then \(rest.joined(separator: ", "))")
      + (more > 0 ? " and \(more) more" : "")
  }

  /// Whether a change is of something that people complain of: a symptom, or how long tasks take.
  private static func isComplaint(_ row: ComparisonFindings.Row) -> Bool {
    guard let metric = MetricDictionary.metric(inColumn: row.change.metric) else { return false }
    return metric.isOfTasks || metric.trouble == .doubleFires || metric.trouble?.symptom != nil
  }

  /// The verdict, what changed in the script, and the dropped refreshes of every arm; without a
  /// driver that has a target the change alone.
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

  /// How many refreshes every arm drops, of the first arms; nothing without any.
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
      "dropped",
      [
        .words("arm", ["dropped"]).cut, .number("first", [sides[0]], .atMost(1)),
        .number("second", [sides[1]], .atMost(1)), .number("change", nil, .atMost(1)).signed,
        .number("half_width", ["±"], .atMost(1)), .words("verdict"),
      ],
      arms.map { arm in
        [.text(arm.name)] + arm.dropped.map(Table.Cell.number) + [
          .number(arm.difference), arm.halfWidth.map { .number($0) } ?? .blank, .text(arm.word),
        ]
      }
    ).withoutBlank("half_width")
  }

  private static func number(_ value: Double) -> String { decimalText(value, decimals: 0...1) }
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
