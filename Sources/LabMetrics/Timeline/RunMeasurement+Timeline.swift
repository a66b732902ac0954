public import LabKernel
public import LabTrace

extension RunMeasurement {
  /// Draws some refreshes of the run.
  ///
  /// - Parameters:
  ///   - trace: The trace that was measured.
  ///   - refreshes: Which refreshes; those without an end are left out.
  ///   - drivers: Which timers and display links; `nil` for all.
  ///   - columns: Into how many columns each refresh is divided; at least 1.
  /// - Returns: The picture, or `nil` if none of these refreshes has an end.
  /// - Complexity: O(n) for n records, for every row.
  public func timeline(
    of trace: Trace, refreshes: Range<Int>, drivers: [String]? = nil,
    columns: Int = Timeline.usualColumns
  ) -> Timeline? {
    guard let grid = grid(refreshes, columns) else { return nil }
    let artist = TimelineArtist(trace, self, grid)
    let rows = artist.subjects(drivers: drivers ?? self.drivers.map { $0.name })
    return Timeline(
      refreshes: grid.refreshes, columns: columns, rows: rows.compactMap(artist.row),
      times: grid.times)
  }

  /// Draws the same refreshes, columns and rows as another picture has.
  ///
  /// - Returns: The picture, without the rows whose subjects the run does not know; `nil` if it
  ///   does not have all these refreshes.
  public func timeline(of trace: Trace, like other: Timeline) -> Timeline? {
    guard let grid = grid(other.refreshes, other.columns), grid.refreshes == other.refreshes
    else { return nil }
    let artist = TimelineArtist(trace, self, grid)
    return Timeline(
      refreshes: grid.refreshes, columns: grid.columns,
      rows: other.rows.compactMap { artist.row(of: $0.subject) }, times: grid.times)
  }

  /// Returns the refreshes that a stretch of the run touches.
  ///
  /// - Complexity: O(log n) for n refreshes.
  public func refreshes(from begin: Instant, for length: Duration) -> Range<Int> {
    let vsyncs = times.vsyncs
    let end = begin.advanced(by: length).nanoseconds
    let first = max(0, vsyncs.partitionIndex { $0 > begin.nanoseconds } - 1)
    return first..<max(first, vsyncs.partitionIndex { $0 >= end })
  }

  private func grid(_ refreshes: Range<Int>, _ columns: Int) -> TimelineGrid? {
    precondition(columns >= 1, "a refresh cannot have \(columns) columns")
    let vsyncs = times.vsyncs
    let drawn = refreshes.clamped(to: 0..<max(0, vsyncs.count - 1))
    return drawn.isEmpty ? nil : TimelineGrid(drawn, columns: columns, vsyncs: vsyncs)
  }
}
