/// Until when a committed picture waits for what; `Int64.min` where it need not.
///
/// On a grid a late render server is charged from the latch before the one that took the picture to the
/// one that belongs to the refresh that shows it, as if it had been committed only then.
struct Flight: Hashable, Sendable {
  private(set) var queueEnd = Int64.min
  private(set) var renderEnd = Int64.min
  private(set) var panelEnd = Int64.min

  init() {}

  init(_ passage: PictureFlow.Passage, _ times: RefreshTimes) {
    guard passage.arrival >= 0, !passage.isRefused else { return }
    let shown = passage.refresh < 0 ? Int64.max : times.latch(Int(passage.refresh))
    let isLate = passage.refresh != passage.latched
    if passage.latched > passage.arrival {
      queueEnd = times.latch(Int(passage.latched) - (isLate ? 1 : 0))
    }
    if times.isAdaptive {
      (renderEnd, panelEnd) = (passage.rendered, shown)
    } else if isLate {
      renderEnd = shown
    }
  }
}
