/// A processor's change from one thread to another.
struct ThreadSwitch {
  var time: Int64
  var processor: Int64
  /// The thread that leaves, if known.
  var previous: Int64?
  var previousName = ""
  /// Whether the thread that leaves could go on.
  var isPreempted = false
  var next: Int64 = 0
  var nextName = ""
}

/// Collects marks and switches of the Linux kernel's tracer.
///
/// Marks that begin and end a slice make the tasks. Without any, a task lasts from the switch to a
/// thread that was blocked up to the switch from it when it blocks again.
struct MarkCollector {
  /// What is known of one thread.
  struct State {
    var name = ""
    var on: Int64?
    /// Whether the thread is known to have been blocked before.
    var wasBlocked = false
    /// Whether the span in work began before the file did.
    var isPartial = false
    var task: Int64?
    var cpu: Int64 = 0
    var unfinished = 0
    var tasks: [RawSlice] = []
    var running: [Range<Int64>] = []
  }

  private static let limit = 1 << 16

  private var indices: [Int64: Int] = [:]
  private var states: [Int64: State] = [:]
  private var order: [Int64] = []
  private var current: [Int64: Int64] = [:]
  private(set) var hasMarks = false
  private(set) var hasSwitches = false

  /// Returns the thread that runs on a processor, if known.
  func running(on processor: Int64) -> Int64? { current[processor] }

  /// Takes a mark that a program wrote.
  mutating func mark(
    _ text: ArraySlice<UInt8>, thread: Int64, process: Int64?, time: Int64, _ trace: inout RawTrace
  ) {
    let text = text.prefix { $0 != 0x0a && $0 != 0 }
    let fields = text.split(
      separator: 0x7c, maxSplits: 2, omittingEmptySubsequences: false)
    guard let kind = fields.first, kind.count == 1, let letter = kind.first else { return }
    let owner = fields.count > 1 ? Decimal(fields[1])?.scaled(0) : nil
    switch letter {
    case 0x42 where fields.count == 3:
      add(.begin, trace.names.number(fields[2].prefix(NameTable.length)))
    case 0x45: add(.end, RawSlice.unnamed)
    case 0x43 where fields.count == 3:
      let name = String(decoding: fields[2].prefix { $0 != 0x7c }, as: UTF8.self)
      if name.uppercased().hasPrefix("VSYNC") { trace.addVsync(time, source: name) }
    default: return
    }
    func add(_ phase: RawSlice.Phase, _ name: UInt32) {
      guard let index = index(thread, process: process ?? owner, &trace) else { return }
      hasMarks = true
      trace.threads[index].slices.append(
        RawSlice(start: time, duration: 0, cpu: -1, name: name, phase: phase))
      trace.threads[index].see(time)
      if let process = process ?? owner, trace.threads[index].process == 0 {
        trace.threads[index].process = process
      }
    }
  }

  private mutating func index(
    _ thread: Int64, process: Int64?, _ trace: inout RawTrace
  ) -> Int? {
    if let known = indices[thread] { return known }
    guard indices.count < Self.limit else {
      trace.tally.lost += 1
      return nil
    }
    indices[thread] = trace.threads.count
    trace.threads.append(RawThread(process: process ?? 0, thread: thread))
    return trace.threads.count - 1
  }

  /// Takes a switch.
  mutating func add(_ change: ThreadSwitch) {
    hasSwitches = true
    if let previous = change.previous, previous != 0 {
      update(previous, name: change.previousName) { $0.leave(change) }
    }
    current[change.processor] = change.next
    if change.next != 0 {
      update(change.next, name: change.nextName) { $0.enter(change.time) }
    }
  }

  /// Forgets what runs on a processor, since events of it were lost.
  mutating func lose(processor: Int64) {
    guard let thread = current.removeValue(forKey: processor) else { return }
    states[thread]?.on = nil
    states[thread]?.task = nil
    states[thread]?.wasBlocked = false
  }

  /// Takes the name of a thread.
  mutating func name(_ thread: Int64, _ name: String) {
    update(thread, name: name) { _ in }
  }

  private mutating func update(
    _ thread: Int64, name: String, _ change: (inout State) -> Void
  ) {
    if states[thread] == nil {
      guard states.count < Self.limit else { return }
      order.append(thread)
    }
    change(&states[thread, default: State()])
    if !name.isEmpty, states[thread]?.name != name { states[thread]?.name = name }
  }

  /// Adds what was collected to a trace.
  mutating func finish(
    _ trace: inout RawTrace, processes: [Int64: Int64], names: [Int64: String]
  ) {
    let texts = trace.names.names
    let frames = Set(
      texts.indices.filter { texts[$0].hasPrefix("Choreographer#doFrame") }.map(UInt32.init))
    for thread in order {
      guard let state = states[thread] else { continue }
      if let index = indices[thread] {
        if trace.threads[index].threadName.isEmpty { trace.threads[index].threadName = state.name }
        trace.threads[index].running = state.running
      } else if !hasMarks, !state.tasks.isEmpty || state.unfinished > 0 {
        var raw = RawThread(process: processes[thread] ?? 0, thread: thread)
        raw.threadName = state.name
        raw.slices = state.tasks
        let name = trace.names.number(state.name)
        for index in raw.slices.indices { raw.slices[index].name = name }
        raw.unfinished = state.unfinished + (state.task == nil ? 0 : 1)
        raw.slicesAreTasks = true
        trace.threads.append(raw)
      }
    }
    for index in indices.values {
      let thread = trace.threads[index].thread
      if let process = processes[thread] { trace.threads[index].process = process }
      if let name = names[thread] { trace.threads[index].threadName = name }
      trace.threads[index].isMain =
        thread == trace.threads[index].process && !frames.isEmpty
        && trace.threads[index].slices.contains { frames.contains($0.name) }
    }
  }
}

extension MarkCollector.State {
  fileprivate mutating func enter(_ time: Int64) {
    on = time
    if task == nil, wasBlocked {
      task = time
      cpu = 0
    } else if task == nil, !isPartial {
      isPartial = true
      unfinished += 1
    }
    wasBlocked = false
  }

  fileprivate mutating func leave(_ change: ThreadSwitch) {
    if let on, change.time > on {
      running.append(on..<change.time)
      cpu += change.time - on
    }
    on = nil
    guard !change.isPreempted else { return }
    wasBlocked = true
    isPartial = false
    guard let start = task else { return }
    task = nil
    guard change.time >= start else { return }
    tasks.append(
      RawSlice(
        start: start, duration: change.time - start, cpu: cpu, name: 0, phase: .complete))
  }
}
