import Foundation
import LabKernel

/// What happens when the command is stopped by Ctrl-C, or a scheduler ends its job.
///
/// Every finished run is on the disk already, whole, so that the command may end at any instant.
enum Interruption {
  private static let message: StaticString =
    "\nrunlooplab: interrupted. Every finished run is kept; the same command with --resume goes on.\n"

  private static let first: StaticString =
    "\nrunlooplab: ending after the runs under way, to show what is known. Ctrl-C again ends at once.\n"

  private static let search: StaticString =
    "\nrunlooplab: ending, to show what was tried so far. Ctrl-C again ends at once.\n"

  /// What ends the work of a command that was asked to end.
  struct Stop: Error {}

  private static let flag = Flag()

  /// Throws if Ctrl-C was pressed.
  static func check() throws(Stop) { if isAskedFor { throw Stop() } }

  /// Whether Ctrl-C was pressed.
  static var isAskedFor: Bool { flag.isRaised }

  /// Lets the first Ctrl-C end a search, which then shows what was tried; the next one ends the
  /// command.
  static func watchSearch() {
    flag.lower()
    signal(SIGINT) { number in
      if Interruption.flag.raise() {
        signal(number, SIG_DFL)
        raise(number)
      } else {
        _ = unsafe write(2, Interruption.search.utf8Start, Interruption.search.utf8CodeUnitCount)
      }
    }
    allow()
  }

  /// Ends the command as Ctrl-C would have, if it was pressed.
  static func endIfAskedFor() {
    guard isAskedFor else { return }
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
  }

  /// Lets the first Ctrl-C end the work behind the runs under way; the next one, or the end of the
  /// job, says how to go on and ends the command as the signal would.
  static func watch() {
    // Made now: a handler may not make it.
    flag.lower()
    for number in [SIGINT, SIGTERM] {
      // Nothing in here may take a lock or memory: the signal may have come at any instruction.
      signal(number) { number in
        if number == SIGINT, !Interruption.flag.raise() {
          _ = unsafe write(2, Interruption.first.utf8Start, Interruption.first.utf8CodeUnitCount)
        } else {
          Interruption.end(number)
        }
      }
    }
    allow()
  }

  /// Says how to go on, and ends the command as a signal would.
  static func end(_ number: Int32 = SIGINT) {
    _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Lets the signals through: the program that started the command may have held them back, which
  /// is inherited.
  static func allow() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
