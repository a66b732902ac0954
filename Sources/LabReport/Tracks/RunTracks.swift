import LabKernel
import LabTrace

/// The tracks that a trace tells by itself: the thread, the loop and its modes, arrivals, commits
/// and vsyncs.
struct RunTracks {
  var thread = Track(.thread)
  var modes = Track(.modes)
  var loop = Track(.loop)
  var arrivals = Track(.arrivals)
  var commits = Track(.commits)
  var vsyncs = Track(.vsync)
  /// The slices of each driver's callbacks on the thread.
  private(set) var callouts: [String: [(due: Int64, slice: Int)]] = [:]
  /// The slice in which each update of a driver was made.
  private(set) var updates: [String: [Int]] = [:]
  /// The slice of each task.
  private(set) var tasks: [TaskName: Int] = [:]
  /// The end of the run.
  private(set) var end: Int64 = 0

  struct TaskName: Hashable {
    let load: String
    let serial: Int
  }

  private let trace: Trace
  private var openSlices: [Int] = []
  private var openModes: [Int] = []

  /// Walks over a trace.
  init(_ trace: Trace, _ names: inout TrackNames) {
    self.trace = trace
    for record in trace.records {
      end = record.time.nanoseconds
      // What follows the end was only winding down.
      if record.kind == .ended { break }
      visit(record, &names)
    }
    for slice in openSlices { thread.end(slice, at: end) }
    for slice in openModes { modes.end(slice, at: end) }
  }

  private mutating func visit(_ record: TraceRecord, _ names: inout TrackNames) {
    let now = record.time.nanoseconds
    switch record.event {
    case .calloutBegan(let subject, let source, let due, _):
      let name = trace.names[Int(subject)]
      let slice = begin("\(source.name) \(name)", at: now, [("due_ns", due.nanoseconds)], &names)
      callouts[name, default: []].append((due.nanoseconds, slice))
    case .taskBegan(let load, let serial, let arrival):
      let name = trace.names[Int(load)]
      let slice = begin(
        name, at: now, [("serial", serial), ("arrived_ns", arrival.nanoseconds)], &names)
      tasks[TaskName(load: name, serial: Int(serial))] = slice
    case .calloutEnded, .taskEnded:
      if let slice = openSlices.popLast() { thread.end(slice, at: now) }
    case .update(let driver, _, let due): update(trace.names[Int(driver)], due.nanoseconds)
    case .runBegan:
      let mode = trace.modes.indices.contains(Int(record.mode)) ? trace.modes[Int(record.mode)] : ""
      openModes.append(
        modes.append(TrackEvent(names.number(of: mode), begin: now, end: now)))
    case .runReturned: if let slice = openModes.popLast() { modes.end(slice, at: now) }
    case .activity(let activity): loop.mark(activity.name, at: now, [], &names)
    case .arrived(let load, let serial, let duration):
      let name = trace.names[Int(load)]
      arrivals.mark(name, at: now, [("serial", serial), ("takes_ns", duration)], &names)
    case .commit(let updates, let cost):
      commits.mark("commit", at: now, [("updates", updates), ("render_cost_ns", cost)], &names)
    case .vsync(_, let index, _, _): vsyncs.mark("vsync", at: now, [("index", index)], &names)
    default: break
    }
  }

  private mutating func begin(
    _ name: String, at now: Int64, _ values: [(String, Int64)], _ names: inout TrackNames
  ) -> Int {
    let slice = thread.mark(name, at: now, values, &names)
    openSlices.append(slice)
    return slice
  }

  /// An update belongs to the last callback that answers its due instant; callbacks nest a few
  /// deep.
  private mutating func update(_ driver: String, _ due: Int64) {
    let callout = callouts[driver]?.suffix(16).last { $0.due == due }
    updates[driver, default: []].append(callout?.slice ?? -1)
  }
}

extension Track {
  /// Appends an instant with numbers.
  @discardableResult
  mutating func mark(
    _ name: String, at time: Int64, _ values: [(String, Int64)], _ names: inout TrackNames
  ) -> Int {
    append(
      TrackEvent(names.number(of: name), begin: time, end: time),
      values.map { TrackArgument(name: names.number(of: $0.0), value: .number($0.1)) })
  }
}
