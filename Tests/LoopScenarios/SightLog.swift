/// What a recorder would tell of a watched host: the model that recordings are compared with.
///
/// It follows modes and nested runs by the probes alone.
package final class SightLog {
  /// What was seen, in the words of recordings.
  package private(set) var timeline = Timeline()
  private var modes: [String] = []
  private var timerFired = false

  /// Creates an empty log.
  package init() {}

  /// Notes something that a host tells.
  package func see(_ sight: WatchedHost.Sight, on host: any LoopHost) {
    guard !host.isDead else { return }
    switch sight {
    case .began(let name): timeline.append(Self.began(name), at: host.now)
    case .ended(let name, let isTimer):
      timerFired = timerFired || isTimer
      timeline.append(Self.ended(name), at: host.now)
    case .activity(let activity, let isLast):
      if activity == .entry, !isLast { modes.append(host.currentMode ?? "none") }
      let text = Self.text(
        activity, isLast: isLast, timerFired: timerFired && !isLast && activity != .entry,
        mode: modes.last ?? "none", depth: modes.count)
      timeline.append(text, at: host.now)
      timerFired = false
      if activity == .exit, isLast, !modes.isEmpty { modes.removeLast() }
    }
  }

  /// The begin of a callout.
  package static func began(_ name: String) -> String { "began(\(name))" }

  /// The end of a callout.
  package static func ended(_ name: String) -> String { "ended(\(name))" }

  /// An activity.
  package static func text(
    _ activity: Activities, isLast: Bool, timerFired: Bool, mode: String, depth: Int
  ) -> String {
    "\(isLast ? "last" : "first")(\(activity.text),\(mode),\(depth)\(timerFired ? ",timer" : ""))"
  }
}
