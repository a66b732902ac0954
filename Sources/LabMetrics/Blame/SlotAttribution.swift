/// Cuts dropped slots by what the next picture of a driver waited for, in ascending order.
///
/// At every instant a picture is not due yet, or waits for its callback, or for its commit.
struct SlotAttribution {
  private var cutter: BlameAttribution
  // What is needed of the log and of the way to the glass; each would be copied as a whole.
  private let firings: [Firing]
  private let runs: [DueSeries]
  private let hasEnded: Bool
  private let updates: [Update]
  private let flow: PresentationSchedule
  /// The last update of each firing; −1 if it made none.
  private var lastUpdates: [Int32]
  private var firing = 0
  /// Where the last search for due instants without a callback ended.
  private var run = 0

  init(_ analysis: DriverAnalysis, _ thread: ThreadTime) {
    firings = analysis.log.firings
    runs = analysis.log.runs
    hasEnded = analysis.log.hasEnded
    updates = analysis.log.updates
    flow = analysis.presentation.flow
    cutter = BlameAttribution(analysis.log, thread)
    lastUpdates = Array(repeating: -1, count: firings.count)
    for index in updates.indices { lastUpdates[Int(updates[index].firing)] = Int32(index) }
  }

  /// Returns the pieces of a slot, which together are the time between its latches.
  mutating func cut(_ slot: TimeSpan) -> [BlameSegment] {
    cutter.begin()
    while firing < firings.count, isDone(firing, by: slot.begin) { firing += 1 }
    var rest = slot
    var index = firing
    while index < firings.count, !rest.isEmpty {
      let next = firings[index]
      chargeGap(rest.cut(at: next.due), before: index)
      guard !rest.isEmpty else { break }
      cutter.chargeWait(rest.cut(at: next.began), forFiring: index, ownEnd: .min)
      guard !rest.isEmpty else { break }
      cutter.charge(rest.cut(at: next.ended), .own)
      guard !rest.isEmpty else { break }
      let flight = flight(of: index)
      cutter.chargeHolders(rest.cut(at: flight.committed), otherwise: .commit)
      cutter.charge(rest.cut(at: flight.queueEnd), .queue)
      cutter.charge(rest.cut(at: flight.renderEnd), .render)
      cutter.charge(rest.cut(at: flight.panelEnd), .panel)
      index += 1
    }
    chargeGap(rest, before: firings.count)
    return cutter.pieces
  }

  /// The way of a firing's last update to the glass.
  private func flight(of index: Int) -> PipelineWait {
    let update = lastUpdates[index]
    return update >= 0 ? flow.flight(of: updates[Int(update)].commit) : PipelineWait()
  }

  /// Whether nothing of a firing had to be waited for any more.
  private func isDone(_ index: Int, by instant: Int64) -> Bool {
    firings[index].ended <= instant && flight(of: index).end <= instant
  }

  /// Charges the time before a firing was due.
  ///
  /// Due instants that the firing before could no longer answer change what is waited for.
  private mutating func chargeGap(_ gap: TimeSpan, before index: Int) {
    guard !gap.isEmpty else { return }
    var rest = gap
    let answered = index > 0 ? firings[index - 1].began : 0
    var state = Gap.plain(isIdle(before: index) ? .idle : .phase)
    run = runs.partitionIndex(near: run) { $0.last >= answered }
    var next = run
    while next < runs.count, runs[next].first < gap.end {
      let run = runs[next]
      next += 1
      guard let date = run.first(from: answered), date < gap.end else { continue }
      charge(rest.cut(at: date), state)
      state = Gap(run.outcome, due: date)
    }
    charge(rest, state)
  }

  /// Whether the driver had not begun, had ended, or changed nothing when it was called last.
  private func isIdle(before index: Int) -> Bool {
    index == 0 || lastUpdates[index - 1] < 0 || (index == firings.count && hasEnded)
  }

  /// What is waited for between two firings.
  private enum Gap {
    case plain(BlameCause)
    case lost
    case open(due: Int64)

    init(_ outcome: DueOutcome, due: Int64) {
      switch outcome {
      case .cancelled: self = .plain(.idle)
      case .open: self = .open(due: due)
      case .blocked, .starved, .suppressed: self = .lost
      }
    }
  }

  private mutating func charge(_ span: TimeSpan, _ state: Gap) {
    switch state {
    case .plain(let cause): cutter.charge(span, cause)
    case .lost: cutter.chargeThread(span, otherwise: .missed)
    case .open(let due): cutter.chargeWait(span, due: due)
    }
  }
}

extension DueSeries {
  /// The earliest due instant from a date on; `nil` if there is none.
  fileprivate func first(from date: Int64) -> Int64? {
    let instant = first + step * gridDates(from: first, before: date, step: step)
    return instant <= last && instant >= date ? instant : nil
  }
}
