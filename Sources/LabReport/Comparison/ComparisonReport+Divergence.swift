public import LabResults

extension ComparisonReport {
  /// Returns the first event in which two traces differ, in words.
  ///
  /// Columns that are empty are left out, and those that are equal as far as the screen is too
  /// narrow.
  public func text(_ divergence: TraceDivergence) -> String {
    let events = [divergence.events.0, divergence.events.1]
    let differing = divergence.columns.indices.filter { column in
      events.allSatisfy { $0 != nil } && events[0]?[column] != events[1]?[column]
    }
    let rows =
      divergence.context.map { ("both", $0) }
      + zip(["first", "second"], events).map { ($0, $1 ?? divergence.columns.map { _ in "–" }) }
    var columns = divergence.columns.indices.filter { column in
      rows.contains { !$1[column].isEmpty }
    }
    var lines = Self.table(rows, divergence.columns, columns)
    while (lines.map(\.count).max() ?? 0) > screen.width,
      let spare = columns.lastIndex(where: { !differing.contains($0) })
    {
      columns.remove(at: spare)
      lines = Self.table(rows, divergence.columns, columns)
    }
    let underWay = divergence.underWay.map { "\($0.who) since \($0.since) ms" }
    let reason =
      differing.isEmpty
      ? "one of them has no further event in this run"
      : "in " + differing.map { divergence.columns[$0] }.joined(separator: ", ")
    let heading = screen.wrapped(
      "The traces diverge in run \(divergence.run), arm \(divergence.arm), \(reason):")
    let end = screen.wrapped(
      "Under way: \(underWay.isEmpty ? "nothing" : underWay.joined(separator: ", ")).")
    return (heading + [""] + lines + [""] + end).joined(separator: "\n")
  }

  private static func table(
    _ rows: [(String, [String])], _ names: [String], _ columns: [Int]
  ) -> [String] {
    var table = TextTable([.left] + columns.map { _ in .left })
    table.append([""] + columns.map { names[$0] })
    table.appendRule()
    for (name, row) in rows { table.append([name] + columns.map { row[$0] }) }
    return table.lines
  }
}
