import LabMetrics

/// The types of jank that Perfetto knows, as its frame timeline spells them.
///
/// - Source: Perfetto, `frame_timeline_event.proto`, `JankType`.
enum JankType: Int, Hashable, Sendable {
  case predictionError = 4
  case displayDriver = 8
  case compositor = 16
  case appDeadlineMissed = 64
  case bufferStuffing = 128
  case unknown = 256

  /// The type that stands for a cause of a dropped slot.
  ///
  /// The thread is the application's, the render server the compositor, the queue for the display
  /// the stuffed buffer, and the panel its driver. A beat of two rates is an error of prediction.
  init(_ cause: BlameCause) {
    switch cause {
    case .setLate, .own, .starved, .tasks, .callouts, .wake, .outside, .tolerance, .commit, .missed:
      self = .appDeadlineMissed
    case .refused, .queue: self = .bufferStuffing
    case .render: self = .compositor
    case .panel: self = .displayDriver
    case .phase: self = .predictionError
    case .idle, .unexplained: self = .unknown
    }
  }
}
