import LabDisplay
import LabKernel
import LabMetrics
import LabWorkload
import TestSupport
import Testing

/// `LAB_FUZZ_COUNT=100000 swift test --filter 'attribution'` plays any number of stages.
@Suite struct `The attribution of dropped slots` {
  @Test(arguments: FuzzBatch.all("attribution of dropped"))
  func `names no phase where a frame was due in time`(_ batch: FuzzBatch) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let stage = RandomStage(seed: seed)
      let run = try stage.measurement()
      for driver in run.drivers {
        if let failure = Self.failure(of: driver, in: run, of: stage) {
          Issue.record("stage \(seed), ‘\(driver.name)’: \(failure)")
          return
        }
      }
    }
  }

  @Test(arguments: FuzzBatch.all("attribution of dropped"))
  func `names the culprit with the largest sum of a worst moment`(_ batch: FuzzBatch) throws {
    for seed in batch.numbers.map({ batch.seed + UInt64($0) }) {
      let run = try RandomStage(seed: seed).measurement()
      for driver in run.drivers.map(\.name) {
        let rows = run.blameRows(of: driver)
        for problem in Problem.allCases {
          guard let moment = run.worstMoment(of: driver, in: problem) else { continue }
          let sums = Self.sums(of: rows, in: moment)
          #expect(
            moment.duration == sums.values.reduce(.zero, +),
            "stage \(seed), ‘\(driver)’, \(problem)")
          #expect(
            moment.worst.map(\.time) == sums.values.max(), "stage \(seed), ‘\(driver)’, \(problem)")
          if let worst = moment.worst { #expect(sums[Culprit(worst)] == worst.time) }
        }
      }
    }
  }

  private struct Culprit: Hashable {
    let cause: BlameCause
    let owner: String?
    let serial: Int?

    init(_ blame: Blame) { (cause, owner, serial) = (blame.cause, blame.owner, blame.serial) }
  }

  /// The rows of `blame.csv` of a moment, added up.
  private static func sums(of rows: [BlameRow], in moment: ProblemMoment) -> [Culprit: Duration] {
    rows.reduce(into: [:]) { sums, row in
      let isPart =
        moment.problem == .droppedSlot
        ? moment.begin <= row.begin && row.begin < moment.end
        : row.number == moment.number && row.begin == moment.begin
      guard isPart, row.problem == moment.problem, row.blame.time > .zero else { return }
      sums[Culprit(row.blame), default: .zero] += row.blame.time
    }
  }

  /// What contradicts the firings; `nil` if nothing does.
  private static func failure(
    of driver: DriverMetrics, in run: RunMeasurement, of stage: RandomStage
  ) -> String? {
    guard let slots = driver.frames?.slots else { return nil }
    let panel = stage.scenario.panel
    let interval = stage.scenario.drivers.first { $0.name == driver.name }?.source.timer?.interval
    let rows = run.blameRows(of: driver.name).filter { $0.problem == .droppedSlot }
    let firings = run.firingRows(of: driver.name).sorted { $0.due < $1.due }
    var counts: [BlameCause: Int] = [:]
    for (number, rows) in Dictionary(grouping: rows, by: \.number).sorted(by: { $0.key < $1.key }) {
      var times: [BlameCause: Duration] = [:]
      for row in rows { times[row.blame.cause, default: .zero] += row.blame.time }
      let most = times.values.max()
      if let cause = BlameCause.allCases.first(where: { times[$0] == most && most != nil }) {
        counts[cause, default: 0] += 1
      }
      guard times[.phase] != nil else { continue }
      let begin = rows[0].begin
      let end = begin.advanced(by: times.values.reduce(.zero, +))
      let from = firings.partitioningIndex { $0.due > begin }
      for firing in firings[from...].prefix(while: { $0.due <= end }) {
        guard let ended = firing.ended else { continue }
        let cost = firing.began.duration(to: ended)
        guard firing.due.advanced(by: cost) <= end, ended > end else { continue }
        let held = run.holders(from: end.advanced(by: .zero - cost), for: .nanoseconds(1))
        // Two rates meet: on a free thread the next date would be too late for the next slot.
        let next = end.advanced(by: begin.duration(to: end) + .zero - cost)
        if let interval, !panel.isAdaptive, firing.due.advanced(by: interval) > next { continue }
        // It waited behind a callback of its own driver, which was too long to be in time: the
        // phase is what came before that one was due.
        if held.contains(where: { $0.owner == driver.name }) { continue }
        return "refresh \(number) has a phase of \(times[.phase] ?? .zero), but the callback due at"
          + " \(firing.due) would have been in time; \(held) held the thread"
      }
    }
    // Slots without a latch before the run have no time, and count as idle.
    counts[.idle, default: 0] += slots.dropped - counts.values.reduce(0, +)
    return counts.filter { $0.value > 0 } == slots.causes
      ? nil : "\(slots.causes) are counted, and \(counts) attributed"
  }
}

extension Array {
  /// The first index whose element fulfils a condition that, once true, stays true.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    firstIndex(where: condition) ?? endIndex
  }
}
