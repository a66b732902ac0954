import LabMetrics
import LabWorkload

extension WhatIfRow: ChangeTrial {}

extension ChangeSearch<WhatIfRow> {
  /// Ranks by what is surely saved of what counts, then of what goes with it.
  static var ofRows: Self { Self { row in row.goals.map { $0?.sureSaving } } }

  /// Returns the rows with their ranks, then those that cannot be ranked.
  func ranked(_ rows: [WhatIfRow]) -> [WhatIfRow] {
    let order = sorted(rows.filter { !$0.asksLess })
    let sizes = order.map { $0.change.size }
    let ranked = order.indices.map { place in
      var row = order[place]
      row.rank = place + 1
      row.isDominated = order.indices.contains {
        sizes[$0] < sizes[place] && order[$0].saves(asMuchAs: row)
      }
      return row
    }
    let tried = Set(order.map { $0.change })
    return ranked + rows.filter { !tried.contains($0.change) }
  }
}

extension WhatIfRow {
  /// Whether this saves at least as much in every metric that is defined for the other.
  fileprivate func saves(asMuchAs other: WhatIfRow) -> Bool {
    (self.saving ?? 0) >= (other.saving ?? 0)
      && SavingMetric.allCases.allSatisfy { metric in
        guard let saving = other.saving(metric) else { return true }
        return self.saving(metric).map { $0 >= saving } ?? false
      }
  }
}
