import Foundation

/// What happens when the command is stopped by Ctrl-C, or a scheduler ends its job.
///
/// Every finished run is on the disk already, whole, so that the command may end at any instant.
enum Interruption {
  private static let message: StaticString =
    "\nrunlooplab: interrupted. Every finished run is kept; the same command with --resume goes on.\n"

  /// Says how to go on, and ends the command as the signal would.
  static func watch() {
    for number in [SIGINT, SIGTERM] {
      // Nothing in here may take a lock or memory: the signal may have come at any instruction.
      signal(number) { number in
        _ = unsafe write(2, Interruption.message.utf8Start, Interruption.message.utf8CodeUnitCount)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    allow()
  }

  /// Lets the signals through: the program that started the command may have held them back, which is
  /// inherited.
  static func allow() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
