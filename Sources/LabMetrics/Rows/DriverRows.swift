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
  /// The first firing, update and refresh that are still needed.
  private(set) var need = (firing: 0, update: 0, refresh: 0)

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
    upTo refresh: Int, _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ slots: borrowing SlotTable, _ causes: SlidingArray<BlameCause>,
    _ times: borrowing RefreshTimes, _ content: ScreenContent?, isOver: Bool
  ) {
    let (receiver, firstRefresh) = (receiver, firstRefresh)
    if kinds.contains(.refreshes) {
      refreshes.advance(upTo: refresh, log, presentation, slots, causes, times, content) {
        if $0.index >= firstRefresh { receiver.receive($0) }
      }
    }
    if kinds.contains(.firings) {
      firings.advance(log, presentation, isOver: isOver) { receiver.receive($0, number: $1) }
    }
    if kinds.contains(.updates) {
      updates.advance(log, presentation, times, isOver: isOver) { receiver.receive($0) }
    }
    if !isOver { findNeed(log, presentation) }
  }

  private mutating func findNeed(
    _ log: borrowing DriverLog, _ presentation: borrowing Presentation
  ) {
    let listsRefreshes = kinds.contains(.refreshes)
    let first =
      [
        listsRefreshes ? refreshes.update : .max,
        kinds.contains(.firings) ? firings.firstUpdate : .max,
        kinds.contains(.updates) ? updates.update : .max,
      ].min() ?? .max
    var refresh = listsRefreshes ? refreshes.refresh : .max
    // Updates reach refreshes in their order.
    var index = first
    while index < presentation.decided {
      let reached = Int(presentation.timing(of: log.updates[index]).refresh)
      if reached >= 0 {
        refresh = min(refresh, reached)
        break
      }
      index += 1
    }
    need = (kinds.contains(.firings) ? firings.firing : .max, first, refresh)
  }
}
