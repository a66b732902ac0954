/// Cuts dropped slots by what the next picture of a driver waited for, in ascending order.
///
/// At every instant a picture is not due yet, or waits for its callback, or for its commit.
struct SlotCutter {
  private var cutter: BlameCutter
  /// When the last update of each firing was committed; −1 if it made none.
  private var commits: [Int64]
  /// The way of that update to the glass.
  private var flights: [Flight]
  private var firing = 0
  private let log: DriverLog

  init(_ analysis: DriverAnalysis, _ thread: ThreadTime) {
    log = analysis.log
    cutter = BlameCutter(log, thread)
    commits = Array(repeating: -1, count: log.firings.count)
    flights = Array(repeating: Flight(), count: log.firings.count)
    for update in log.updates {
      commits[Int(update.firing)] = update.committed
      flights[Int(update.firing)] = Flight(
        analysis.presentation.passage(of: update), analysis.times)
    }
  }

  /// Returns the pieces of a slot, which together are the time between its latches.
  mutating func cut(_ slot: Span) -> [BlamePiece] {
    cutter.begin()
    while firing < log.firings.count, done(firing) <= slot.begin { firing += 1 }
    var rest = slot
    for index in firing..<log.firings.count {
      guard !rest.isEmpty else { break }
      let next = log.firings[index]
      chargeGap(rest.cut(at: next.due), before: index)
      cutter.chargeWait(rest.cut(at: next.began), for: next, ownEnd: .min)
      cutter.charge(rest.cut(at: next.ended), .own)
      cutter.chargeHolders(rest.cut(at: commits[index]), otherwise: .commit)
      cutter.charge(rest.cut(at: flights[index].queueEnd), .queue)
      cutter.charge(rest.cut(at: flights[index].renderEnd), .render)
      cutter.charge(rest.cut(at: flights[index].panelEnd), .panel)
    }
    chargeGap(rest, before: log.firings.count)
    return cutter.pieces
  }

  private func done(_ index: Int) -> Int64 {
    let flight = flights[index]
    return [
      log.firings[index].ended, commits[index], flight.queueEnd, flight.renderEnd, flight.panelEnd,
    ].reduce(.min, max)
  }

  /// Charges the time before a firing was due.
  ///
  /// Due instants that the firing before could no longer answer change what is waited for.
  private mutating func chargeGap(_ gap: Span, before index: Int) {
    guard !gap.isEmpty else { return }
    var rest = gap
    let answered = index > 0 ? log.firings[index - 1].began : 0
    var state = Gap.plain(isIdle(before: index) ? .idle : .phase)
    for run in log.runs[log.runs.partitionIndex { $0.last >= answered }...] {
      guard run.first < gap.end else { break }
      guard let date = run.first(from: answered), date < gap.end else { continue }
      charge(rest.cut(at: date), state)
      state = Gap(run.outcome, due: date)
    }
    charge(rest, state)
  }

  /// Whether the driver had not begun, had ended, or changed nothing when it was called last.
  private func isIdle(before index: Int) -> Bool {
    index == 0 || commits[index - 1] < 0 || (index == log.firings.count && log.hasEnded)
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

  private mutating func charge(_ span: Span, _ state: Gap) {
    switch state {
    case .plain(let cause): cutter.charge(span, cause)
    case .lost: cutter.chargeThread(span, otherwise: .missed)
    case .open(let due): cutter.chargeWait(span, due: due)
    }
  }
}

extension DueRun {
  /// The earliest due instant from a date on; `nil` if there is none.
  fileprivate func first(from date: Int64) -> Int64? {
    let instant = first + step * gridDates(from: first, before: date, step: step)
    return instant <= last && instant >= date ? instant : nil
  }
}
