import LabKernel
import LabMetrics
import LabText
import LabWorkload

extension WhatIfRow {
  /// Why a change is no fix, whatever it saves of what is ranked by.
  ///
  /// What has one is not among the changes that help; rankings say it in a word.
  package enum Flaw: Hashable, Sendable, CaseIterable {
    /// Less is asked of the driver, or another target is named, which changes nothing that happens.
    case asksLess
    /// A driver that draws nothing is called more than twice as often.
    case asksMore
    /// No app can make the change.
    case ofLab
    /// What went wrong has another name, and is there as before: fire dates are counted another way
    /// and bring no new callback, or a link has vsyncs where a sleep put fire dates off.
    case renames
    /// Another trouble takes the place of this one: fire dates that never come or come too close
    /// together, or half as many drops.
    case trades
    /// Fewer new frames are shown, by half of what is saved.
    case showsFewer
    /// Frames are wanted for a shorter time, and go wrong in it about as often as before.
    case showsShorter
    /// Each frame is shown later by as much as is saved in all.
    case showsLater
    /// A timer gets a phase by chance, and more goes wrong at some of them than without the change.
    case harmsByPhase

    /// What rankings say of it.
    package var note: String {
      switch self {
      case .asksLess: "asks less"
      case .asksMore: "asks more"
      case .ofLab: "lab only"
      case .renames: "renames it"
      case .trades: "other trouble"
      case .showsFewer: "fewer frames"
      case .showsShorter: "less time"
      case .showsLater: "later frames"
      case .harmsByPhase: "by phase"
      }
    }

    /// What that means, as a clause.
    package var meaning: String {
      switch self {
      case .asksLess: "less is asked of the driver"
      case .asksMore: "the driver is called more than twice as often as it asked"
      case .ofLab: "no app can make the change"
      case .renames: "what went wrong is there as before, under another name"
      case .trades:
        "instead, fire dates are lost or meet, or new drops come, half as many as are saved"
      case .showsFewer: "fewer new frames are shown, by half of what is saved"
      case .showsShorter: "frames are wanted for a shorter time, and go wrong about as often in it"
      case .showsLater: "each frame is shown later by as much as is saved in all"
      case .harmsByPhase: "more goes wrong at the worst phase of the timer than without the change"
      }
    }
  }

  /// What the display shows of a driver, of which a change may take something away.
  struct Showing: Hashable, Sendable {
    /// How many new frames are shown.
    let frames: Value
    /// How many are wanted.
    let wanted: Value
    /// How long after its due instant a frame is shown, in the median, in nanoseconds.
    let latency: Value
    /// For how long a frame is wanted, in nanoseconds.
    let length: Double

    /// How many frames fewer are shown, of as many as were wanted before.
    var lost: Double { max(0, frames.before - frames.after * scale) }
    /// How many times as many frames were wanted before.
    var scale: Double { wanted.before / max(1, wanted.after) }
    /// How much later each frame is shown, in nanoseconds.
    var delay: Double { max(0, -latency.saving) }
  }

  /// Finds in what was measured why the change is no fix; `nil` if it may be one.
  func flaw(_ goal: Goal) -> Flaw? {
    if renames(goal) { return .renames }
    if trades(goal) { return .trades }
    guard let showing, let value = self.goal, let limits = limits(goal) else { return nil }
    // One frame may be missing at an end of the run.
    if showing.lost > 1, showing.lost - 1 >= limits.lost { return .showsFewer }
    if showing.scale > 1, 2 * (value.before - value.after * showing.scale) < value.saving {
      return .showsShorter
    }
    return showing.delay > 0 && showing.delay * 1.001 >= limits.delay ? .showsLater : nil
  }

  /// How many frames fewer and how much later frames outweigh what is saved; `nil` where nothing
  /// does, since the pictures are another matter.
  private func limits(_ goal: Goal) -> (lost: Double, delay: Double)? {
    guard let showing, let saving, saving > 0 else { return nil }
    switch goal {
    case .wrongPicture, .metric(.hitchTime): return (saving / showing.length / 2, saving)
    case .metric(.dropped), .metric(.doubleFires), .metric(.symptom(.doubled)),
      .metric(.symptom(.uneven)), .metric(.symptom(.late)):
      return (saving / 2, saving * showing.length)
    case .metric(.lateness), .metric(.animationError):
      return (showing.frames.before / 20, saving)
    case .metric(.tickToPhoton): return (showing.frames.before / 20, .infinity)
    case .metric(.symptom), .metric(.wallLateness), .unanswered, .tasks, .wait, .hangs: return nil
    }
  }

  private func trades(_ goal: Goal) -> Bool {
    let saved = saving ?? 0
    guard case .metric(let metric) = goal else {
      // Dates that are counted another way are missed, late or too close together then.
      guard goal == .unanswered, change.isOfCounting else { return false }
      let others = [SavingMetric.missed, .symptom(.doubled), .symptom(.late)]
      return others.reduce(0) { $0 + max(0, -(saving($1) ?? 0)) } >= saved
    }
    return switch metric {
    case .missed: -(saving(.symptom(.short)) ?? 0) >= saved
    case .tickToPhoton: hitches { $0.after } == .critical && hitches { $0.before } != .critical
    case .dropped, .symptom(.short), .symptom(.behind), .symptom(.speed), .symptom(.wasted),
      .hitchTime, .lateness, .wallLateness, .animationError:
      false
    case .symptom, .doubleFires: -2 * (saving(.dropped) ?? 0) >= saved
    }
  }

  /// The grade of the hitches without the change or with it; `nil` where there is none.
  private func hitches(_ side: (Value) -> Double) -> HitchGrade? {
    guard let showing, let time = values[.hitchTime] else { return nil }
    return HitchGrade(ratio: 1000 * side(time) / (showing.length * showing.wanted.before))
  }

  private func renames(_ goal: Goal) -> Bool {
    guard case .metric(let metric) = goal else { return false }
    // A vsync has no date on the wall that a sleep could put off.
    if metric == .wallLateness { return change.isOfLink }
    guard change.isOfCounting, let whole else { return false }
    return switch metric {
    case .missed, .symptom(.short): whole.saving * 20 < whole.before
    case .symptom(.doubled): whole.saving < 0
    default: false
    }
  }

  /// What outweighs what the change saves, as a clause behind it; `nil` if nothing does that can be
  /// said in numbers.
  var drawback: String? {
    switch flaw {
    case .showsFewer:
      showing.map {
        let fewer = Int($0.lost.rounded())
        return "\(fewer) fewer \(fewer == 1 ? "frame is" : "frames are") shown"
      }
    case .showsShorter:
      showing.map {
        "frames are shown for \(timeWords(.nanoseconds(Int64($0.wanted.saving * $0.length)))) less"
      }
    case .showsLater:
      showing.map {
        "each frame is shown \(timeWords(.nanoseconds(Int64($0.delay.rounded())))) later"
      }
    case .asksLess, .asksMore, .ofLab, .renames, .trades, .harmsByPhase, nil: nil
    }
  }
}
