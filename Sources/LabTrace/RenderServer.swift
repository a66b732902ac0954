/// Renders one picture after the other; a newer one takes the place of the one that waits.
///
///     begin = max(available, end of the one before),  end = begin + cost
///
/// One that becomes available together with the one that waits takes its place, too. The display
/// and the metrics decide by this one rule when a picture is complete.
package struct RenderServer: Sendable {
  /// When the last picture that was begun is complete; `Int64.min` before the first.
  package private(set) var busyUntil = Int64.min
  private var waiting: (available: Int64, cost: Int64)?

  package init() {}

  /// When the picture that waits will be complete if no other one takes its place.
  package var nextEnd: Int64? { waiting.map(end(of:)) }

  /// Hands a picture over, which may begin from an instant on.
  ///
  /// - Parameters:
  ///   - available: No earlier than that of the picture before.
  ///   - cost: How long it takes; negative ones count as 0.
  /// - Returns: When the picture that waited is complete, if it had begun by then; `nil` if none
  ///   waited or this one takes its place.
  package mutating func offer(available: Int64, cost: Int64) -> Int64? {
    let hasBegun = waiting.map { $0.available < available && busyUntil <= available } ?? false
    let begun = hasBegun ? finish() : nil
    waiting = (available, max(0, cost))
    return begun
  }

  /// Begins the picture that waits, if none that becomes available from an instant on can take its
  /// place, and returns when it is complete.
  package mutating func finish(before instant: Int64) -> Int64? {
    guard let picture = waiting, picture.available < instant, busyUntil <= instant else {
      return nil
    }
    return finish()
  }

  /// Begins the picture that waits, and returns when it is complete; `nil` if none waits.
  package mutating func finish() -> Int64? {
    guard let picture = waiting else { return nil }
    busyUntil = end(of: picture)
    waiting = nil
    return busyUntil
  }

  private func end(of picture: (available: Int64, cost: Int64)) -> Int64 {
    let (end, overflow) = max(picture.available, busyUntil)
      .addingReportingOverflow(picture.cost)
    return overflow ? .max : end
  }
}
