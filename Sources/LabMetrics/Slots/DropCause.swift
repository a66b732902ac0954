/// Why a slot showed nothing new.
///
/// The first that fits, in this order. Each reads the due instants in the slot's latch intervals,
/// and the callback that was late for the slot's last latch, if one was.
public enum DropCause: String, Hashable, Sendable, CaseIterable {
  /// The loop ran in a mode without the driver when a callback was due.
  case starved
  /// The driver's callback was too long to make the latch even had it begun when due, or its policy
  /// took the callback away after such a one.
  case overrun
  /// The thread still slept at the due instant and woke too late.
  case wake
  /// The thread was busy when the callback was due.
  case blocked
  /// The callback ended in time, its commit did not.
  case lateCommit
  /// The picture was committed in time, but waited in the queue behind others.
  case queue
  /// The picture was committed in time, but the render server was late with it.
  case render
  /// The driver had not begun, had ended, was paused, or its callback changed nothing.
  case idle
  /// Nothing was due in the latch interval, or its picture came in time for the latch before: the
  /// beat of two rates.
  case phase
}
