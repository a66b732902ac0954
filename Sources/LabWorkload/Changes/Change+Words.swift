package import LabDisplay
import LabKernel
import LabLoop
import LabMotion
import LabPhysics
package import LabTrace

extension Change: CustomStringConvertible {
  /// The change as a script writes it; a set of several tasks is said by their number.
  public var description: String {
    steps.isEmpty ? "nothing" : steps.map { $0.words }.joined(separator: " + ")
  }
}

extension Change.Step {
  fileprivate var words: String {
    switch self {
    case .tasks(let selection, .without): "without \(selection.words)"
    case .tasks(let selection, let change): "\(selection.words) \(change.words)"
    case .drivers(.without, let name?): "without \(name)"
    case .drivers(let change, let name): (name.map { "\($0) " } ?? "") + change.words
    case .depth(let depth): "depth \(depth)"
    case .display(let rate): "display \(rate.words)"
    case .presents(let mode): "presents \(mode.words)"
    case .alarms(let tick): "alarms land on \(tick.milliseconds)"
    case .awake: "stays awake"
    }
  }
}

extension PresentMode {
  /// The mode as a script writes it.
  package var words: String {
    switch self {
    case .mailbox: "mailbox"
    case .fifo(let capacity): "fifo \(capacity)"
    case .blocking(let capacity): "fifo \(capacity) blocking"
    case .atTarget: "at target"
    }
  }
}

extension TaskSelection {
  fileprivate var words: String {
    switch range {
    case .all: load
    case .numbers(let numbers) where numbers.count == 1: "\(load) task \(numbers.first ?? 0)"
    case .numbers(let numbers): "\(load) in \(numbers.count) tasks"
    case .named(let name): "\(load) named \(name)"
    case .from(let least): "\(load) from \(least.milliseconds)"
    }
  }
}

extension TaskChange {
  fileprivate var words: String {
    switch self {
    case .without: "left out"
    case .scaled(Ratio(1, per: 2)): "halved"
    case .scaled(let ratio): "× \(ratio.words)"
    case .elsewhere(.queue): "elsewhere"
    case .elsewhere(.threads): "elsewhere on threads"
    case .chunks(let length): "in chunks of \(length.milliseconds)"
    case .common: "in common"
    case .mainQueue: "via main-queue"
    case .sheet: "as a sheet"
    }
  }
}

extension DriverChange {
  fileprivate var words: String {
    switch self {
    case .common: "in common"
    case .link: "link"
    case .linkAtTimerPace: "link at timer pace"
    case .timer: "timer"
    case .tolerance(let tolerance): "tolerance \(tolerance.milliseconds)"
    case .every(let interval): "every \(interval.milliseconds)"
    case .phase(let share): "phase \(share.words)"
    case .catchUp(let policy): "catch-up \(policy.rawValue)"
    case .wallClock: "by wall clock"
    case .policy(.queue(let count)): "policy queue \(count)"
    case .policy(let policy): "policy \(policy.word)"
    case .pace(.every(1)): "every refresh"
    case .pace(let pace): pace.words
    case .hop(.timer(let delay)): "via \(LinkHop.timer(after: delay).words) \(delay.milliseconds)"
    case .hop(let hop): "via \(hop.words)"
    case .target(.undeclared): "target none"
    case .target(.refreshes(let count)): "target \(count) refreshes"
    case .target(.rate(let rate)): "target \(rate.words)"
    case .clock(let clock): "by \(clock.words)"
    case .slack(let slack): "slack \(slack.milliseconds)"
    case .actsAlways: "acts always"
    case .steps(let policy): "steps \(policy.words)"
    case .each(let cost): "each \(cost.milliseconds)"
    case .elsewhere: "elsewhere"
    case .chunks(let length): "in chunks of \(length.milliseconds)"
    case .scaled(let ratio): TaskChange.scaled(ratio).words
    case .without: "without"
    }
  }
}

extension AnimationClock {
  fileprivate var words: String {
    switch self {
    case .fixed(let seconds): "fixed \(seconds) s"
    case .duration: "duration"
    case .now: "now"
    case .timestamp: "timestamp"
    case .target: "target"
    case .renderServer: "render-server"
    }
  }
}

extension LinkPace {
  /// The pace as a script writes it.
  package var words: String {
    switch self {
    case .every(let count): "every \(count) refreshes"
    case .preferred(let rate): "prefers \(rate.words)"
    case .range(let slowest, let fastest, let preferred):
      "prefers \(preferred.words) within \(slowest.number)..\(fastest.words)"
    }
  }
}

extension Stepping.Policy {
  fileprivate var words: String {
    switch self {
    case .variable: "variable"
    case .capped(let limit): "capped \(Duration.nanoseconds(limit).milliseconds)"
    case .semiFixed(let limit): "semi-fixed \(Duration.nanoseconds(limit).milliseconds)"
    case .fixed(let grid): "fixed \(grid.words)"
    case .interpolated(let grid): "fixed \(grid.words) interpolated"
    case .clamped(let grid, let steps, let owesRest):
      "fixed \(grid.words) clamped \(steps)" + (owesRest ? " owed" : "")
    }
  }
}

extension StepGrid {
  var words: String { "\(seconds)/\(steps) s" }
}

extension RefreshRate {
  /// The rate as a script writes it: in decimals if these are exact, else as a fraction.
  package var words: String { "\(number) Hz" }

  fileprivate var number: String {
    let (millionths, rest) = (Int128(numerator) * 1_000_000)
      .quotientAndRemainder(dividingBy: Int128(denominator))
    guard rest == 0 else { return "\(numerator)/\(denominator)" }
    return Duration.nanoseconds(Int64(millionths)).millisecondText
  }
}

extension Ratio {
  /// The ratio in at most three decimals if these are exact, else as a fraction.
  var words: String {
    let (thousandths, rest) = (Int128(numerator) * 1000)
      .quotientAndRemainder(dividingBy: Int128(denominator))
    guard rest == 0 else { return "\(numerator)/\(denominator)" }
    return Duration.nanoseconds(Int64(thousandths) * 1000).millisecondText
  }
}

extension Duration {
  /// The duration as a script writes it, such as `12.5 ms`.
  var milliseconds: String { "\(millisecondText) ms" }
}
