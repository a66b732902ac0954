/// The order of changes: by what they save, then by how little they interfere.
struct Ranking {
  let primary: SavingMetric
  let secondary: SavingMetric

  init(_ primary: SavingMetric) {
    self.primary = primary
    secondary = primary == .dropped ? .doubleFires : .dropped
  }

  /// Returns the rows whose primary metric is defined, the best first; equals keep their order.
  func sorted(_ rows: [WhatIfRow]) -> [WhatIfRow] {
    rows.filter { $0.values[primary] != nil }.enumerated()
      .sorted { precedes($0, $1) }.map(\.element)
  }

  /// Returns the rows with their ranks, then those that cannot be ranked.
  func ranked(_ rows: [WhatIfRow]) -> [WhatIfRow] {
    let order = sorted(rows)
    let smaller = Intervention.allCases.map { limit in order.filter { $0.change.size.0 < limit } }
    let ranked = order.enumerated().map { place, row in
      var row = row
      row.rank = place + 1
      row.isDominated = smaller[row.change.size.0.rawValue].contains { $0.saves(asMuchAs: row) }
      return row
    }
    return ranked + rows.filter { $0.values[primary] == nil }
  }

  private func precedes(
    _ one: (offset: Int, element: WhatIfRow), _ other: (offset: Int, element: WhatIfRow)
  ) -> Bool {
    let (a, b) = (one.element, other.element)
    for metric in [primary, secondary] {
      let savings = (
        a.values[metric]?.sureSaving ?? -.infinity, b.values[metric]?.sureSaving ?? -.infinity
      )
      if savings.0 != savings.1 { return savings.0 > savings.1 }
    }
    if a.change.size != b.change.size { return a.change.size < b.change.size }
    return (a.removedWork, one.offset) < (b.removedWork, other.offset)
  }
}

extension WhatIfRow {
  /// Whether this saves at least as much in every metric that is defined for the other.
  fileprivate func saves(asMuchAs other: WhatIfRow) -> Bool {
    SavingMetric.allCases.allSatisfy { metric in
      guard let saving = other.saving(metric) else { return true }
      return self.saving(metric).map { $0 >= saving } ?? false
    }
  }
}
