public import LabKernel
import LabText

/// One time at which a driver had a problem, and what it is put down to.
public struct ProblemMoment: Hashable, Sendable {
  /// The driver.
  public let driver: String
  /// What went wrong.
  public let problem: Problem
  /// The number of the firing, of the update or, for slots and double fires, of the refresh.
  public let number: Int
  /// When it began: for a firing its due instant, for dropped slots the latch before the first.
  public let begin: Instant
  /// The causes in the order of time; together they last as long as the problem.
  public internal(set) var causes: [Blame]

  /// How long it lasted.
  public var duration: Duration { causes.reduce(.zero) { $0 + $1.time } }

  /// When it was over.
  public var end: Instant { begin.advanced(by: duration) }

  /// The culprit with the longest sum of all its stretches; `nil` for a problem without length.
  ///
  /// Its time is the share of ``duration``. Of equal sums the first as `summed(byTask:)` orders
  /// them.
  public var worst: Blame? { causes.summed().first }
}

extension RunMeasurement {
  /// Adds up how long each owner held a driver up in the whole run.
  ///
  /// - Parameters:
  ///   - driver: The name of the driver; `nil` stands for all drivers together.
  ///   - problem: Which waits count.
  /// - Returns: The owners with their times, the longest first.
  public func totalsByOwner(of driver: String? = nil, in problem: Problem) -> [Blame] {
    drivers.filter { driver == nil || $0.name == driver }
      .flatMap { $0.blame[problem].culprits }.summed(byTask: false)
  }

  /// Finds the longest time at which a driver had a problem.
  ///
  /// Dropped slots that follow one another are one hitch.
  ///
  /// - Parameters:
  ///   - driver: The name of the driver; `nil` stands for any of them.
  ///   - problem: What goes wrong.
  /// - Returns: The first of two as long; `nil` if there was no such problem.
  /// - Complexity: O(n) for n firings, updates, slots and changes of the thread's holder.
  public func worstMoment(of driver: String? = nil, in problem: Problem) -> ProblemMoment? {
    var worst: ProblemMoment?
    for run in runs where driver == nil || run.log.name == driver {
      for moment in moments(of: run, in: problem)
      where worst.map({ moment.duration > $0.duration }) ?? true {
        worst = moment
      }
    }
    return worst
  }

  private func moments(of run: DriverRun, in problem: Problem) -> [ProblemMoment] {
    var moments: [ProblemMoment] = []
    let beginnings = Set(run.hitchParts.filter { $0.isNew }.map { $0.refresh })
    run.visitProblems { kind, number, span, pieces in
      guard kind == problem else { return }
      let causes = pieces.map { facts.thread.blame($0) }
      if problem == .droppedSlot, !beginnings.contains(number) {
        moments[moments.count - 1].causes += causes
      } else {
        moments.append(
          ProblemMoment(
            driver: run.log.name, problem: problem, number: number,
            begin: Instant(nanoseconds: span.begin), causes: causes))
      }
    }
    return moments
  }
}
