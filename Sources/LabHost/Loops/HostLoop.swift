import LabKernel
import LabLoop
import LabTrace
import LabWorkload

/// What calls the drivers and tasks of a stage back, one after the other.
protocol HostLoop: AnyObject {
  /// Sets a timer, whose callbacks are told the earliest date that they answer.
  func set(
    _ timer: HostTimer, of driver: Driver, _ fire: @escaping (_ due: Int64) -> Void
  ) throws(HostError)

  /// Makes a port, and returns what rings it from any thread; rings that wait are one.
  func makePort(
    in modes: [LoopMode], _ body: @escaping () -> Void
  ) throws(HostError) -> () -> Void

  /// Opens the way by which a load is delivered, and returns what any thread calls for each task
  /// that it put there.
  func open(
    for load: Load, _ waiting: HostLoad, _ work: @escaping (TraceSource) -> Void
  ) throws(HostError) -> () -> Void

  /// Tells of each activity, if there are any, and of the end of each stretch of callbacks.
  func watch(_ activity: @escaping (TraceActivity) -> Void, _ commit: @escaping () -> Void)

  /// Runs in a mode, on the calling thread or another one.
  func run(_ mode: LoopMode, for limit: Duration) -> TraceRunResult

  /// Lets the loop look for its limit, from any thread.
  func wakeUp()

  /// Ends the innermost run, from any thread.
  func stop()

  /// Removes all that was made.
  func close()
}
