import LabAnswer
import LabExperiment
import LabMetrics
import LabResults
import LabText

extension RunFindings {
  /// How many owners of a driver are listed.
  private static let ownerLimit = 4

  /// Who is to blame in all runs, arm by arm: how late each owner made callbacks, and how many
  /// slots it dropped; nothing if no callback was late and no slot dropped.
  var blame: [Answer.Part] {
    var table = Table(
      nil,
      [
        .words("driver").once, .words("owner"), .words("cause"),
        .number("late_ms", ["late ms"], .fixed(2)), .number("dropped"),
      ])
    var hidden = 0
    for (driver, own) in shares {
      let ranked = own.enumerated().sorted { one, other in
        let (a, b) = (one.element, other.element)
        return (b.dropped, b.late, one.offset) < (a.dropped, a.late, other.offset)
      }.map { $0.element }
      let room = min(Self.ownerLimit, rowLimit - table.rows.count)
      hidden += max(0, ranked.count - room)
      for share in ranked.prefix(room) {
        table.append([
          .text(driver), .text(share.owner ?? ""), .text(share.cause.rawValue),
          .time(.nanoseconds(share.late)), .count(share.dropped),
        ])
      }
    }
    guard !table.rows.isEmpty else { return [] }
    let count = result.table.count
    let scope = count == 1 ? "" : count == 2 ? ", both runs" : ", all \(count) runs"
    return [
      .sentences(["Causes of late callbacks and dropped frames\(scope):"]),
      .table(table),
    ] + (hidden > 0 ? [.sentences(["… and \(counted(hidden, "smaller cause"))"])] : [])
  }

  /// The owners of each driver of each arm, in the order of the script.
  private var shares: [(driver: String, own: [BlameShare])] {
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
    return zip(arms, shares).flatMap { arm, drivers in
      zip(arm.drivers, drivers).map { ("\(arm.name).\($0)", $1) }
    }
  }
}
