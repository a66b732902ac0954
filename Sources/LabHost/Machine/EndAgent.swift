/// Wakes the loop after the end of the run, at ever longer intervals, until it returns.
///
/// A nested run may have swallowed the wake-up of the limit.
final class EndAgent: HostAgent, @unchecked Sendable {
  private let end: Int64
  private let wakeUp: () -> Void
  private var pause: Int64 = 1_000_000

  init(_ end: Int64, wakeUp: @escaping () -> Void) {
    self.end = end
    self.wakeUp = wakeUp
  }

  var due: Int64? { pause < 60_000_000_000 ? end + pause : nil }

  func act() {
    wakeUp()
    pause *= 2
  }
}
