public import LabKernel
public import LabTrace
import LabWorkload

/// Performs the runs of a plan on several cores and hands over what each yields, in order.
public struct Runner: Sendable {
  /// A run that could not be completed.
  public struct Failure: Error, Hashable {
    /// The run.
    public let run: RunSpec
    /// Why its world came to an end.
    public let reason: WorldFailure
    /// The line of the script that is most to blame, as `beat.lab:7`; `nil` if it is unknown.
    public var place: String?
  }

  /// How many runs are performed at a time.
  public let jobs: Int

  /// How much the traces keep.
  public let detail: Trace.Detail

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are performed at a time; at least 1.
  ///   - detail: How much the traces keep.
  public init(jobs: Int, detail: Trace.Detail = .measurements) {
    precondition(jobs >= 1, "\(jobs) jobs cannot perform anything")
    self.jobs = jobs
    self.detail = detail
  }

  /// Performs one run.
  ///
  /// - Returns: What happened.
  /// - Throws: ``Failure`` if its world came to an end early.
  public func trace(of run: RunSpec) throws(Failure) -> Trace {
    do {
      return try Stage(run.scenario, seed: run.seed, detail: detail).run()
    } catch {
      throw Failure(run: run, reason: error)
    }
  }

  /// Performs runs of a plan.
  ///
  /// Runs are independent of one another, and what they yield is handed over in the order of their
  /// positions whatever the number of jobs. A job that is far ahead waits, so that memory stays
  /// bounded. Whatever can be worked out from a run alone belongs into `digest`: one thread receives
  /// what all of them yield.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - positions: The runs, by their positions in it.
  ///   - digest: Turns a run and its trace into what is kept of it; called on any thread.
  ///   - receive: Is given what is kept, in order, one at a time.
  /// - Throws: The failure of the first run that failed, or what `digest` or `receive` threw.
  public func perform<Kept: Sendable>(
    _ plan: Plan, at positions: [Int],
    keeping digest: @escaping @Sendable (RunSpec, Trace) throws -> Kept,
    receive: (Kept) throws -> Void
  ) throws {
    let line = OrderedParallelMap<Result<Kept, any Error>>(count: positions.count, workers: jobs) {
      { index in
        let run = plan[positions[index]]
        return Result {
          do {
            return try digest(run, trace(of: run))
          } catch var failure as Failure {
            failure.place = plan.experiment.place(of: failure)
            throw failure
          }
        }
      }
    }
    try line.deliver { result in try receive(result.get()) }
  }

  /// Performs all runs of a plan.
  public func perform<Kept: Sendable>(
    _ plan: Plan, keeping digest: @escaping @Sendable (RunSpec, Trace) throws -> Kept,
    receive: (Kept) throws -> Void
  ) throws {
    try perform(plan, at: Array(plan.indices), keeping: digest, receive: receive)
  }
}
