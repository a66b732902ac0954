import LabKernel

/// How long something about a task took; the parts of its way from its arrival to the display.
///
///     wait + work = response,  response + presentation = shown
public enum TaskQuantity: String, Hashable, Sendable, CaseIterable {
  /// From the arrival to the beginning.
  case wait
  /// From the beginning to the end; of a task in pieces from the first beginning to the last end.
  case work
  /// From the arrival to the end.
  case response
  /// From the end to the display of the first frame whose callback began at or after it.
  case presentation
  /// From the arrival to that display.
  case shown

  /// Up to how long is good; what takes longer is counted.
  public var limit: Duration {
    switch self {
    case .wait, .response, .presentation: .milliseconds(100)
    case .work: .milliseconds(50)
    case .shown: .milliseconds(200)
    }
  }

  /// Whether only tasks have it that a driver shows.
  var needsFrame: Bool { self == .presentation || self == .shown }
}
