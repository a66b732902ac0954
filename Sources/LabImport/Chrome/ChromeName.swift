/// The meaning of an event's name in Chrome's traces.
enum ChromeName: UInt8 {
  case plain
  /// A slice of which the arguments tell the code that it runs.
  case code
  /// A slice around one task.
  case wrapper
  case threadName
  case processName
  /// An event that tells the process of the page.
  case pageProcess
  /// An event that tells the time of a vsync.
  case vsync
  /// The life of one frame.
  case frame
  /// A frame of the main thread begins.
  case mainFrame
  /// The compositor asks the main thread for a frame.
  case sentFrame
  /// The way of one event of the user.
  case eventTiming

  private static let wrappers: Set<String> = [
    "toplevel", "MessageLoop::RunTask", "TaskQueueManager::ProcessTaskFromWorkQueue",
    "ThreadControllerImpl::DoWork", "ThreadControllerImpl::RunTask", "RunTask",
  ]

  /// The names of vsyncs that are at the time of their events: those that this laboratory writes,
  /// and those of DevTools.
  static let instants: Set<String> = ["vsync", "BeginFrame"]

  private static let vsyncs: Set<String> = [
    "vsync", "BeginFrame",
    "ExternalBeginFrameSource::OnBeginFrame", "Scheduler::BeginFrame", "Scheduler::BeginImplFrame",
    "BeginImplFrame", "DelayBasedBeginFrameSource::OnTimerTick",
  ]

  /// Returns the meaning of a name.
  ///
  /// - Source: the categories `toplevel` and `disabled-by-default-devtools.timeline` of Chromium
  ///   from 2016 to today; several of the wrappers nest in one another.
  init(_ name: String) {
    switch name {
    case "thread_name": self = .threadName
    case "process_name": self = .processName
    case "TracingStartedInBrowser", "TracingStartedInPage", "FrameCommittedInBrowser",
      "ProcessReadyInBrowser":
      self = .pageProcess
    case "BeginMainThreadFrame": self = .mainFrame
    case "SendBeginMainFrameToCommit": self = .sentFrame
    case "PipelineReporter": self = .frame
    case "EventTiming": self = .eventTiming
    case "FunctionCall", "EvaluateScript", "EventDispatch": self = .code
    default:
      self = Self.wrappers.contains(name) ? .wrapper : Self.vsyncs.contains(name) ? .vsync : .plain
    }
  }
}
