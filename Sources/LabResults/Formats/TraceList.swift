import LabDisplay
package import LabExperiment
import LabKernel
import LabWorkload

/// A list that `--trace` writes of every run; the raw value is the name of its file without `.csv`.
package enum TraceList: String, CaseIterable, Hashable, Sendable {
  /// Every refresh of every driver.
  case refreshes
  /// Every callback.
  case firings
  /// Every problem, by cause.
  case blame
  /// Everything that happened.
  case events
  /// How many frames of every driver came how many refreshes late.
  case lateFrames = "late_frames"
  /// What each frame rule says of each driver.
  case frameRules = "frame_rules"
  /// Where two frame rules disagree.
  case ruleAgreement = "rule_agreement"

  /// About how many bytes a row has.
  private var rowBytes: Int {
    switch self {
    case .refreshes: 90
    case .firings: 70
    case .blame: 90
    case .events: 65
    case .lateFrames: 40
    case .frameRules: 70
    case .ruleAgreement: 60
    }
  }

  /// Returns about how many bytes the list of a plan has: from the first run of each arm, with
  /// one callback and no problem a refresh; `nil` where that depends on what happens.
  package func estimate(of plan: Plan) -> Int? {
    let arms = min(plan.experiment.arms.count, plan.count)
    let performed = plan.indices.count { plan.performs($0) }
    var rows = 0
    for arm in 0..<arms {
      let scenario = plan[arm].scenario
      let refreshes = Int(min(1e9, scenario.duration / scenario.panel.rate.period))
      switch self {
      case .refreshes, .firings: rows += refreshes * scenario.drivers.count
      case .events: rows += refreshes * (2 + 8 * scenario.drivers.count)
      case .blame, .lateFrames, .frameRules, .ruleAgreement: return nil
      }
    }
    return rows / max(1, arms) * performed * rowBytes
  }
}
