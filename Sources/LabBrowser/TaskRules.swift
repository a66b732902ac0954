public import LabLoop

/// How a browser's main thread orders its work: one task queue, without modes and passes.
///
/// Whatever waits is in the queue, first come, first served: messages, timers, and the frame, in
/// which all callbacks of display links (`requestAnimationFrame`) run. The rules say what may leave
/// that order, and when timers and frames join it.
public struct TaskRules: Hashable, Sendable {
  /// The browser whose rules these are.
  public let browser: Browser
  /// When frames come.
  public package(set) var frames: Frames
  /// When timers fire.
  public package(set) var timers: Timers
  /// What the user's input does to the queue; `nil` where that was not measured.
  package var inputs: Inputs?
  /// Whether of the messages of a worker only one is in the queue at a time.
  public package(set) var relaysMessages: Bool
  /// What the browser's own work costs.
  public package(set) var costs: Costs

  /// When frames come, and what becomes of vsyncs meanwhile.
  public struct Frames: Hashable, Sendable {
    /// What becomes of a vsync that comes while a frame waits or runs.
    public package(set) var memory: Memory
    /// Whether a frame goes before all others that wait.
    public package(set) var isFirst: Bool
    /// How long after the end of a frame the next one goes first; `nil` for never.
    public package(set) var promotedAfter: Duration?
    /// The divisor of a refresh that gives what others get after a frame at least.
    ///
    /// If they waited all the time since the frame before, they get as long as they had before this
    /// one. `nil` if frames do not yield.
    public package(set) var graceDivisor: Int?
    /// Whether a change of the page gets a frame at once, if its refresh has had none; otherwise
    /// the next vsync brings it.
    public package(set) var comesAtOnce: Bool
  }

  /// What the user's input does to the task queue.
  package struct Inputs: Hashable, Sendable {
    /// Whether an input goes before all tasks that were posted.
    package var overtakes: Bool
    /// Whether inputs that wait go before the frame of one that has been handled.
    var precedesFrames: Bool
    /// How long posted tasks wait at most for the frame of an input that changed the page; `nil` if
    /// they do not.
    var holdsTasks: Duration?
    /// Whether the first frame that begins after an input shows it, with or without a callback.
    package var isCarried: Bool
    /// Whether a frame is seen as soon as it is committed, the first one of a refresh; otherwise it
    /// waits for the next vsync.
    package var drawsAtOnce: Bool
    /// Whether an input that changes nothing has no frame.
    var needsChange: Bool
  }

  /// What becomes of a vsync that comes while a frame waits or runs.
  public enum Memory: Hashable, Sendable {
    /// A frame in the queue is given the newest vsync that has reached the thread.
    case newest
    /// A frame keeps its vsync; the newest one meanwhile gets a frame as soon as that one has
    /// ended.
    case remember
  }

  /// When timers fire.
  public struct Timers: Hashable, Sendable {
    /// How they join the queue.
    public package(set) var alarms: Alarms
    /// After how many timers in a row one of the others goes first; `nil` for no limit.
    public package(set) var mostInARow: Int?
    /// What `setInterval` does about dates that have passed.
    public package(set) var interval: CatchUp
    /// The share of the interval, as its divisor, that lies between a firing and the next date of
    /// its grid at least; `nil` for none.
    public package(set) var guardDivisor: Int?
    /// From which firing on a shorter interval than the least becomes that long.
    var clampedFrom: Int
    /// The shortest interval of a timer that sets itself again and again.
    package var leastInterval: Duration
  }

  /// How timers join the queue.
  public enum Alarms: Hashable, Sendable {
    /// Each by itself, when the thread looks after it was due.
    case each
    /// One alarm for all, when the first is due; its task fires what is due until a limit has
    /// passed.
    case one(limit: Duration)
  }

  /// What the browser's own work costs.
  public struct Costs: Hashable, Sendable {
    /// From a vsync until its frame is in the queue.
    public package(set) var post: Duration
    /// From the end of a frame until that of a remembered vsync is in the queue.
    public package(set) var again: Duration
    /// From the date of a timer until a thread that sleeps begins with it.
    public package(set) var wake: Duration
    /// Style, layout and paint of a frame, after its callbacks.
    public package(set) var frame: Duration
    /// What a firing takes beyond its callback.
    public package(set) var timer: Duration
    /// What a message takes beyond its work.
    public package(set) var message: Duration
    /// From the end of a task until the thread looks at the queue.
    public package(set) var between: Duration
    /// From an input until it reaches the queue.
    public package(set) var travel: Duration
    /// What the thread does before it hands an input to the page.
    public package(set) var dispatch: Duration
    /// From a change of the page until the frame that comes at once is in the queue.
    public package(set) var change: Duration
    /// From the end of a frame until it is seen, if its refresh has drawn nothing yet.
    public package(set) var draw: Duration
    /// From the next vsync until it is seen otherwise.
    public package(set) var late: Duration
  }
}
