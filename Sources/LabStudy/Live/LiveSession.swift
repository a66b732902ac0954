package import LabAnswer
import LabDisplay
package import LabExperiment
package import LabHost
import LabKernel
import LabText
import LabTrace
import LabWorkload

/// The runs of a plan on the run loop of this host, one after the other, each beside the simulation
/// of the same plan: an answer for each of them, and one about all.
package final class LiveSession {
  /// How long all runs may take together, in seconds.
  private static let longest = 600

  /// What was performed so far.
  package private(set) var runs: [LiveRun] = []
  private let plan: Plan
  private let path: String
  private let sources: [HostSource]
  private let showsReplay: Bool
  private let environment: HostEnvironment
  private let bound: Duration?
  private let watch: Watch
  private var indices: ArraySlice<Int>
  private var isDone = false
  private let isRealtime: Bool
  private let seconds: Int64

  /// Prepares runs.
  ///
  /// - Parameters:
  ///   - plan: The runs.
  ///   - path: Their script, for messages.
  ///   - sources: What fires the timers, one after the other.
  ///   - environment: What the runs depend on.
  ///   - isRealtime: Whether the threads of the runs go before all others.
  ///   - bound: The lateness of a callback that ends all; `nil` for none.
  ///   - showsReplay: Whether a run is also set beside the simulation of what was carried out.
  ///   - watch: Ends the run under way, which is left out then, and all behind it.
  /// - Throws: `InputError` if this host cannot perform a run, with its place; `UsageError` if all
  ///   take too long.
  package init(
    _ plan: Plan, of path: String, by sources: [HostSource], in environment: HostEnvironment,
    isRealtime: Bool = false, breakingBeyond bound: Duration? = nil, showsReplay: Bool = false,
    _ watch: Watch = Watch()
  ) throws {
    (self.plan, self.path, self.sources, self.bound) = (plan, path, sources, bound)
    (self.isRealtime, self.showsReplay, self.environment) = (isRealtime, showsReplay, environment)
    self.watch = watch
    indices = plan.indices.filter(plan.performs)[...]
    seconds = try Self.seconds(of: plan, by: sources, isRealtime: isRealtime)
  }

  /// How long the runs of a plan take on this host, in seconds.
  ///
  /// - Throws: `InputError` if this host cannot perform a run, with its place; `UsageError` if all
  ///   take too long.
  static func seconds(
    of plan: Plan, by sources: [HostSource], isRealtime: Bool
  ) throws -> Int64 {
    var total = Duration.zero
    for run in plan.indices.filter(plan.performs).map({ plan[$0] }) {
      total += run.duration * sources.count
      let obstacles = sources.flatMap {
        HostStage.obstacles(to: run.scenario, source: $0, isRealtime: isRealtime)
      }
      guard let obstacle = obstacles.first else { continue }
      let words = obstacle.subject.map { "'\($0)' cannot run live: " } ?? "this cannot run live: "
      throw plan.experiment.place(of: obstacle.subject, arm: run.arm).map {
        InputError(path: $0, words + obstacle.description)
      } ?? InputError(words + obstacle.description)
    }
    guard total <= .seconds(Self.longest) else {
      throw UsageError(
        "all runs together take \(total.components.seconds) s of real time, and \(Self.longest) s is"
          + " the limit. Choose some with '--only', as '--only arm == \(plan[0].arm)'.")
    }
    do {
      if isRealtime { try HostStage.checkRealtime() }
    } catch {
      throw UsageError("\(error)")
    }
    return (total + .milliseconds(999)).components.seconds
  }

  package var runCount: Int { plan.indices.count(where: plan.performs) * sources.count }

  /// What the columns of an answer mean.
  package static var legend: String { LiveFindings.legend }

  /// How long it takes, and what the columns mean.
  package var forecast: String { "This takes \(seconds) s. \(LiveFindings.legend)" }

  /// What each source says of the expectations, of the runs that were performed.
  package var verdicts: [LiveVerdicts] {
    sources.map { source in
      LiveVerdicts(plan, runs.filter { $0.source == source }, source)
    }
  }

  /// Performs the next run by every source, or says what all of them come to.
  ///
  /// - Returns: `nil` when all is said: a callback that is too late ends it.
  package func next() throws -> Answer? {
    guard !isDone else { return nil }
    guard !watch.isEnded(), let index = indices.popFirst() else {
      isDone = true
      return conclusion
    }
    var beside: [LiveRun] = []
    defer { runs += beside }
    for source in sources {
      guard
        let run = try LiveRun(
          plan[index], source, isRealtime: isRealtime, breakingBeyond: bound, watch)
      else { break }
      if let moment = LiveBreak(run) {
        isDone = true
        return Answer(
          "live", of: path, moment.paragraphs + [[.table(environment.table)]],
          outcome: .undecided)
      }
      beside.append(run)
    }
    guard !beside.isEmpty else { return try next() }
    let found = LiveFindings(beside, showsReplay: showsReplay)
    return Answer("live", of: path, [found.parts], data: [found.hosts])
  }

  private var conclusion: Answer {
    let verdicts = verdicts
    return Answer(
      "live", of: path,
      [[.table(environment.table)], [.checks(LiveVerdicts.checks(of: verdicts))]],
      data: [LiveVerdicts.table(of: verdicts)], outcome: LiveVerdicts.outcome(of: verdicts))
  }
}

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
