package import LabMetrics

/// Keeps what the runs of searches came to, so that a search that was broken off goes on from
/// there.
///
/// A search asks for its runs in an order that depends on their outcomes alone. They are kept in
/// this order, and a search that begins anew is given them one after the other until there are no
/// more.
package protocol SearchMemory: AnyObject {
  /// Returns what was kept of the run that a search asks for next.
  ///
  /// - Parameters:
  ///   - run: Its position in the plan of the value that is tried.
  ///   - count: How many values the search takes from it.
  /// - Returns: The values; `nil` if no such run was kept next, and from then on.
  /// - Throws: What the system says if what was kept cannot be read.
  func recall(run: Int, count: Int) throws -> [MetricValue?]?

  /// Keeps the values of a run that could not be recalled.
  func keep(_ values: [MetricValue?], ofRun run: Int) throws
}
