import LabLoop

extension TaskRules {
  /// A rule that can be left out, to see what it does.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// A vsync that came while a frame was on its way gets one as soon as that has ended.
    case remember
    /// A frame goes first once none has run for a while.
    case promotion
    /// A change of the page gets a frame at once, if its refresh has had none.
    case atOnce = "at-once"
    /// An input goes before all tasks that were posted.
    case overtake
    /// Inputs that wait go before the frame of one that has been handled.
    case together
    /// Tasks that were posted wait for the frame of an input.
    case hold
    /// The first frame that begins after an input shows it.
    case carry
    /// A frame is seen as soon as it is committed, one a refresh.
    case draw
    /// An input that changes nothing has no frame.
    case unchanged
    /// Frames go before all others.
    case first
    /// A frame leaves others as long as they had before it.
    case yields
    /// After some timers in a row one of the others goes first.
    case row
    /// The task of the one alarm ends after a while.
    case batch
    /// An interval keeps its grid.
    case grid
    /// The next date of an interval keeps a distance from the firing.
    case `guard`
    /// A short interval becomes longer.
    case clamp
    /// Messages of a worker pass one at a time.
    case relay
    /// The browser's own work takes time.
    case costs
  }

  /// Returns the rules without one of them; `nil` if the browser does not have it.
  public func without(_ rule: Rule) -> TaskRules? {
    var rules = self
    switch rule {
    case .remember: rules.frames.memory = .newest
    case .promotion: rules.frames.promotedAfter = nil
    case .first: rules.frames.isFirst = false
    case .atOnce: rules.frames.comesAtOnce = false
    case .overtake: rules.inputs?.overtakes = false
    case .together: rules.inputs?.precedesFrames = false
    case .hold: rules.inputs?.holdsTasks = nil
    case .carry: rules.inputs?.isCarried = false
    case .draw: rules.inputs?.drawsAtOnce = false
    case .unchanged: rules.inputs?.needsChange = false
    case .yields: rules.frames.graceDivisor = nil
    case .row: rules.timers.mostInARow = nil
    case .batch:
      if case .one = timers.alarms { rules.timers.alarms = .one(limit: .seconds(1_000_000_000)) }
    case .grid: rules.timers.interval = .delay
    case .guard: rules.timers.guardDivisor = nil
    case .clamp: rules.timers.leastInterval = .zero
    case .relay: rules.relaysMessages = false
    case .costs:
      rules.costs = Costs(
        post: .zero, again: .zero, wake: .zero, frame: .zero, timer: .zero, message: .zero,
        between: .zero, travel: .zero, dispatch: .zero, change: .zero,
        draw: .zero, late: .zero)
    }
    return rules == self ? nil : rules
  }
}
