/// One marker of a Firefox profile, before its name is known.
struct FirefoxMarker {
  /// What a marker says of itself.
  enum Phase: UInt8 {
    case instant
    case interval
    case start
    case end
  }

  /// What kind of thing a marker tells of.
  enum Kind: UInt8 {
    /// Work of the thread.
    case work
    /// A task of 50 ms and more.
    case longTask
    /// Something that goes on beside the thread's work.
    case aside
  }

  /// The place of its name in the table of strings; -1 if there is none.
  var name: Int64 = -1
  var start: Int64?
  var end: Int64?
  var phase: Int64?
  var kind = Kind.work
  /// The phase in the data of old profiles.
  var oldPhase: Phase?

  private static let asides: Set<String> = [
    "Network", "IPC", "UserTiming", "CSSAnimation", "CSSTransition", "Load", "Url", "Jank",
    "CompositorScreenshot", "PreferenceRead", "BHR-detected hang",
  ]

  init() {}

  /// Takes what the data of a marker tells.
  mutating func take(type: String) {
    if type == "MainThreadLongTask" { kind = .longTask }
    if Self.asides.contains(type) { kind = .aside }
  }

  /// What the marker is, by its phase or, in old profiles, by its times.
  var shape: Phase {
    if let phase, let shape = Phase(rawValue: UInt8(clamping: phase)) { return shape }
    if let oldPhase { return oldPhase }
    guard let start, let end, end > start else { return .instant }
    return .interval
  }
}

/// One thread of a Firefox profile.
struct FirefoxThread {
  var name = ""
  var processName = ""
  var processType = ""
  var process: Int64 = 0
  var thread: Int64 = 0
  var isMain: Bool { isMarkedMain || name == "GeckoMain" }
  /// Whether the file calls it the main thread.
  var isMarkedMain = false
  /// Whether its process shows pages.
  var isTab: Bool { processType == "tab" || processType == "web" }
  /// The place of its process in the list of processes.
  var owner = 0
  var markers: [FirefoxMarker] = []
  var strings: [String] = []
  /// When the responsiveness was asked, and how long an event waited, in nanoseconds.
  var delays: [(time: Int64, delay: Int64)] = []
  /// When samples were taken, and the processor time since the one before, in the file's unit.
  var processorTimes: [(time: Int64, delta: Int64)] = []
}

/// How long a thread of a Firefox profile was running, by its samples.
///
/// Each sample tells the processor time since the one before. Between two samples it is taken to
/// pass evenly, so that a slice that is shorter than a sample is known as precisely as the samples
/// are close.
struct FirefoxProcessorTime {
  /// The times of the samples, and the processor time up to each, in nanoseconds.
  private var samples: [(time: Int64, total: Int64)] = []

  init(_ deltas: [(time: Int64, delta: Int64)], unit: Int64, shift: Int64) {
    var total: Int64 = 0
    for (time, delta) in deltas {
      let (at, isLost) = time.addingReportingOverflow(shift)
      let (step, isTooLong) = delta.multipliedReportingOverflow(by: unit)
      guard !isLost, at.magnitude <= UInt64(Decimal.timeLimit), samples.last?.time ?? .min < at
      else { continue }
      // The thread cannot run for longer than time has passed.
      let passed = samples.last.map { at - $0.time } ?? 0
      total += isTooLong ? passed : min(max(0, step), passed)
      samples.append((at, total))
    }
  }

  /// Sets the processor time of the complete slices that lie within the samples.
  func fill(_ slices: inout [RawSlice]) {
    guard let first = samples.first, let last = samples.last else { return }
    for index in slices.indices where slices[index].phase == .complete {
      let (start, end) = (slices[index].start, slices[index].start + slices[index].duration)
      guard start >= first.time, end <= last.time else { continue }
      slices[index].cpu = total(at: end) - total(at: start)
    }
  }

  /// The processor time up to an instant.
  private func total(at time: Int64) -> Int64 {
    let next = samples.partition { $0.time > time }
    guard next < samples.count else { return samples.last?.total ?? 0 }
    guard next > 0 else { return 0 }
    let (before, after) = (samples[next - 1], samples[next])
    let part = Int128(after.total - before.total) * Int128(time - before.time)
    return before.total + Int64(part / Int128(after.time - before.time))
  }
}
