import Foundation
import LabTicks

/// Slides by one page in a second, once.
@MainActor final class TimerCarousel {
  private(set) var steps = 0

  func begin(_ timers: any TimerScheduler = SystemTimers()) {
    timers.scheduledTimer(withTimeInterval: 1.0 / 60, repeats: true) { [weak self] timer in
      let isOver = MainActor.assumeIsolated { self?.step() ?? true }
      if isOver { timer.invalidate() }
    }
  }

  private func step() -> Bool {
    steps += 1
    return steps == 60
  }
}
