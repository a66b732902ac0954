import Foundation
import LabTicks

final class Spinner {
  private let ticks: any TickSource
  private(set) var turns = 0
  init(ticks: any TickSource) { self.ticks = ticks }
  func begin() { ticks.start { [unowned self] _ in turns += 1 } }
}

let spinner = Spinner(ticks: TimerTicks(every: .milliseconds(1)))
spinner.begin()
for _ in 0..<1000 where spinner.turns < 3 {
  _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
}

precondition(spinner.turns >= 3)
