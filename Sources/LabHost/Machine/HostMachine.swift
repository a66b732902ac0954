/// What a stage on the host needs of the machine: a clock, and threads beside that of the loop.
///
/// All instants are whole nanoseconds since the start of the run. A test may give a machine in
/// virtual time.
package protocol HostMachine: AnyObject {
  /// The present.
  var now: Int64 { get }

  /// Settles when the run starts, and makes the calling thread the one of the loop.
  func prepare() throws(HostError)

  /// Makes the calling thread one of the run, if it is not yet.
  func enter()

  /// Lets agents act from now on, each on a thread of its own, and returns at the start of the run.
  func start(_ agents: [any HostAgent])

  /// Returns when no agent acts any more.
  func stop()

  /// Keeps the calling thread busy until an instant, and returns when that was.
  func occupy(until instant: Int64) -> Int64

  /// What the monotonic clock of the host shows at an instant.
  func clock(of instant: Int64) -> UInt64

  /// The date that the run loop takes for an instant.
  func date(of instant: Int64) -> Double
}

/// What happens outside of the loop's thread, one act after the other.
package protocol HostAgent: AnyObject, Sendable {
  /// When it acts next; `nil` for never again.
  var due: Int64? { get }

  /// Acts once.
  func act()
}
