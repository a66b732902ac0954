import LabKernel
import LabText

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
    for analysis in analyses where driver == nil || analysis.log.name == driver {
      for moment in moments(of: analysis, in: problem)
      where worst.map({ moment.duration > $0.duration }) ?? true {
        worst = moment
      }
    }
    return worst
  }

  private func moments(of analysis: DriverAnalysis, in problem: Problem) -> [ProblemMoment] {
    var moments: [ProblemMoment] = []
    var last: (refresh: Int, slots: Int)?
    let sizes = analysis.display.slots.sizesByRefresh
    analysis.visitProblems(thread) { kind, number, span, pieces in
      guard kind == problem else { return }
      let causes = pieces.map { thread.blame($0) }
      let continues =
        problem == .droppedSlot && last.map { $0.refresh + $0.slots == number } == true
      last = (number, sizes[number] ?? 0)
      if continues, !moments.isEmpty {
        moments[moments.count - 1].causes += causes
      } else {
        moments.append(
          ProblemMoment(
            driver: analysis.log.name, problem: problem, number: number,
            begin: Instant(nanoseconds: span.begin), causes: causes))
      }
    }
    return moments
  }
}

extension SlotTable {
  /// How many refreshes the slot that begins at a refresh has.
  fileprivate var sizesByRefresh: [Int: Int] {
    Dictionary(keepingFirst: (0..<count).map { (first(of: $0), refreshes(of: $0).count) })
  }
}
