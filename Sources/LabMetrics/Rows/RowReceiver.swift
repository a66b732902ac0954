/// Is given the rows of a run's lists while the run is measured, each as soon as all of it is
/// settled.
package protocol RowReceiver: AnyObject {
  /// The kinds of rows that are wanted.
  var kinds: RowKinds { get }

  /// Returns what is given the rows of a driver; asked once for each, in the order of their
  /// creation.
  func receiver(of driver: String) -> any DriverRowReceiver

  /// Is told how long each measured refresh lasted, in nanoseconds, in order.
  func refreshLasted(_ period: Int64)
}

/// Is given the rows of one driver, those of a kind in ascending order.
package protocol DriverRowReceiver: AnyObject {
  func receive(_ row: RefreshRow)
  func receive(_ row: FiringRow, number: Int)
  func receive(_ row: BlameRow)
  func receive(_ update: PresentedUpdate)

  /// Is told that there are no more rows, and the refreshes from one wanted frame to the next,
  /// where that is a fixed number.
  func finish(cadence: Int?)
}

/// The kinds of rows that tell what a driver did.
package struct RowKinds: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A row for every refresh.
  package static let refreshes = RowKinds(rawValue: 1)
  /// A row for every firing.
  package static let firings = RowKinds(rawValue: 2)
  /// A row for every problem and cause.
  package static let problems = RowKinds(rawValue: 4)
  /// The updates of the measured window.
  package static let updates = RowKinds(rawValue: 8)
}
