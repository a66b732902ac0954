/// One slice of a thread as it stands in a file, in 32 bytes.
struct RawSlice {
  /// What a slice says of itself.
  enum Phase: UInt8 {
    /// Begin and duration.
    case complete
    /// The begin only.
    case begin
    /// The end only.
    case end
  }

  /// The name of an end that has none.
  static let unnamed = UInt32.max

  var start: Int64
  /// The duration of a complete slice.
  var duration: Int64
  /// The processor time of a complete slice, or the thread's clock at a begin or end; -1 if
  /// unknown.
  var cpu: Int64
  var name: UInt32
  var phase: Phase
}

/// A thread, or another line of slices, as it stands in a file.
struct RawThread {
  var process: Int64
  var thread: Int64
  var processName = ""
  var threadName = ""
  /// Whether the format itself says that this is the main thread of the app in question.
  var isMain = false
  /// Whether slices are on a real thread.
  var isThread = true
  /// Whether every outermost slice is a task, whatever its name.
  var slicesAreTasks = false
  /// Tasks that were left out since their begin or end is not in the file.
  var unfinished = 0
  /// Its slices without a time or a duration, or with a negative one.
  var tally = ImportedTrace.Tally()
  /// The last time of an event on it.
  var last = Int64.min
  var slices: [RawSlice] = []
  /// When the thread was running, in order of time, if the file tells of the scheduler.
  var running: [Range<Int64>] = []

  mutating func see(_ time: Int64) {
    if time > last { last = time }
  }
}

/// All that a reader found in a file, before a thread is chosen.
struct RawTrace {
  var format: TraceFormat
  var names = NameTable()
  var threads: [RawThread] = []
  /// The first and last time seen, in nanoseconds of the file's own clock.
  var first = Int64.max
  var last = Int64.min
  var events = 0
  /// The vsyncs by the name of their source, in order of first appearance.
  var vsyncs: [(source: String, times: [Int64])] = []
  var frames: [RawFrame] = []
  /// The frames of a browser's pages.
  var page = RawPage()
  /// What the user did, as a browser tells it.
  var inputs: [RawInput] = []
  var tally = ImportedTrace.Tally()
  var notes: [String] = []
  var clock = ""
  /// More facts for the provenance.
  var facts: [ImportedTrace.Fact] = []
  /// What a recorder noted of the run loop; `nil` in traces of other tools.
  var loop: RawLoop?
  /// What the recorded thread had of the machine; `nil` if the file does not say.
  var machine: ImportedTrace.Machine?
  /// Names of slices that wrap a task, by number.
  var isWrapper: [Bool] = []
  var roles = SliceRoles()

  /// Slices whose process has no line of tasks here, but may have in another file.
  var extraSlices: [(process: Int64, thread: Int64?, slice: RawSlice)] = []

  /// Whether the file tells of vsyncs or frames.
  var hasDisplay: Bool { !vsyncs.isEmpty || !frames.isEmpty || !page.begins.isEmpty }

  init(format: TraceFormat) {
    self.format = format
  }

  /// Whether a slice begins at 0.
  private var beginsAtZero = false
  private var endFromZero: Int64 = 0

  mutating func see(_ time: Int64) {
    guard time > 0 else { return }
    if time < first { first = time }
    if time > last { last = time }
  }

  /// Takes the times of a slice, of which 0 may be the first.
  mutating func see(slice: RawSlice) {
    guard slice.start != 0 else {
      beginsAtZero = true
      endFromZero = max(endFromZero, slice.duration)
      return
    }
    see(slice.start)
    see(slice.start + slice.duration)
  }

  /// The first and the last time, nil without any.
  ///
  /// Some tools tell 0 where they know no time, so 0 does not count if all others are hours later.
  var span: (first: Int64, last: Int64)? {
    let isEarly = first > last || first < 3600 * 1_000_000_000
    if beginsAtZero, isEarly { return (0, max(endFromZero, last)) }
    return first <= last ? (first, last) : nil
  }

  /// Why another file cannot be of the same recording; `nil` if it may be.
  func foreignness(of other: RawTrace) -> String? {
    for trace in [self, other] where trace.format != .instruments {
      return "'--with' joins exports of one recording by Instruments, and one of these is a"
        + " \(trace.format.rawValue), which goes by another clock. Take one file at a time."
    }
    return nil
  }

  /// Takes the names of tasks and the vsyncs from another export of the same recording.
  mutating func join(_ other: RawTrace) {
    for (process, thread, slice) in other.extraSlices {
      var own = slice
      own.name = names.number(other.names.names[Int(slice.name)])
      for index in threads.indices where threads[index].process == process {
        let isOwn = thread.map { $0 == threads[index].thread } ?? threads[index].isMain
        if isOwn { threads[index].slices.append(own) }
      }
    }
    vsyncs += other.vsyncs
    frames += other.frames
    if other.first <= other.last {
      see(other.first)
      see(other.last)
    }
  }

  mutating func addVsync(_ time: Int64, source: String) {
    guard time >= 0 else { return }
    if let index = vsyncs.firstIndex(where: { $0.source == source }) {
      vsyncs[index].times.append(time)
    } else if vsyncs.count < 64 {
      vsyncs.append((source, [time]))
    }
  }
}

/// One frame as it stands in a file.
struct RawFrame {
  var start: Int64
  var end: Int64
  var process: Int64
  var outcome: ImportedTrace.Frame.Outcome
  var layer: String
}

/// What slices are by their names, where a file tells more than that they wrap a task.
struct SliceRoles {
  /// Those named by the code that they run.
  var code: Set<UInt32> = []
  /// Those that call code, and what is said of that.
  var triggers: [UInt32: String] = [:]
  /// Those that may hold several tasks, and then are none.
  var batches: Set<UInt32> = []
}
