public import LabReport
import LabText

/// What a ranking over many recordings shows on a screen.
public struct FleetReport {
  private let study: FleetStudy
  private let screen: Screen

  /// How many changes are shown of each kind.
  private static let most = 10

  /// Creates a report.
  public init(_ study: FleetStudy, on screen: Screen = Screen()) {
    (self.study, self.screen) = (study, screen)
  }

  /// The report, without a line feed at the end.
  public var text: String {
    let count = study.singles.count
    let head = screen.wrapped(
      "\(counted(count, "recording")), \(Int(study.singles.dropped)) dropped refreshes in all."
        + " A share is of these; its 95 % interval is over recordings.")
    return ([head, table, enough, leftOut] as [[String]]).filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var table: [String] {
    let entries = study.pairs.entries.prefix(Self.most / 2) + study.singles.entries
    let shown = entries.filter { $0.share != 0 }.sorted { $0.share > $1.share }.prefix(Self.most)
    guard !shown.isEmpty else { return ["No change saves any of it."] }
    var table = TextTable([.left, .right, .right, .right])
    table.append(["change", "saves %", "95 %", "harms"])
    table.appendRule()
    for entry in shown {
      let interval = entry.interval.map {
        "\(Self.percent($0.lowerBound)) to \(Self.percent($0.upperBound))"
      }
      table.append([
        entry.change, Self.percent(entry.share), interval ?? "",
        "\(entry.harms) of \(study.singles.count)",
      ])
    }
    return table.lines
  }

  private var enough: [String] {
    guard let agreement = study.singles.agreement else { return [] }
    let share = decimalText(Double(agreement) / 10, decimals: 0...1)
    let words =
      study.singles.isEnough == true
      ? "These recordings are enough" : "These recordings are not enough: record more"
    return screen.wrapped(
      "\(words): in \(share) % of 1,000 halves of them the same three changes save most.")
  }

  private var leftOut: [String] {
    let shown = study.leftOut.prefix(Self.most)
    let hidden = study.leftOut.count - shown.count
    return shown.flatMap { screen.wrapped("Left out: \($0.name), since \($0.reason).") }
      + (hidden > 0 ? ["Left out: \(counted(hidden, "other recording"))."] : [])
  }

  private static func percent(_ share: Double) -> String {
    decimalText(100 * share, decimals: 1...1)
  }
}
