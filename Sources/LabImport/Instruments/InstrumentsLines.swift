/// Makes slices, vsyncs and frames of the rows of Instruments' tables.
struct InstrumentsLines {
  private struct Key: Hashable {
    var process: Int64
    var thread: Int64
  }

  private var threads: [RawThread] = []
  private var indices: [Key: Int] = [:]
  private var hangs: [(thread: Int, slice: RawSlice)] = []
  private var signposts: [(process: Int64, thread: Int64?, slice: RawSlice)] = []
  private var hasIntervals = false
  /// Whether any row could serve.
  private(set) var isUsed = false

  private static let limit = 1 << 22

  init() {}

  /// Takes a row.
  mutating func add(
    _ row: [String: InstrumentsCell], table: String, _ trace: inout RawTrace
  ) {
    switch table {
    case "runloop-intervals": addInterval(row, &trace)
    case "potential-hangs": addHang(row, &trace)
    case "display-vsyncs-interval":
      guard let time = row["timestamp"]?.time ?? row["start"]?.time else {
        trace.tally.withoutTime += 1
        return
      }
      isUsed = true
      trace.see(time)
      trace.addVsync(time, source: row["display-name"]?.label ?? "display")
    case "displayed-surfaces-interval", "hitches":
      addFrame(row, isLate: table == "hitches", &trace)
    case "time-sample", "time-profile": trace.tally.samples += 1
    default:
      if row["name"] != nil, row["start"] != nil { addSignpost(row, &trace) }
    }
  }

  /// Makes a slice of a row; counts one that cannot be made, for its thread if that is given.
  private mutating func slice(
    _ row: [String: InstrumentsCell], name: String, _ trace: inout RawTrace, of thread: Int? = nil
  ) -> RawSlice? {
    func drop(_ count: WritableKeyPath<ImportedTrace.Tally, Int>) -> RawSlice? {
      if let thread {
        threads[thread].tally[keyPath: count] += 1
      } else {
        trace.tally[keyPath: count] += 1
      }
      return nil
    }
    guard let start = (row["start"] ?? row["timestamp"])?.time else { return drop(\.withoutTime) }
    guard let duration = row["duration"]?.time else { return drop(\.withoutDuration) }
    guard duration >= 0 else { return drop(\.negativeDurations) }
    let slice = RawSlice(
      start: start, duration: duration, cpu: -1, name: trace.names.number(name), phase: .complete)
    trace.see(slice: slice)
    return slice
  }

  private mutating func index(_ row: [String: InstrumentsCell], isMain: Bool) -> Int {
    let thread = row["thread"] ?? row["start-thread"]
    let key = Key(
      process: row["process"]?.process ?? thread?.process ?? 0, thread: thread?.thread ?? 0)
    if let known = indices[key] {
      if isMain { threads[known].isMain = true }
      return known
    }
    var raw = RawThread(process: key.process, thread: key.thread)
    raw.threadName = thread?.label ?? ""
    raw.processName = row["process"]?.label ?? ""
    raw.isMain = isMain
    indices[key] = threads.count
    threads.append(raw)
    return threads.count - 1
  }

  private mutating func addInterval(
    _ row: [String: InstrumentsCell], _ trace: inout RawTrace
  ) {
    isUsed = true
    guard row["interval-type"]?.label == "Busy", threads.count < 1 << 16 else { return }
    let index = index(row, isMain: row["is-main"]?.isYes ?? false)
    guard let slice = slice(row, name: "Busy", &trace, of: index) else { return }
    hasIntervals = true
    threads[index].slices.append(slice)
    threads[index].see(slice.start + slice.duration)
  }

  private mutating func addHang(_ row: [String: InstrumentsCell], _ trace: inout RawTrace) {
    isUsed = true
    guard hangs.count < Self.limit, threads.count < 1 << 16,
      let slice = slice(row, name: row["hang-type"]?.label ?? "hang", &trace)
    else { return }
    hangs.append((index(row, isMain: true), slice))
  }

  private mutating func addSignpost(
    _ row: [String: InstrumentsCell], _ trace: inout RawTrace
  ) {
    guard signposts.count < Self.limit, row["duration"] != nil,
      let slice = slice(row, name: row["name"]?.label ?? "", &trace)
    else { return }
    let thread = row["start-thread"] ?? row["thread"]
    signposts.append((row["process"]?.process ?? thread?.process ?? 0, thread?.thread, slice))
    isUsed = true
  }

  private mutating func addFrame(
    _ row: [String: InstrumentsCell], isLate: Bool, _ trace: inout RawTrace
  ) {
    guard trace.frames.count < Self.limit, let slice = slice(row, name: "frame", &trace) else {
      return
    }
    isUsed = true
    let layer = row["display-name"] ?? row["display"] ?? row["label"]
    trace.frames.append(
      RawFrame(
        start: slice.start, end: slice.start + slice.duration,
        process: row["process"]?.process ?? 0, outcome: isLate ? .late : .presented,
        layer: layer?.label ?? ""))
  }

  /// Adds what was collected to a trace.
  mutating func finish(_ trace: inout RawTrace) {
    if hasIntervals {
      for (process, thread, slice) in signposts {
        for index in threads.indices where threads[index].process == process {
          let isOwn = thread.map { $0 == threads[index].thread } ?? threads[index].isMain
          if isOwn { threads[index].slices.append(slice) }
        }
      }
    } else {
      for (thread, slice) in hangs {
        threads[thread].slices.append(slice)
        threads[thread].see(slice.start + slice.duration)
      }
      if !hangs.isEmpty {
        trace.notes.append(
          "Only hangs are in this export, which are blind below about 33 to 50 ms. Export"
            + " runloop-intervals for all tasks.")
      }
    }
    trace.threads = threads
    trace.isWrapper = trace.names.names.map { $0 == "Busy" }
    trace.extraSlices = hasIntervals ? [] : signposts
  }
}
