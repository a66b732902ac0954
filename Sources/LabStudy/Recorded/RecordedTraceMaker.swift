import LabImport
import LabKernel
import LabTrace

/// Makes the trace of a recorded run.
struct RecordedTraceMaker {
  private let recording: ImportedTrace
  private let loop: ImportedTrace.Loop
  private let drivers: [ImportedTrace.Driver]
  /// The time from one vsync to the next; `nil` without vsyncs.
  private let period: Int64?
  private let vsyncs: [Int64]
  private var trace = Trace()
  private var modes: [String: UInt8] = [:]
  private var names: Set<String> = []
  private var tracks: [RecordedDriver] = []
  private var tasks: [(load: TraceSubject, serial: Int64, arrived: Int64)] = []
  /// How many callouts of links answer no vsync.
  private(set) var unanswered = 0

  /// Modes that come later share one.
  private static let modeLimit = 200

  init(
    _ recording: ImportedTrace, _ loop: ImportedTrace.Loop, _ drivers: [ImportedTrace.Driver]
  ) {
    (self.recording, self.loop) = (recording, loop)
    self.drivers = drivers.map { driver in
      var (driver, end) = (driver, Int64.min)
      // A driver is not called within itself.
      driver.firings = driver.firings.filter { firing in
        guard firing.began >= end else { return false }
        end = firing.ended
        return true
      }
      return driver
    }
    let (length, told) = (recording.windowLength, recording.vsyncs)
    period = TrialDisplay.period(of: told)
    vsyncs = period.map { TrialDisplay.filled(told, period: $0, length: length) } ?? []
  }

  /// Returns the trace.
  mutating func make() -> Trace {
    let display = unused("display")
    let subjects = drivers.map { unused($0.name) }
    let thread = RecordedThread(runs() + callouts + works())
    declare(subjects, thread)
    let marked = RecordedThread(tracks.flatMap(\.marks) + thread.brackets)
    let aim = period ?? 0
    let refreshes = vsyncs.enumerated().map { index, time in
      Self.record(.vsync(display, index: Int64(index), .grid, aim: aim), at: time)
    }
    var builder = TraceBuilder(
      trace, until: recording.windowLength, vsyncs: refreshes, arrivals: arrivals(in: thread),
      loop: records(of: marked))
    return builder.build()
  }

  // MARK: What is recorded

  private mutating func runs() -> [RecordedThread.Bracket] {
    let runs = loop.runs.map { run in
      let isTracking = run.mode.hasSuffix("TrackingRunLoopMode")
      let name = run.isInDefaultMode ? "default" : isTracking ? "tracking" : run.mode
      return RecordedThread.Bracket(kind: .run(mode(name)), start: run.start, end: run.end)
    }
    guard runs.isEmpty else { return runs }
    let end = recording.windowLength
    return [RecordedThread.Bracket(kind: .run(mode("default")), start: 0, end: end)]
  }

  private mutating func mode(_ name: String) -> UInt8 {
    if let mode = modes[name] { return mode }
    guard modes.count < Self.modeLimit else { return UInt8(Self.modeLimit - 1) }
    trace.addMode(name)
    modes[name] = UInt8(modes.count)
    return UInt8(modes.count - 1)
  }

  private var callouts: [RecordedThread.Bracket] {
    drivers.enumerated().flatMap { index, driver in
      driver.firings.enumerated().map { number, firing in
        RecordedThread.Bracket(
          kind: .callout(driver: index, number), start: firing.began, end: firing.ended)
      }
    }
  }

  private mutating func works() -> [RecordedThread.Bracket] {
    var serials: [TraceSubject: Int64] = [:]
    var loads: [String: TraceSubject] = [:]
    return recording.tasks.enumerated().map { index, task in
      let load = loads[task.name] ?? unused(task.name)
      loads[task.name] = load
      tasks.append((load, serials[load, default: 0], task.arrived ?? task.start))
      serials[load, default: 0] += 1
      return RecordedThread.Bracket(
        kind: .task(index), start: task.start, end: task.start + task.duration)
    }
  }

  /// Returns the index of a name that nothing else has.
  private mutating func unused(_ name: String) -> TraceSubject {
    var name = name
    while !names.insert(name).inserted { name += " (task)" }
    return trace.intern(name)
  }

  // MARK: Drivers

