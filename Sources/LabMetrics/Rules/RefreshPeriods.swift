/// How long refreshes lasted that are given one by one, and how long one of them usually is.
package struct RefreshPeriods: Sendable {
  private var periods: SampleColumn

  /// Begins without refreshes.
  ///
  /// - Parameter room: How many periods are kept.
  package init(room: Int = RunStream.usualRoom) {
    periods = SampleColumn(room: room, for: .median)
  }

  /// Adds a period in nanoseconds.
  package mutating func add(_ period: Int64) { periods.add(period) }

  /// Finds the median, the upper one of two.
  ///
  /// - Parameter numbers: Gives the same periods once more; asked only if they did not fit.
  /// - Throws: What reading throws.
  /// - Returns: The median; `nil` without refreshes.
  package func median<Failure>(
    reading numbers: ((Int64) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> Int64? {
    guard !periods.isEmpty else { return nil }
    let middle = periods.count / 2
    let column = try periods.exact(at: [middle]) { column throws(Failure) in
      try numbers { column.add($0) }
    }
    return column.numbers(at: [middle])[0]
  }
}
