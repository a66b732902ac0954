import LabAnswer
import LabExperiment
import LabMetrics
import LabResults

/// Who is to blame, arm by arm: how late each owner made callbacks, and how many slots it dropped.
struct BlameTable {
  /// How many owners of a driver are listed.
  private static let ownerLimit = 4
  private static let rowLimit = 24

  private let result: ExperimentResult
  private let screen: Screen

  init(_ result: ExperimentResult, _ screen: Screen) {
    self.result = result
    self.screen = screen
  }

  /// The ledger of all runs; nothing if no callback was late and no slot dropped.
  var lines: [String] {
    let arms = result.experiment.arms
    var shares = arms.map { arm in arm.drivers.map { _ in [BlameShare]() } }
    for run in result.table.runs {
      let arm = run % arms.count
      let (drivers, loads) = (arms[arm].drivers.count, result.table.loads(of: run).count)
      let blame = result.table.record(of: run)?.blame(drivers: drivers, loads: loads) ?? []
      for (driver, own) in blame.enumerated() {
        for share in own { BlameShare.add(share, to: &shares[arm][driver]) }
      }
    }
    var table = TextTable([.left, .left, .left, .right, .right], screen.style)
    table.append(["driver", "owner", "cause", "late ms", "dropped"])
    table.appendRule()
    var rows = 0
    var hidden = 0
    for (arm, drivers) in zip(arms, shares) {
      for (driver, own) in zip(arm.drivers, drivers) where !own.isEmpty {
        let ranked = own.enumerated().sorted { one, other in
          let (a, b) = (one.element, other.element)
          return (b.dropped, b.late, one.offset) < (a.dropped, a.late, other.offset)
        }
        let shown = ranked.prefix(min(Self.ownerLimit, Self.rowLimit - rows))
        hidden += ranked.count - shown.count
        rows += shown.count
        for (position, share) in shown.map(\.element).enumerated() {
          table.append(row(position == 0 ? "\(arm.name).\(driver)" : "", share))
        }
      }
    }
    guard rows > 0 else { return [] }
    let count = result.table.count
    let scope = count == 1 ? "" : ", all \(count) runs together"
    return screen.wrapped("Who is to blame for late callbacks and dropped refreshes\(scope):")
      + table.lines + (hidden > 0 ? ["… and \(hidden) smaller owners"] : [])
  }

  private func row(_ driver: String, _ share: BlameShare) -> [TextTable.Cell] {
    func cell(_ text: String, isZero: Bool) -> TextTable.Cell {
      TextTable.Cell(text: text, look: isZero ? .dim : .plain)
    }
    return [
      TextTable.Cell(text: driver), TextTable.Cell(text: share.owner ?? ""),
      TextTable.Cell(text: share.cause.rawValue),
      cell(ReportNumber.milliseconds(share.late), isZero: share.late == 0),
      cell("\(share.dropped)", isZero: share.dropped == 0),
    ]
  }
}
