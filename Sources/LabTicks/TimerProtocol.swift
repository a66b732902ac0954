public import Foundation

/// The members of `Timer` that code driven by one uses, so that a test can give another.
///
/// `Timer` conforms as it is.
public protocol TimerProtocol: AnyObject {
  /// Whether the timer can still fire.
  var isValid: Bool { get }

  /// The date of the next firing, or of this one inside the block.
  var fireDate: Date { get set }

  /// How late the timer may fire, in seconds.
  var tolerance: TimeInterval { get set }

  /// Keeps the timer from ever firing again, and releases its block.
  func invalidate()
}

extension Timer: TimerProtocol {}
