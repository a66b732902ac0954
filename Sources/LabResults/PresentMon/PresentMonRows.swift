import LabKernel
import LabMetrics

/// Sets the updates of a driver beside those around them, given one by one.
///
/// What is displayed after an update is known with the next one that is displayed; until then it
/// waits.
struct PresentMonRows {
  private let application: String
  private let run: Int
  private let swapChain: Int
  /// The updates since the last one that was displayed, with that one.
  private var waiting: [PresentedUpdate] = []
  /// The last update that does not wait, and the last one of those that was displayed.
  private var previous: PresentedUpdate?
  private var shown: PresentedUpdate?

  /// Begins before the first update.
  ///
  /// - Parameters:
  ///   - application: The arm and the driver, with a point between them.
  ///   - run: The position of the run in the plan.
  ///   - swapChain: The number of the driver in its run, from 1.
  init(of application: String, run: Int, swapChain: Int) {
    (self.application, self.run, self.swapChain) = (application, run, swapChain)
  }

  /// Goes on with an update, and visits the rows that are whole by that.
  mutating func add(_ update: PresentedUpdate, _ body: (PresentMonFile.Row) -> Void) {
    if update.photon != nil { release(before: update, body) }
    waiting.append(update)
  }

  /// Visits the rows of the updates after which none is displayed.
  mutating func finish(_ body: (PresentMonFile.Row) -> Void) { release(before: nil, body) }

  private mutating func release(
    before next: PresentedUpdate?, _ body: (PresentMonFile.Row) -> Void
  ) {
    for (index, update) in waiting.enumerated() {
      body(
        PresentMonFile.Row(
          application: application, run: run, swapChain: swapChain, update: update,
          previous: previous, next: index + 1 < waiting.count ? waiting[index + 1] : next,
          shownBefore: shown, nextPhoton: next?.photon))
      previous = update
      if update.photon != nil { shown = update }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
