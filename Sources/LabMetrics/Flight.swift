/// Until when a committed picture waits for what; `Int64.min` where it need not.
///
/// On a grid a late render server is charged from the latch before the one that took the picture to the
/// one that belongs to the refresh that shows it, as if it had been committed only then.
struct Flight: Hashable, Sendable {
  fileprivate(set) var committed = Int64.min
  fileprivate(set) var queueEnd = Int64.min
  fileprivate(set) var renderEnd = Int64.min
  fileprivate(set) var panelEnd = Int64.min

  /// When it no longer waits for anything.
  var end: Int64 { max(committed, queueEnd, renderEnd, panelEnd) }
}

extension RefreshTimes {
  /// Until when the picture of a commit waits.
  func flight(of passage: Passage, renderedAt rendered: Int64) -> Flight {
    var flight = Flight()
    flight.committed = passage.committed
    guard passage.arrival >= 0, !passage.isRefused else { return flight }
    let isLate = passage.refresh != passage.latched
    if passage.latched > passage.arrival {
      flight.queueEnd = latch(Int(passage.latched) - (isLate ? 1 : 0))
    }
    guard isLate || isAdaptive else { return flight }
    let shown = passage.refresh < 0 ? Int64.max : latch(Int(passage.refresh))
    if isAdaptive {
      (flight.renderEnd, flight.panelEnd) = (rendered, shown)
    } else {
      flight.renderEnd = shown
    }
    return flight
  }
}
