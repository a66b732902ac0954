import LabDisplay
import LabExperiment
import LabHost
import LabKernel
import LabText
import LabTrace
import LabWorkload

/// What the host took from a run, and whether the run decides anything.
struct LiveHost {
  /// The shares of the run that its thread waited for a processor, that another machine had it, and
  /// that a limit kept the process from running, in percent; `nil` if the system does not say.
  let wait: Double?
  let stolen: Double?
  let throttled: Double?
  /// How late the thread of the display woke: the median and the 99th percentile.
  let display: (median: Duration, high: Duration)
  /// How long the tasks were planned to take, and took: the 99th percentiles; `nil` without any.
  let tasks: (planned: Duration, taken: Duration)?
  /// The share of the run that its records took, in percent.
  let overhead: Double
  private let period: Duration

  /// What share of a run the host may take from it, in percent, before it decides nothing.
  private static let limit = 2.0

  init(_ spec: RunSpec, _ trace: Trace, _ account: HostAccount?) {
    // What is counted in steps of 10 ms, or begins before the run, can exceed a short run.
    let length = max(spec.duration, .nanoseconds(trace.records.last?.time.nanoseconds ?? 0))
    func share(_ time: Duration?) -> Double? { time.map { min(100, 100 * ($0 / length)) } }
    (wait, stolen) = (share(account?.runQueueWait), share(account?.stolen))
    throttled = share(account?.throttled)
    overhead = share(.nanoseconds(Int64(trace.records.count) * HostEnvironment.recordCost)) ?? 0
    let panel = spec.scenario.panel
    period = panel.rate.period
    var (late, planned, taken): ([Duration], [Duration], [Duration]) = ([], [], [])
    var began: [TraceSubject: Instant] = [:]
    for record in trace.records {
      switch record.event {
      case .vsync(_, let index, _, _):
        late.append(panel.vsync(Int(index)).duration(to: record.time))
      case .arrived(_, _, let duration): planned.append(.nanoseconds(duration))
      case .taskBegan(let load, _, _): began[load] = record.time
      case .taskEnded(let load, _):
        if let begin = began[load] { taken.append(begin.duration(to: record.time)) }
      default: break
      }
    }
    display = (Self.percentile(50, late) ?? .zero, Self.percentile(99, late) ?? .zero)
    tasks = Self.percentile(99, planned).flatMap { plan in
      Self.percentile(99, taken).map { (plan, $0) }
    }
  }

  private static func percentile(_ percent: Int, _ values: [Duration]) -> Duration? {
    values.isEmpty ? nil : values.sorted()[values.count * percent / 100]
  }

  /// Why the run decides nothing; empty if it does.
  var disturbances: [String] {
    let shares = [("waited for a processor", wait), ("stolen", stolen), ("throttled", throttled)]
    var words = shares.compactMap { word, share in
      share.flatMap { $0 > Self.limit ? "\(word) \(Self.percent($0)) %" : nil }
    }
    if display.high > period / 8 {
      words.append("the display was \(Self.milliseconds(display.high)) ms late (p99)")
    }
    return words
  }

  static func percent(_ number: Double) -> String { decimalText(number, decimals: 0...1) }

  static func milliseconds(_ time: Duration) -> String {
    decimalText(time / .milliseconds(1), decimals: 0...2)
  }

  var isDisturbed: Bool { !disturbances.isEmpty }
}
