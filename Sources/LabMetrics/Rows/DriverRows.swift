import LabKernel
import LabTrace

/// Hands out the rows of a driver while its run is measured, before what they are made of is
/// forgotten.
struct DriverRows {
  let receiver: any DriverRowReceiver
  private(set) var kinds: RowKinds
  private(set) var refreshes = RefreshRowMaker()
  /// Whether rows of refreshes were left out, which wait for the end of a motion and became too
  /// many.
  private(set) var lacksRefreshes = false
  /// The refreshes before this one have a row already.
  private var firstRefresh = 0
  private var firings = FiringRowMaker()
  private var updates = PresentedUpdateMaker()

  init(_ kinds: RowKinds, for receiver: any DriverRowReceiver) {
    self.receiver = receiver
    self.kinds = kinds
  }

  /// Leaves out the rows of refreshes that are still to come.
  mutating func leaveOutRefreshes() {
    guard kinds.contains(.refreshes) else { return }
    kinds.remove(.refreshes)
    lacksRefreshes = true
  }

  /// Returns what hands out the rows that were left out, given the same run; `nil` for none.
  func missing() -> DriverRows? {
    guard lacksRefreshes else { return nil }
    var rows = DriverRows(.refreshes, for: receiver)
    rows.firstRefresh = refreshes.refresh
    return rows
  }

  /// Whether the causes of dropped slots are needed.
  var needCauses: Bool { kinds.contains(.refreshes) }

  /// Hands out what is settled: rows of refreshes before one up to which all is known that they
  /// tell, the others as far as what they tell of is over.
  mutating func advance(
    upTo refresh: Int, _ log: borrowing DriverLog, _ display: borrowing DriverDisplay,
    _ causes: SlidingArray<BlameCause>, _ times: borrowing RefreshTimes, _ content: ScreenContent?,
    _ need: inout Need
  ) {
    let (receiver, firstRefresh) = (receiver, firstRefresh)
    if kinds.contains(.refreshes) {
      refreshes.advance(upTo: refresh, log, display, causes, times, content) {
        if $0.index >= firstRefresh { receiver.receive($0) }
      }
    }
    if kinds.contains(.firings) {
      firings.advance(log, display) { receiver.receive($0, number: $1) }
    }
    if kinds.contains(.updates) {
      updates.advance(log, display, times) { receiver.receive($0) }
    }
    state(&need, log, display.presentation)
  }

  /// States what rows that are still to come are made of.
  private func state(
    _ need: inout Need, _ log: borrowing DriverLog, _ presentation: borrowing Presentation
  ) {
    var rows = Need()
    if kinds.contains(.refreshes) {
      rows.keep(update: refreshes.update, refresh: refreshes.refresh, slot: refreshes.slot)
    }
    if kinds.contains(.firings) {
      rows.keep(firing: firings.firing, update: firings.firstUpdate)
    }
    if kinds.contains(.updates) { rows.keep(update: updates.update) }
    // Updates reach refreshes in their order.
    for index in min(rows.update, presentation.decided)..<presentation.decided {
      let reached = Int(presentation.timing(of: log.updates[index]).refresh)
      guard reached < 0 else {
        rows.keep(refresh: reached)
        break
      }
    }
    need.keep(rows)
  }
}
