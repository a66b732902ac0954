import LabTicks

/// Turns once a second.
final class Spinner {
  /// How far it has turned.
  private(set) var turns = 0.0
  private let ticks: any TickSource
  private var start: Duration?

  init(ticks: any TickSource) { self.ticks = ticks }

  func begin() {
    ticks.start { [unowned self] tick in
      let start = start ?? tick.target
      self.start = start
      turns = min(1, (tick.target - start) / .seconds(1))
      if turns == 1 { ticks.stop() }
    }
  }
}
