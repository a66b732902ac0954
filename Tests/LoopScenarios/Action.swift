/// Something that a thread can do to a run loop, or in it.
package enum Action: Hashable, Sendable {
  /// Keep the thread busy for a number of nanoseconds.
  case busy(Int64)
  /// Let the machine sleep for a number of nanoseconds, in which the clock of the loop stands.
  case sleep(Int64)
  /// Signal a source.
  case signal(String)
  /// Ring a port.
  case ring(String)
  /// Wake the loop up.
  case wake
  /// Stop the innermost run.
  case stop
  /// Stop whatever run of a mode comes to decide next.
  case stopMode(String)
  /// Have the loop perform a block in some modes.
  case perform(String, modes: [String])
  /// Put a block on the main queue.
  case enqueue(String)
  /// Set the fire date of a timer.
  case setDate(String, Int64)
  /// Add an item to some modes.
  case add(String, modes: [String])
  /// Remove an item from some modes.
  case remove(String, modes: [String])
  /// Invalidate an item.
  case invalidate(String)
  /// Add a mode to the common set.
  case makeCommon(String)
  /// Run the loop; a limit of `nil` is none.
  case run(mode: String, limit: Int64?, returnsAfterSource: Bool, label: String?)
  /// Run the loop as Foundation does.
  case foundation(FoundationCall)
  /// Note a property in the timeline.
  case log(Property)
  /// Note a word in the timeline.
  case say(String)
}

/// A property of a loop or of its items that a scenario can look at.
package enum Property: Hashable, Sendable {
  /// The date at which a timer fires next.
  case next(String)
  /// Whether an item is valid.
  case valid(String)
  /// The interval of a timer.
  case interval(String)
  /// Whether a timer repeats.
  case repeats(String)
  /// Whether a mode holds an item.
  case contains(String, mode: String)
  /// The date of the first timer of a mode.
  case modeNext(String)
  /// What the clock on the wall says.
  case wall
  /// Whether the loop waits.
  case waiting
  /// The mode of the innermost run.
  case mode
  /// How many modes exist.
  case modes
}

/// How a run ended.
package enum RunResult: String, Hashable, Sendable {
  case finished
  case stopped
  case timedOut
  case handledSource
}
