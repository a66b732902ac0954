import LabExperiment
import LabKernel
import LabText
import LabTrace
import LabWorkload

/// The events of runs on a host, read again from the result that has them.
struct RecordedEvents {
  private let rows: CSVReader

  /// Opens the events of a result.
  init(_ folder: String) throws(InputError) {
    rows = try CSVReader(folder + "/events.csv", with: EventFile.file.columns.map(\.name))
  }

  /// Returns the runs by their positions in the plan.
  func runs(of plan: Plan) throws(InputError) -> [Int: HostRun] {
    var runs: [Int: HostRun] = [:]
    var current: (run: Int, trace: Trace, toSkip: Int)?
    func finish() { if let current { runs[current.run] = HostRun(current.trace) } }
    while let row = try rows.next() {
      guard let index = Int(row["run"]), plan.indices.contains(index) else {
        throw row.mistake(in: "run", "this is not a run of the script.")
      }
      if current?.run != index {
        finish()
        let prologue = Self.prologue(of: plan[index])
        current = (index, prologue, prologue.records.count)
      }
      // What comes before the run is what the script says.
      if let count = current?.toSkip, count > 0 {
        current?.toSkip = count - 1
      } else if let record = try current.map({ run throws(InputError) in
        try record(row, run.trace)
      }) {
        current?.trace.append(record)
      }
    }
    finish()
    return runs
  }

  /// What the trace of a run says before the run begins.
  private static func prologue(of run: RunSpec) -> Trace {
    let stage = Stage(run.scenario, seed: run.seed, detail: .everything)
    var trace = withExtendedLifetime(stage) { stage.recorder.trace }
    trace.header.warmUp = run.hostWarmUp ?? trace.header.warmUp
    return trace
  }

  private func record(_ row: CSVRow, _ trace: Trace) throws(InputError) -> TraceRecord {
    guard let milliseconds = Double(row["time_ms"]), (0..<1e9).contains(milliseconds),
      let event = event(row, trace), let depth = UInt8(row["depth"])
    else { throw row.mistake(in: "what", "this is not an event of a run on a host.") }
    let mode = trace.modes.firstIndex(of: row["mode"]).map { UInt8(clamping: $0) }
    return TraceRecord(
      event, at: Instant(nanoseconds: Int64((milliseconds * 1e6).rounded())),
      mode: mode ?? TraceRecord.noMode, depth: depth)
  }

  /// What happened; `nil` for what does not happen on a host, or has no such numbers.
  private func event(_ row: CSVRow, _ trace: Trace) -> TraceEvent? {
    let (what, detail) = (row["what"], row["detail"])
    guard let kind = TraceKind.allCases.first(where: { $0.name == what }) else { return nil }
    let who = trace.names.firstIndex(of: row["who"]).map { TraceSubject($0) }
    let (first, second) = (Int64(row["first"]), Int64(row["second"]))
    let source = TraceSource.allCases.first { $0.name == detail }
    func instant(_ number: Int64?) -> Instant? {
      number.flatMap { $0 < 0 ? nil : Instant(nanoseconds: $0) }
    }
    let (date, other) = (instant(first), instant(second))
    switch (kind, who, first, second) {
    case (.runBegan, _, _, _): return .runBegan(limit: first)
    case (.runReturned, _, _, _):
      return TraceRunResult.allCases.first { $0.name == detail }.map { .runReturned($0) }
    case (.activity, _, _, _):
      return TraceActivity.allCases.first { $0.name == detail }.map { .activity($0) }
    case (.calloutBegan, let who?, _, _):
      guard let source, let date, let other else { return nil }
      return .calloutBegan(who, source, due: date, newest: other)
    case (.calloutEnded, let who?, _, let missed?):
      return source.map { .calloutEnded(who, $0, next: date, missed: missed) }
    case (.arrived, let who?, let duration?, let serial?):
      return .arrived(who, serial: serial, duration: duration)
    case (.taskBegan, let who?, _, let serial?):
      return date.map { .taskBegan(who, serial: serial, arrival: $0) }
    case (.taskEnded, let who?, _, let serial?): return .taskEnded(who, serial: serial)
    case (.vsync, let who?, let index?, let aim?):
      return TraceRefresh.allCases.first { $0.name == detail }
        .map { .vsync(who, index: index, $0, aim: aim) }
    case (.linkDue, let who?, let vsync?, _):
      return TraceDueOutcome.allCases.first { $0.name == detail }
        .map { .linkDue(who, vsync: vsync, $0) }
    case (.rephased, let who?, _, _): return date.map { .rephased(who, to: $0) }
    case (.update, let who?, _, _):
      guard let date, let other else { return nil }
      return .update(who, animationTime: date, due: other)
    case (.commit, _, let updates?, let cost?): return .commit(updates: updates, renderCost: cost)
    case (.input, let who?, _, _): return date.map { .input(who, happened: $0) }
    case (.woke, _, let delay?, _): return .woke(after: delay)
    case (.ended, _, _, _): return .ended
    default: return nil
    }
  }
}
