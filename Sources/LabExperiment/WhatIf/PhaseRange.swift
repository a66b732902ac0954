import LabDisplay
import LabKernel
import LabMetrics
package import LabWorkload

/// What a change of a timer's interval saves by the phase that it happens to get.
///
/// A timer that is new, or has another interval, gets some phase to the vsyncs by chance. What the
/// change saves is a range over the phases: here over eight of them.
package struct PhaseRange: Hashable, Sendable {
  /// How many phases are tried.
  package static let phases = 8

  /// The least and the most that is saved.
  package let savings: ClosedRange<Double>

  /// Performs a change at each phase; `nil` if it leaves none open, or the metric is undefined.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - base: What it is made to: a run that stands alone.
  package init?(of change: Change, in base: WhatIf) {
    guard base.bases.count == 1, let run = base.bases.first,
      let before = base.goal.values(run.rerun).first ?? nil,
      let changed = try? change.applied(to: run.scenario, seed: run.run.seed)
    else { return nil }
    let open = changed.timersOfOpenPhase(beside: run.scenario)
    guard !open.isEmpty else { return nil }
    let memory = RecordMemory()
    var savings: [Double] = []
    for phase in 0..<Self.phases {
      var scenario = changed
      for index in open {
        scenario.drivers[index].delay(by: scenario.panel.rate.period * phase / Self.phases)
      }
      guard let rerun = try? run.perform(scenario, in: memory) else { return nil }
      let values = base.goal.values(rerun)
      guard let after = values.first ?? nil else { return nil }
      savings.append(before - after)
    }
    self.savings = (savings.min() ?? 0)...(savings.max() ?? 0)
  }
}

extension Scenario {
  /// The timers that another scenario has not, or has with another interval, by their positions.
  fileprivate func timersOfOpenPhase(beside other: Scenario) -> [Int] {
    drivers.indices.filter { index in
      guard let timer = drivers[index].source.timer, timer.interval > .zero else { return false }
      let same = other.drivers.first { $0.name == drivers[index].name }?.source.timer
      return same?.interval != timer.interval
    }
  }
}

extension Driver {
  /// Lets a timer be due later, in each of its lives.
  mutating func delay(by time: Duration) {
    guard var timer = source.timer else { return }
    let first = timer.firstFire ?? begins.advanced(by: timer.interval)
    timer.firstFire = first.advanced(by: time)
    source.timer = timer
  }
}

extension WhatIfStudy {
  /// How many of the best changes are performed at other phases.
  private static let mostPhased = 6

  /// The ranges of the best changes that leave a phase open.
  static func phases(of rows: [WhatIfRow], in base: WhatIf) -> [Change: PhaseRange] {
    let best = rows.filter { $0.change.steps.count == 1 && ($0.saving ?? 0) > 0 }
    var ranges: [Change: PhaseRange] = [:]
    for row in best.prefix(Self.mostPhased) {
      ranges[row.change] = PhaseRange(of: row.change, in: base)
    }
    return ranges
  }
}
