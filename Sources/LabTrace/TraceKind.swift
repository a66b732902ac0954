/// The kinds of ``TraceEvent``, in the order of their numbers in a record.
///
/// Files name a kind by ``name``, which does not change when a case of this type is renamed.
public enum TraceKind: UInt8, Hashable, Sendable, CaseIterable {
  /// The case of ``TraceEvent`` with the same name.
  case declared, joined, left, runBegan, runReturned, activity, calloutBegan, calloutEnded, arrived,
    taskBegan, taskEnded, vsync, linkDue, rephased, paused, resumed, invalidated, update, commit,
    woke, ended, paced, input, motionBegan, content, motionEnded, scene
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
    default: true
    }
  }
}