  private mutating func declare(_ subjects: [TraceSubject], _ thread: RecordedThread) {
    let end = recording.windowLength
    let (found, called) = sightings(in: thread)
    let longest = longestRuns(in: thread)
    for (index, driver) in drivers.enumerated() {
      let (subject, interval) = (subjects[index], driver.interval)
      // A mode in which it could have been called, and was not, is none of its own.
      let short = longest.filter { $0.value <= 3 * interval }.keys
      let modes = called[index].union(short)
      let grid =
        driver.kind == .timer ? RecordedCallout.onGrid(found[index], every: interval) : []
      let dates =
        driver.kind == .timer
        ? grid.map(\.due) : TrialDriver.vsyncs(of: driver, on: vsyncs, every: period)
      let lives = RecordedLives(
        of: driver, dates: dates, newGrids: RecordedCallout.newGrids(of: grid), in: loop, until: end
      )
      let track =
        driver.kind == .link
        ? RecordedDriver(
          subject, other: unused(driver.name), link: found[index], on: vsyncs,
          every: period ?? 0, lives)
        : RecordedDriver(subject, timer: grid, every: interval, lives)
      unanswered += track.callouts.count { $0 == nil }
      tracks.append(track)
      trace.append(.declared(subject, track.source, interval: track.interval), at: .start)
      for mode in modes.sorted() { trace.append(.joined(subject, mode: mode), at: .start) }
      if let target = TrialDriver.target(of: interval, on: period) {
        trace.header.targets[trace.names[Int(subject)]] = target
      }
    }
  }

  /// The callouts of each driver as they lie in the thread, and the modes in which it was called.
  private func sightings(
    in thread: RecordedThread
  ) -> (firings: [[ImportedTrace.Driver.Firing]], modes: [Set<UInt8>]) {
    var firings = drivers.map(\.firings)
    var modes = drivers.map { _ in Set<UInt8>() }
    thread.walk { bracket, isBegin, around in
      guard isBegin, case .callout(let driver, let number) = bracket.kind else { return }
      firings[driver][number].ended = bracket.end
      if let mode = around.reversed().lazy.compactMap(\.mode).first { modes[driver].insert(mode) }
    }
    return (firings, modes)
  }

  private func longestRuns(in thread: RecordedThread) -> [UInt8: Int64] {
    var longest: [UInt8: Int64] = [:]
    for bracket in thread.brackets {
      guard let mode = bracket.mode else { continue }
      longest[mode] = max(longest[mode] ?? 0, bracket.end - bracket.start)
    }
    return longest
  }

  // MARK: Records

  private func arrivals(in thread: RecordedThread) -> [TraceRecord] {
    thread.brackets.compactMap { bracket -> TraceRecord? in
      guard case .task(let index) = bracket.kind else { return nil }
      let task = tasks[index]
      return Self.record(
        .arrived(task.load, serial: task.serial, duration: bracket.end - bracket.start),
        at: task.arrived)
    }.sorted { ($0.time, $0.subject) < ($1.time, $1.subject) }
  }

  private func records(of thread: RecordedThread) -> [TraceRecord] {
    // Without them, those of Core Animation would come when the work is done.
    var commits = (loop.commits.isEmpty ? thread.idle.map(\.begin) : loop.commits)[...]
    var records: [TraceRecord] = []
    var updates: Int64 = 0
    func commit(before instant: Int64) {
      while let commit = commits.first, commit < instant {
        commits.removeFirst()
        guard updates > 0 else { continue }
        records.append(Self.record(.commit(updates: updates, renderCost: 0), at: commit))
        updates = 0
      }
    }
    thread.walk { bracket, isBegin, _ in
      let now = isBegin ? bracket.start : bracket.end
      commit(before: isBegin ? now + 1 : now)
      for event in isBegin ? begin(of: bracket) : end(of: bracket) {
        if case .update = event { updates += 1 }
        records.append(Self.record(event, at: now, in: bracket.mode))
      }
    }
    commit(before: .max)
    return records
  }

  private func begin(of bracket: RecordedThread.Bracket) -> [TraceEvent] {
    switch bracket.kind {
    case .marks(let events): return events
    case .run: return [.runBegan(limit: nil)]
    case .callout(let driver, let number):
      return tracks[driver].begin(of: number, at: bracket.start)
    case .task(let index):
      let task = tasks[index]
      let arrival = Instant(nanoseconds: task.arrived)
      return [
        .calloutBegan(task.load, .mainQueue, due: arrival, newest: arrival),
        .taskBegan(task.load, serial: task.serial, arrival: arrival),
      ]
    }
  }

  private func end(of bracket: RecordedThread.Bracket) -> [TraceEvent] {
    switch bracket.kind {
    case .marks: return []
    case .run: return [.runReturned(.finished)]
    case .callout(let driver, let number): return tracks[driver].end(of: number)
    case .task(let index):
      let task = tasks[index]
      return [
        .taskEnded(task.load, serial: task.serial),
        .calloutEnded(task.load, .mainQueue, next: nil, missed: 0),
      ]
    }
  }

  private static func record(
    _ event: TraceEvent, at time: Int64, in mode: UInt8? = nil
  ) -> TraceRecord {
    TraceRecord(event, at: Instant(nanoseconds: time), mode: mode ?? TraceRecord.noMode)
  }
}
