/// What an event of the Trace Event Format is, without its arguments.
package struct ChromeEventHead {
  /// The letter of its kind.
  package private(set) var phase: UInt8 = 0
  /// The process; 0 without any.
  package private(set) var process: Int64 = 0
  /// The thread; 0 without any.
  package private(set) var thread: Int64 = 0
  /// The number of its name: equal for equal names of a file; `nil` without a name.
  package private(set) var name: UInt32?
  /// Whether it tells the name of a thread.
  package private(set) var namesThread = false
  package private(set) var hasTime = false
  package private(set) var hasDuration = false

  /// Reads the events of a file, one after the other.
  ///
  /// - Returns: Whether the file is valid JSON to its end.
  /// - Complexity: O(n) for n bytes.
  package static func areValid(in bytes: [UInt8], visit: (ChromeEventHead) -> Void) -> Bool {
    var scanner = JSONScanner(ByteWindow(bytes))
    var names = NameTable()
    do throws(Stop) {
      try scanner.enter(0x7b)
      while try scanner.nextKey() {
        guard scanner.isKey("traceEvents") else {
          try scanner.skipValue()
          continue
        }
        try scanner.enter(0x5b)
        while try scanner.nextElement() {
          visit(try ChromeEventHead(&scanner, &names))
        }
      }
      return true
    } catch {
      return false
    }
  }

  /// The keys that are read, packed once: to pack them at every event would take most of the time.
  private static let keys = (
    phase: JSONScanner.key("ph"), process: JSONScanner.key("pid"),
    thread: JSONScanner.key("tid"), time: JSONScanner.key("ts"),
    duration: JSONScanner.key("dur"), name: JSONScanner.key("name")
  )

  private init(_ scanner: inout JSONScanner, _ names: inout NameTable) throws(Stop) {
    try scanner.enter(0x7b)
    while try scanner.nextKey() {
      switch scanner.key {
      case Self.keys.phase:
        try scanner.readString()
        phase = scanner.text.count == 1 ? scanner.text[0] : 0
      case Self.keys.process: process = try scanner.readDecimal()?.scaled(0) ?? 0
      case Self.keys.thread: thread = try scanner.readDecimal()?.scaled(0) ?? 0
      case Self.keys.time: hasTime = try scanner.readDecimal() != nil
      case Self.keys.duration: hasDuration = try scanner.readDecimal() != nil
      case Self.keys.name: name = try scanner.readName(&names)
      default: try scanner.skipValue()
      }
    }
    namesThread = name.map { names.names[Int($0)] == "thread_name" } ?? false
  }
}

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
