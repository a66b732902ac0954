import LabAnswer
import LabExperiment
import LabKernel
import LabMetrics
import LabResults

extension RunFindings {
  /// Tells the worst moment in words and as a timeline, in the run that had it and in another arm
  /// that met the same draws.
  ///
  /// - Returns: The paragraphs; none if the moment has no length.
  func worstMoment(_ runs: inout ReplayedRuns) throws(ExperimentFailure) -> [[Answer.Part]] {
    guard let (run, driver, problem, isOfFailing) = worst else { return [] }
    guard let first = try runs.performed(run) else {
      let words =
        "The worst moment is in \(result.plan[run].words(driver: driver)), which is too long to be"
        + " drawn here; this draws it:"
      return [
        [
          .sentences([Answer.Sentence(words)]),
          .command(result.plan.commandLine("show", run: run)),
        ]
      ]
    }
    guard let moment = first.measurement.worstMoment(of: driver, in: problem),
      moment.duration > .zero || problem == .doubleFire
    else { return [] }
    let picture = MomentPicture(moment, of: first.measurement)
    let thing: String
    switch problem {
    case .doubleFire: thing = "lateness before a double fire"
    case .overwrittenUpdate: thing = "waiting of a frame that was never shown"
    case .lateFiring: thing = "lateness"
    case .droppedSlot: thing = "dropped frames"
    }
    let isOnTime = moment.duration == .zero
    let words =
      isOnTime
      ? Self.onTime(moment, of: first.spec.arm)
      : moment.sentence(
        thing, of: "\(first.spec.arm).\(driver)",
        as: "The worst moment" + (isOfFailing ? " of what fails" : ""),
        isCut: picture.isCut
      ) { blame in
        let serial = blame.serial.map { " #\($0)" } ?? ""
        let name =
          blame.owner.map { "‘\($0)’\(serial) (\(blame.cause.rawValue))" }
          ?? "cause: \(blame.cause.rawValue)"
        return " by \(name)"
          + (blame.time >= moment.duration ? "" : ": \(ReportNumber.milliseconds(blame.time)) ms")
      }
    let own = picture.parts(first.spec.words(), first.measurement, first.trace)
    // It is not kept, since the verdicts are rather about the run of the moment.
    let second = try other(than: run).flatMap { other throws(ExperimentFailure) in
      try PerformedRun(toDraw: result.plan[other])
    }
    let others = second.map { picture.parts($0.spec.words(), $0.measurement, $0.trace) }
    return [[.sentences([Answer.Sentence(words)])], own, others ?? [], [.key]]
  }

  /// A double fire of which no callback is late.
  private static func onTime(_ moment: ProblemMoment, of arm: String) -> String {
    let time = ReportNumber.milliseconds(Instant.start.duration(to: moment.begin))
    return
      "A double fire of \(arm).\(moment.driver) at \(time) ms: two of its fire dates lie in one"
      + " refresh, and neither callback is late"
  }

  /// What the first expectation that fails is about, if that is a problem of a driver; else the run
  /// and the driver with the longest hitch, or with the latest callback; of equals the first.
  private var worst: (run: Int, driver: String, problem: Problem, isOfFailing: Bool)? {
    if let failing = result.verdicts.first(where: { $0.outcome == .fails })?.closest,
      case let path = failing.subject.split(separator: "."), path.count == 3,
      result.plan.arm(of: failing.run).name == path[0],
      let driver = result.table.drivers(of: failing.run).firstIndex(of: String(path[1])),
      let problem = CaseFinder.problem(of: String(path[2])),
      let column = RunColumn(String(path[2])),
      result.table.record(of: failing.run)?.value(driver: driver, metric: column.position)?.number
        ?? 0 > 0
    {
      return (failing.run, String(path[1]), problem, true)
    }
    for (name, problem) in [("hitch_max", Problem.droppedSlot), ("lateness_max", .lateFiring)] {
      guard let column = RunColumn(name) else { continue }
      var worst: (value: Double, run: Int, driver: String)?
      for run in result.table.runs {
        let record = result.table.record(of: run)
        for (index, driver) in result.table.drivers(of: run).enumerated() {
          let value = record?.value(driver: index, metric: column.position)?.number ?? 0
          if value > worst?.value ?? 0 { worst = (value, run, driver) }
        }
      }
      if let worst { return (worst.run, worst.driver, problem, false) }
    }
    return nil
  }

  /// The run of the first other arm at the same sweep point and replication.
  private func other(than run: Int) -> Int? {
    let count = result.experiment.arms.count
    let first = run - run % count
    return (first..<first + count).first { $0 != run && result.table.contains($0) }
  }
}
