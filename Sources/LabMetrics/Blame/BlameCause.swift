/// The cause of a nanosecond of waiting, and of a dropped slot.
///
/// Every nanosecond has exactly one: the first that fits, in this order. A dropped slot counts for
/// the cause that has most of its time, the earlier one of two that have the same.
public enum BlameCause: String, Hashable, Sendable, CaseIterable {
  /// The fire date had passed already when it was set, or when the driver joined its first mode.
  case setLate = "set_late"
  /// A callback of the driver itself was under way, with everything that it called.
  case own = "own"
  /// The loop ran in a mode without the driver. The owner is the mode.
  case starved = "starved"
  /// A task held the thread. The owner is its load, the serial its number.
  case tasks = "tasks"
  /// The callout of something else held the thread: another driver, a source, a block.
  case callouts = "callouts"
  /// The thread was waking up: its port was ready, but it did not run yet.
  case wake = "wake"
  /// No run of the loop was under way, and nothing that left a record held the thread.
  case outside = "outside"
  /// The loop slept on, within the timer's tolerance or the delay of a link's hop.
  case tolerance = "tolerance"
  /// The frame was complete and waited for its commit.
  case commit = "commit"
  /// The frame was committed, and refused because the queue for the display was full.
  case refused = "refused"
  /// The frame waited in the queue for the display, behind others.
  case queue = "queue"
  /// The frame was committed in time, and the render server late with it.
  case render = "render"
  /// The frame was rendered, and the panel of adaptive rate still busy with the refresh before.
  case panel = "panel"
  /// A due instant had got no callback, and the next had not come.
  case missed = "missed"
  /// The driver had not begun, had ended, was paused, or its last callback changed nothing.
  case idle = "idle"
  /// No callback was due in time for the latch: the beat of two rates.
  case phase = "phase"
  /// Nothing kept the callback from beginning. No nanosecond of a simulated run falls to it.
  case unexplained = "unexplained"
}

extension BlameCause {
  /// What the cause says, in a sentence.
  public var meaning: String {
    switch self {
    case .setLate:
      "The fire date had passed when it was set, or no mode knew of the driver or of the date yet."
    case .own: "A callback of the driver itself was under way."
    case .starved: "The loop ran in a mode without the driver; the owner is the mode."
    case .tasks: "A task held the thread; the owner is its load."
    case .callouts: "Another callout held the thread: a driver's, a source's or a block's."
    case .wake: "The thread was waking up: its port was ready, but it did not run yet."
    case .outside: "No run of the loop was under way, and nothing on record held the thread."
    case .tolerance: "The loop slept on, within a timer's tolerance or the delay of a link's hop."
    case .commit: "The frame was complete and waited for its commit."
    case .refused: "The frame was refused because the queue for the display was full."
    case .queue: "The frame waited in the queue for the display, behind others."
    case .render: "The frame was committed in time, and the render server was late."
    case .panel: "The panel of adaptive rate was still busy with the refresh before."
    case .missed: "A due instant had got no callback, and the next had not come."
    case .idle: "The driver had not begun, had ended, was paused, or changed nothing."
    case .phase: "No callback was due in time for the latch: the beat of two rates."
    case .unexplained: "Nothing kept the callback from beginning; never in a simulated run."
    }
  }

  /// Its place in the order of the causes; a switch, since it is asked for every stretch of time.
  package var position: Int {
    switch self {
    case .setLate: 0
    case .own: 1
    case .starved: 2
    case .tasks: 3
    case .callouts: 4
    case .wake: 5
    case .outside: 6
    case .tolerance: 7
    case .commit: 8
    case .refused: 9
    case .queue: 10
    case .render: 11
    case .panel: 12
    case .missed: 13
    case .idle: 14
    case .phase: 15
    case .unexplained: 16
    }
  }
}

extension BlameCause {
  /// By its place; the hash of a raw value would be that of its letters.
  public func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

/// What goes wrong with a driver, and is put down to causes.
public enum Problem: String, Hashable, Sendable, CaseIterable {
  /// A firing began after its due instant: the time in between.
  case lateFiring = "late_firing"
  /// A refresh in which two or more firings began: the lateness of all of them but the last.
  case doubleFire = "double_fire"
  /// An update that was not shown: the time from its due instant to its commit.
  case overwrittenUpdate = "overwritten_update"
  /// A slot that showed nothing new: the time between the latch before it and its last latch. On a
  /// display of adaptive rate the time by which a frame came too late.
  case droppedSlot = "dropped_slot"
}
