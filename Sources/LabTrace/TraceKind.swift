/// The kinds of ``TraceEvent``, in the order of their numbers in a record.
///
/// Files name a kind by ``name``, which does not change when a case of this type is renamed.
public enum TraceKind: UInt8, Hashable, Sendable, CaseIterable {
  /// See ``TraceEvent/declared(_:_:interval:tolerance:)``.
  case declared
  /// See ``TraceEvent/joined(_:mode:)``.
  case joined
  /// See ``TraceEvent/left(_:mode:)``.
  case left
  /// See ``TraceEvent/runBegan(limit:)``.
  case runBegan
  /// See ``TraceEvent/runReturned(_:)``.
  case runReturned
  /// See ``TraceEvent/activity(_:)``.
  case activity
  /// See ``TraceEvent/calloutBegan(_:_:due:newest:)``.
  case calloutBegan
  /// See ``TraceEvent/calloutEnded(_:_:next:missed:)``.
  case calloutEnded
  /// See ``TraceEvent/arrived(_:serial:duration:)``.
  case arrived
  /// See ``TraceEvent/taskBegan(_:serial:arrival:)``.
  case taskBegan
  /// See ``TraceEvent/taskEnded(_:serial:)``.
  case taskEnded
  /// See ``TraceEvent/vsync(_:index:_:aim:)``.
  case vsync
  /// See ``TraceEvent/linkDue(_:vsync:_:)``.
  case linkDue
  /// See ``TraceEvent/rephased(_:to:)``.
  case rephased
  /// See ``TraceEvent/paused(_:)``.
  case paused
  /// See ``TraceEvent/resumed(_:)``.
  case resumed
  /// See ``TraceEvent/invalidated(_:)``.
  case invalidated
  /// See ``TraceEvent/update(_:animationTime:due:)``.
  case update
  /// See ``TraceEvent/commit(updates:renderCost:)``.
  case commit
  /// See ``TraceEvent/woke(after:)``.
  case woke
  /// See ``TraceEvent/ended``.
  case ended
  /// See ``TraceEvent/paced(_:every:)``.
  case paced
  /// See ``TraceEvent/input(_:happened:)``.
  case input
  /// See ``TraceEvent/motionBegan(_:)``.
  case motionBegan
  /// See ``TraceEvent/content(_:place:offset:isHandedOver:)``.
  case content
  /// See ``TraceEvent/motionEnded(_:calloutBegan:)``.
  case motionEnded
  /// See ``TraceEvent/scene(_:_:)``.
  case scene
}

extension TraceKind {
  private static let names = [
    "declared", "joined", "left", "run_began", "run_returned", "activity", "callout_began",
    "callout_ended", "arrived", "task_began", "task_ended", "vsync", "link_due", "rephased",
    "paused", "resumed", "invalidated", "update", "commit", "woke", "ended", "paced", "input",
    "motion_began", "content", "motion_ended", "scene",
  ]

  /// What files call it.
  public var name: String { Self.names[Int(rawValue)] }

  /// Whether it happens to a source, load, driver or display.
  var hasSubject: Bool {
    switch self {
    case .runBegan, .runReturned, .activity, .commit, .woke, .ended: false
    case .declared, .joined, .left, .calloutBegan, .calloutEnded, .arrived, .taskBegan, .taskEnded,
      .vsync, .linkDue, .rephased, .paused, .resumed, .invalidated, .update, .paced, .input,
      .motionBegan, .content, .motionEnded, .scene:
      true
    }
  }
}
