import LabKernel
package import LabWorkload

/// How long the callbacks of the dates of a driver took, as it stands in a file.
package struct DatedTable {
  package static let header = "due_ns,duration_ns"

  package let durations: DatedDurations

  /// Reads a table with the columns `due_ns,duration_ns`.
  ///
  /// - Throws: The first row that is not two whole numbers of nanoseconds, or that is due before
  ///   its predecessor, or the mistake that there is none.
  package init(_ source: SourceText) throws(Mistake) {
    guard source.lines[0] == Self.header else {
      throw Mistake(
        Place(source: source, line: 1, column: 1),
        "this is not a table of costs. Its first line must be '\(Self.header)'.")
    }
    var entries: [DatedDurations.Entry] = []
    for (index, line) in source.lines.enumerated().dropFirst() where !line.isEmpty {
      let place = Place(source: source, line: index + 1, column: 1)
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == 2, let due = Self.nanoseconds(fields[0]),
        let duration = Self.nanoseconds(fields[1])
      else {
        throw Mistake(
          place,
          "a row is a date and a duration in whole nanoseconds (at most 1000 days), with a comma.")
      }
      guard due >= entries.last?.date.nanoseconds ?? 0 else {
        throw Mistake(place, "this date is before the one above. Sort the rows by due_ns.")
      }
      entries.append(
        DatedDurations.Entry(Instant(nanoseconds: due), .nanoseconds(duration)))
    }
    guard !entries.isEmpty else {
      throw Mistake(Place(source: source, line: 1, column: 1), "this table holds no cost.")
    }
    durations = DatedDurations(entries)
  }

  private static func nanoseconds(_ field: Substring) -> Int64? {
    Int64(field).flatMap { (0...Limits.nanoseconds).contains($0) ? $0 : nil }
  }
}
