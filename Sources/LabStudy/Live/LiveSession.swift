package import LabAnswer
package import LabExperiment
package import LabHost
import LabKernel
import LabText

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

  /// How many runs there are to be, by all sources.
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
  /// - Throws: What a run throws.
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
