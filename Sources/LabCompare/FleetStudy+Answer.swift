package import LabAnswer
import LabText

extension FleetStudy {
  /// How many changes are shown of each kind.
  private static let most = 10

  /// What was found over all recordings, which are called as they were named.
  package func answer(of subject: String) -> Answer {
    let head =
      "\(counted(singles.count, "recording")), \(Int(singles.dropped)) dropped frames in all."
      + " A share is of these; its 95 % interval is over recordings."
    let hidden = leftOut.count - Self.most
    // Files that are wrong come first.
    let left =
      (leftOut.filter(\.isWrong) + leftOut.filter { !$0.isWrong }).prefix(Self.most).map {
        Answer.Sentence(
          $0.isWrong
            ? "Left out: \($0.name): \($0.reason)" : "Left out: \($0.name), since \($0.reason).",
          as: "left out")
      } + (hidden > 0 ? ["Left out: \(counted(hidden, "other recording"))."] : [])
    return Answer(
      "why --all", of: subject,
      [
        [.sentences([Answer.Sentence(head, as: "summary")])],
        singles.count == 0
          ? [.sentences(["No recording could be ranked."])]
          : shown.isEmpty ? [.sentences(["No change helps."])] : [.table(table)],
        enough.map { [.sentences([Answer.Sentence($0, as: "enough")])] } ?? [],
        left.map { .sentences([$0]) },
      ])
  }

  private var shown: [FleetRanking.Entry] {
    let entries = pairs.entries.prefix(Self.most / 2) + singles.entries
    return Array(
      entries.filter { $0.share != 0 }.sorted { $0.share > $1.share }.prefix(Self.most))
  }

  private var table: Table {
    Table(
      "changes",
      [
        .words("change").cut, .number("saves_pct", ["fewer %"], .fixed(1)),
        .number("ci95_low_pct", ["95 %", "from"], .fixed(1)),
        .number("ci95_high_pct", ["", "to"], .fixed(1)), .number("harms"),
        .number("recordings", ["of"]),
      ],
      shown.map { entry in
        [
          .text(entry.change), .number(100 * entry.share),
          entry.interval.map { .number(100 * $0.lowerBound) } ?? .blank,
          entry.interval.map { .number(100 * $0.upperBound) } ?? .blank, .count(entry.harms),
          .count(singles.count),
        ]
      })
  }

  private var enough: String? {
    guard let agreement = singles.agreement else { return nil }
    let share = decimalText(Double(agreement) / 10, decimals: 0...1)
    let words =
      singles.isEnough == true
      ? "These recordings are enough" : "These recordings are not enough: record more"
    return "\(words): in \(share) % of 1,000 halves of them the same three kinds of change help"
      + " most."
  }
}
