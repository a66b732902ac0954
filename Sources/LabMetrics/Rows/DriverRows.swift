import LabKernel
import LabTrace

/// Hands out the rows of a driver while its run is measured, before what they are made of is forgotten.
struct DriverRows {
  let receiver: any DriverRowReceiver
  let kinds: RowKinds
  private(set) var refreshes = RefreshRowMaker()
  private var firings = FiringRowMaker()
  private var updates = PresentedUpdateMaker()
  /// The first firing, update and refresh that are still needed.
  private(set) var need = (firing: 0, update: 0, refresh: 0)

  init(_ kinds: RowKinds, for receiver: any DriverRowReceiver) {
    self.receiver = receiver
    self.kinds = kinds
  }

  /// Whether the causes of dropped slots are needed.
  var needCauses: Bool { kinds.contains(.refreshes) }

  /// Hands out what is settled: rows of refreshes before one up to which all is known that they tell, the
  /// others as far as what they tell of is over.
  mutating func advance(
    upTo refresh: Int, _ log: borrowing DriverLog, _ presentation: borrowing Presentation,
    _ slots: borrowing SlotTable, _ causes: SlidingArray<BlameCause>,
    _ times: borrowing RefreshTimes, _ content: ScreenContent?, isOver: Bool
  ) {
    let receiver = receiver
    if kinds.contains(.refreshes) {
      refreshes.advance(upTo: refresh, log, presentation, slots, causes, times, content) {
        receiver.receive($0)
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
