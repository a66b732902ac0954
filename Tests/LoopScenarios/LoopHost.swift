/// A run loop on which a scenario can be played.
///
/// Items are named by their index in the scenario. Times are nanoseconds of virtual time.
package protocol LoopHost: AnyObject {
  /// The current time.
  var now: Int64 { get }
  /// What the clock on the wall says, to the microsecond; it is 0 when time is.
  var wall: Int64 { get }

  /// Lets the thread be busy.
  func spend(_ duration: Int64)
  /// Lets the machine sleep: time stands, and the clock on the wall goes on.
  func sleepMachine(_ length: Int64)
  /// Has another thread do something at a time; `isEarly` ranks it before the alarms.
  func schedule(at time: Int64, isEarly: Bool, _ action: @escaping () -> Void)
  /// Whether the loop sleeps and nothing will ever wake it, or the play was given up.
  var isDead: Bool { get }
  /// Ends the play at once: nothing more will be recorded.
  func giveUp()

  /// Creates an item.
  func create(_ index: Int, _ item: Scenario.Item, callout: @escaping (Activities) -> Void)
  /// Adds an item to a mode.
  func add(_ index: Int, to mode: String)
  /// Removes an item from a mode.
  func remove(_ index: Int, from mode: String)
  /// Invalidates an item.
  func invalidate(_ index: Int)
  /// Sets the fire date of a timer.
  func setDate(_ index: Int, _ date: Int64)
  /// Signals a source.
  func signal(_ index: Int)
  /// Rings a port.
  func ring(_ index: Int)

  /// Wakes the loop up.
  func wake()
  /// Stops the innermost run.
  func stop()
  /// Stops whatever run of a mode comes to decide next.
  func stop(_ mode: String)
  /// Has the loop perform a block.
  func perform(in modes: [String], _ block: @escaping () -> Void)
  /// Puts a block on the main queue.
  func enqueue(_ block: @escaping () -> Void)
  /// Adds a mode to the common set.
  func makeCommon(_ mode: String)
  /// Runs the loop; `nil` if the loop died meanwhile.
  func run(_ mode: String, limit: Int64?, returnsAfterSource: Bool) -> RunResult?
  /// Runs the loop as Foundation does; `nil` if the loop died meanwhile.
  func call(_ call: FoundationCall) -> FoundationCall.Answer?

  /// The fire date of a timer, to the microsecond; `nil` if it is invalid.
  func nextDate(_ index: Int) -> Int64?
  /// The interval of a timer.
  func interval(_ index: Int) -> Int64
  /// Whether an item is valid.
  func isValid(_ index: Int) -> Bool
  /// Whether a mode holds an item.
  func contains(_ index: Int, in mode: String) -> Bool
  /// The date of the first timer of a mode, to the microsecond.
  func nextDate(inMode mode: String) -> Int64?
  /// Whether the loop waits.
  var isWaiting: Bool { get }
  /// The mode of the innermost run.
  var currentMode: String? { get }
  /// How many modes exist.
  var modeCount: Int { get }
}
