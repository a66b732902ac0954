import LabDisplay
import LabKernel
import LabMotion

extension Scenario {
  /// How many refreshes before the end of a motion a callback may already draw it.
  private static let refreshesAhead = 3

  /// Takes away what drivers move, where that decides nothing.
  ///
  /// An animation by the time costs nothing and draws in each callback until it ends; the run ends
  /// before the first of them does.
  ///
  /// - Returns: The drivers whose motion is left out, and the one whose end cuts the run, if one
  ///   does.
  package mutating func leaveMotionsOut() -> (drivers: [String], last: String?) {
    var names: [String] = []
    var (end, last) = (duration, String?.none)
    for index in drivers.indices {
      guard let motion = drivers[index].motion, motion.starts == [.start],
        case .animation(let animation, _, _) = motion.content,
        [.now, .timestamp, .target].contains(animation.clock)
      else { continue }
      let whole = animation.duration - panel.rate.period * Self.refreshesAhead
      guard whole > panel.rate.period else { continue }
      if whole < end { (end, last) = (whole, drivers[index].name) }
      drivers[index].motion = nil
      names.append(drivers[index].name)
    }
    duration = end
    return (names, last)
  }
}
