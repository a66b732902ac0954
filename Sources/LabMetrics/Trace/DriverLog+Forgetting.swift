import LabKernel
import LabTrace

extension DriverLog {
  /// The first firing that is under way, or else the one that comes next.
  var firstOpen: Int {
    openFirings.indices.reduce(firings.endIndex) { min($0, openFirings[$1]) }
  }

  /// The earliest due instant that may still get a callback; `Int64.max` for none.
  var owedSince: Int64 {
    openFirings.indices.reduce(min(timer.armed ?? .max, link.pending ?? .max)) {
      min($0, firings[openFirings[$1]].due)
    }
  }

  /// Forgets the firings before one, the updates before one, the paces before one, and all else
  /// before an instant.
  mutating func forget(
    firingsBefore firing: Int, updatesBefore update: Int, pacesBefore pace: Int,
    before instant: Int64
  ) {
    // The last one tells whether the next waits for it.
    firings.forget(before: min(firing, firings.endIndex - 1))
    let detail = firings.first { $0.detail >= 0 }?.detail
    details.forget(before: detail.map(Int.init) ?? details.endIndex)
    updates.forget(before: update)
    runs.forget(before: runs.partitionIndex { $0.first >= instant - longestRun } - 1)
    motion.forget(picturesBefore: update)
    setLate.forget(before: setLate.partitionIndex { $0.firing >= firings.startIndex })
    // The last one still holds.
    let began = firings.first?.began ?? .max
    paces.forget(
      before: min(pace, paces.partitionIndex { $0.time > min(instant, began) } - 1))
    let starved = starvedSpans.partitionIndex { $0.end > min(instant, owedSince) }
    for span in starvedSpans[starvedSpans.startIndex..<starved] {
      starvedBefore += span.overlap(with: window.span)
    }
    starvedSpans.forget(before: starved)
    ownSpans.forget(
      before: min(ownSpans.partitionIndex { $0.end > instant }, ownSpans.endIndex - 1))
  }
}
